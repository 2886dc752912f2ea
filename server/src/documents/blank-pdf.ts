import { deflateSync, inflateSync } from "node:zlib";

/** Maximum unpacked size of a compressed part of a PDF, and maximum parts to unpack. */
const MAX_UNPACKED = 1024 * 1024;
const MAX_PARTS = 20;
const SPACE = 0x20;

interface PdfObject {
  readonly number: string;
  /** Its text up to its stream, if it has one. */
  readonly dictionary: string;
  readonly from: number;
  readonly to: number;
  /** Where its stream begins and ends; null without one. */
  readonly stream: { readonly from: number; readonly to: number } | null;
}

/** Yields the objects of a PDF, each part once. `text` has a character for each byte. */
function* objectsIn(text: string): Generator<PdfObject> {
  let done = 0;
  for (const found of text.matchAll(/\b(\d{1,10})\s\d{1,5}\sobj\b/g)) {
    if (found.index < done) continue;
    const number = found[1] ?? "";
    const from = found.index + found[0].length;
    const end = text.indexOf("endobj", from);
    if (end === -1) return;
    const opened = text.slice(from, end).indexOf("stream");
    if (opened === -1) {
      yield { number, dictionary: text.slice(from, end), from, to: end, stream: null };
      done = end;
      continue;
    }
    const to = from + opened;
    const begin = to + (text.startsWith("\r\n", to + 6) ? 8 : 7);
    const closed = text.indexOf("endstream", begin);
    if (closed === -1) return;
    const dictionary = text.slice(from, to);
    yield {
      number,
      dictionary,
      from,
      to,
      stream: { from: begin, to: beforeLineEnd(text, closed) },
    };
    done = closed;
  }
}

/** Returns the end of the line before `at`, without its line break. */
function beforeLineEnd(text: string, at: number): number {
  const end = text[at - 1] === "\n" ? at - 1 : at;
  return text[end - 1] === "\r" ? end - 1 : end;
}

/** Overwrites the strings in a part of a PDF, which are in (…) or <…>. */
function blankTexts(bytes: Buffer, from: number, to: number): void {
  let depth = 0;
  for (let at = from; at < to; at += 1) {
    const byte = String.fromCharCode(bytes[at] ?? 0);
    if (depth > 0 && byte === "\\") {
      bytes.fill(SPACE, at, Math.min(at + 2, to));
      at += 1;
    } else if (byte === "(") {
      depth += 1;
      if (depth > 1) bytes[at] = SPACE;
    } else if (byte === ")" && depth > 0) {
      depth -= 1;
      if (depth > 0) bytes[at] = SPACE;
    } else if (depth > 0) {
      bytes[at] = SPACE;
    } else if (byte === "<" && bytes[at + 1] === 0x3c) {
      at += 1;
    } else if (byte === "<") {
      const closed = bytes.indexOf(">", at);
      if (closed === -1 || closed > to) return;
      // Spaces: 20 in hexadecimal.
      bytes.fill("20", at + 1, closed);
      at = closed;
    }
  }
}

/** Overwrites a part with `by`, unless that is longer. */
function replace(bytes: Buffer, { from, to }: { from: number; to: number }, by: Buffer): void {
  if (by.length > to - from) return;
  by.copy(bytes, from);
  bytes.fill(0, from + by.length, to);
}

/** Overwrites the strings of the given objects in a compressed object stream. */
function blankPacked(
  bytes: Buffer,
  stream: { from: number; to: number },
  dictionary: string,
  numbers: ReadonlySet<string>,
): void {
  const unpacked = unpack(bytes.subarray(stream.from, stream.to));
  if (unpacked === null) return;
  const first = Number(/\/First\s(\d{1,9})/.exec(dictionary)?.[1] ?? 0);
  const heads = unpacked.toString("latin1", 0, first).trim().split(/\s+/);
  const starts = heads.flatMap((head, index) => (index % 2 === 1 ? [first + Number(head)] : []));
  const isListed = starts.map((_start, index) => numbers.has(heads[index * 2] ?? ""));
  if (!isListed.includes(true)) return;
  starts.forEach((start, index) => {
    if (isListed[index] === true) blankTexts(unpacked, start, starts[index + 1] ?? unpacked.length);
  });
  replace(bytes, stream, deflateSync(unpacked, { level: 9 }));
}

/** Unpacks a compressed stream; null for one that is damaged or too large. */
function unpack(packed: Buffer): Buffer | null {
  try {
    return inflateSync(packed, { maxOutputLength: MAX_UNPACKED });
  } catch {
    return null;
  }
}

/** Overwrites a JPEG picture's metadata: Exif, XMP, IPTC and comments. */
function blankJpeg(bytes: Buffer, from: number, to: number): void {
  for (let at = from + 2; at + 4 <= to && bytes[at] === 0xff && bytes[at + 1] !== 0xda;) {
    const length = bytes.readUInt16BE(at + 2);
    const end = Math.min(at + 2 + length, to);
    if ([0xe1, 0xed, 0xfe].includes(bytes[at + 1] ?? 0) && end > at + 4) bytes.fill(0, at + 4, end);
    at += 2 + length;
  }
}

/**
 * Returns the numbers of the objects with metadata, such as author and dates, and of their strings.
 */
function describedBy(text: string, objects: readonly PdfObject[]): ReadonlySet<string> {
  const numbersIn = (found: Iterable<RegExpMatchArray>) =>
    Array.from(found, ([, number = ""]) => number);
  const heads = new Set(numbersIn(text.matchAll(/\/Info\s(\d{1,10})\s/g)));
  const texts = objects
    .filter(({ number }) => heads.has(number))
    .flatMap(({ dictionary }) => numbersIn(dictionary.matchAll(/\b(\d{1,10})\s\d{1,5}\sR\b/g)));
  return new Set([...heads, ...texts]);
}

/**
 * Overwrites the metadata that programs and cameras added to a PDF, such as author, dates and
 * place. The length stays, so the pages don't change. A signed or encrypted PDF is left unchanged,
 * since its signature covers all of it.
 */
export function blankPdf(sent: Buffer): Buffer {
  const text = sent.toString("latin1");
  if (/\/(?:ByteRange|Encrypt)\b/.test(text)) return sent;
  const bytes = Buffer.from(sent);
  const objects = [...objectsIn(text)];
  const described = describedBy(text, objects);
  let parts = 0;
  for (const { number, dictionary, from, to, stream } of objects) {
    if (described.has(number)) blankTexts(bytes, from, to);
    if (stream === null) continue;
    const isPacked = dictionary.includes("/FlateDecode");
    if (/\/Subtype\s?\/XML\b/.test(dictionary)) {
      if (isPacked) replace(bytes, stream, deflateSync(""));
      else bytes.fill(SPACE, stream.from, stream.to);
    } else if (isPacked && /\/Type\s?\/ObjStm\b/.test(dictionary)) {
      parts += 1;
      if (parts <= MAX_PARTS) blankPacked(bytes, stream, dictionary, described);
    } else if (/\/Filter\s?\[?\s?\/DCTDecode\b/.test(dictionary)) {
      blankJpeg(bytes, stream.from, stream.to);
    }
  }
  return bytes;
}

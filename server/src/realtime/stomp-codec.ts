import { isUtf8 } from "node:buffer";

/** Encodes and decodes STOMP frames, versions 1.0 to 1.2. Pure. */

export type StompVersion = "1.0" | "1.1" | "1.2";
export const stompVersions = ["1.2", "1.1", "1.0"] as const satisfies readonly StompVersion[];

/** One frame. The first of repeated headers counts. */
export interface StompFrame {
  readonly command: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/** A frame that breaks the protocol or a limit; the message is for the client. */
export class StompError extends Error {
  override readonly name = "StompError";
}

const MAX_HEADERS = 64;
const LF = 10;
const CR = 13;
const NUL = 0;
const nulByte = Buffer.of(NUL);

const escapes: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "\n": "\\n",
  ":": "\\c",
  "\r": "\\r",
};
const unescapes: Readonly<Record<string, string>> = { "\\": "\\", n: "\n", c: ":", r: "\r" };

/** Commands whose headers are never escaped, so that every version can read them. */
const plainCommands = new Set(["CONNECT", "CONNECTED", "STOMP"]);

function escapeHeader(value: string, version: StompVersion): string {
  if (version === "1.0") return value.replaceAll(/[\r\n]/g, " ");
  return value.replaceAll(
    version === "1.1" ? /[\\\n:]/g : /[\\\n:\r]/g,
    (char) => escapes[char] ?? char,
  );
}

function unescapeHeader(value: string, version: StompVersion): string {
  if (version === "1.0") return value.trim();
  if (!value.includes("\\")) return value;
  return value.replaceAll(/\\(.?)/gs, (_sequence, char: string) => {
    const plain = unescapes[char];
    if (plain === undefined || (char === "r" && version === "1.1")) {
      throw new StompError("A header has an undefined escape");
    }
    return plain;
  });
}

/** Encodes a frame, with `content-length` when it has a body. */
export function encodeFrame(
  command: string,
  headers: Readonly<Record<string, string>>,
  body: Buffer | string,
  version: StompVersion,
): Buffer {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const plain = plainCommands.has(command);
  let head = `${command}\n`;
  for (const [name, value] of Object.entries(headers)) {
    head += plain
      ? `${name}:${value}\n`
      : `${escapeHeader(name, version)}:${escapeHeader(value, version)}\n`;
  }
  if (bytes.length > 0) head += `content-length:${bytes.length}\n`;
  return Buffer.concat([Buffer.from(`${head}\n`), bytes, nulByte]);
}

interface Head {
  readonly command: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly end: number;
  /** Null when the body ends at the first NUL. */
  readonly bodyBytes: number | null;
}

/**
 * Splits a stream of bytes into frames, however the stream is chunked. It scans each byte once, so
 * a frame that arrives byte by byte costs no more than one that arrives whole.
 */
export class StompParser {
  version: StompVersion = "1.0";
  readonly #maxFrameBytes: number;
  #bytes: Buffer = Buffer.alloc(0);
  /** Whether this parser owns `#bytes` and may write to it. */
  #own = false;
  /** Offsets of the current frame's start, the end of the data and the next byte to scan. */
  #start = 0;
  #end = 0;
  #seen = 0;
  #lineStart = 0;
  #lines = 0;
  #head: Head | null = null;

  constructor(maxFrameBytes: number) {
    this.#maxFrameBytes = maxFrameBytes;
  }

  /**
   * Adds bytes and yields the frames that they complete; line ends between frames are heartbeats.
   * Each frame is parsed lazily, in the version set at that moment: consume all of them.
   * @throws StompError after which the stream can't be read any further
   */
  *push(bytes: Buffer): Generator<StompFrame, void> {
    this.#append(bytes);
    for (let frame = this.#next(); frame !== null; frame = this.#next()) yield frame;
  }

  #append(bytes: Buffer): void {
    const held = this.#end - this.#start;
    if (held === 0) {
      this.#bytes = bytes;
      this.#own = false;
      this.#start = this.#seen = this.#lineStart = 0;
      this.#end = bytes.length;
      return;
    }
    if (!this.#own || this.#end + bytes.length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(512, 2 * (held + bytes.length)));
      this.#bytes.copy(larger, 0, this.#start, this.#end);
      this.#bytes = larger;
      this.#own = true;
      this.#seen -= this.#start;
      this.#lineStart -= this.#start;
      this.#start = 0;
      this.#end = held;
    }
    bytes.copy(this.#bytes, this.#end);
    this.#end += bytes.length;
  }

  #next(): StompFrame | null {
    if (this.#head === null && this.#lines === 0 && this.#lineStart === this.#start) {
      this.#skipLineEnds();
    }
    this.#head ??= this.#findHead();
    const frame = this.#head === null ? null : this.#take(this.#head);
    if (frame === null && this.#end - this.#start > this.#maxFrameBytes) throw tooLarge();
    return frame;
  }

  #skipLineEnds(): void {
    let at = this.#start;
    for (; at < this.#end; at += 1) {
      const byte = this.#bytes[at];
      if (byte === LF) continue;
      if (byte !== CR) break;
      // A CR at the very end may be the first half of a CRLF.
      if (at + 1 < this.#end && this.#bytes[at + 1] !== LF) break;
      if (at + 1 === this.#end) break;
    }
    this.#start = this.#lineStart = at;
    this.#seen = Math.max(this.#seen, at);
  }

  /** Parses the command and headers once their blank line has arrived. */
  #findHead(): Head | null {
    for (;;) {
      const lineEnd = this.#find(LF);
      if (this.#bytes.subarray(this.#seen, lineEnd ?? this.#end).includes(NUL)) {
        throw new StompError("The frame ends within its head");
      }
      if (lineEnd === null) {
        this.#seen = this.#end;
        return null;
      }
      const textEnd =
        lineEnd > this.#lineStart && this.#bytes[lineEnd - 1] === CR ? lineEnd - 1 : lineEnd;
      const blank = textEnd === this.#lineStart;
      this.#seen = this.#lineStart = lineEnd + 1;
      if (blank) return this.#readHead(textEnd, lineEnd + 1);
      if (++this.#lines > MAX_HEADERS + 1) throw new StompError("The frame has too many headers");
    }
  }

  #readHead(textEnd: number, end: number): Head {
    const bytes = this.#bytes.subarray(this.#start, textEnd);
    if (!isUtf8(bytes)) throw new StompError("The frame's head is not UTF-8");
    const [command = "", ...lines] = bytes.toString("utf8").split(/\r?\n/);
    lines.pop();
    const headers = new Map<string, string>();
    const plain = plainCommands.has(command);
    for (const line of lines) {
      const colon = line.indexOf(":");
      if (colon < 1) throw new StompError("A header has no name and value");
      const [name, value] = [line.slice(0, colon), line.slice(colon + 1)];
      const key = plain ? name : unescapeHeader(name, this.version);
      if (!headers.has(key)) headers.set(key, plain ? value : unescapeHeader(value, this.version));
    }
    const declared = headers.get("content-length");
    const bodyBytes = declared === undefined ? null : lengthOf(declared);
    // Relative to the frame's start, which moves when bytes are copied.
    return { command, headers, end: end - this.#start, bodyBytes };
  }

  #take(head: Head): StompFrame | null {
    const bodyStart = this.#start + head.end;
    let end: number | null = bodyStart + (head.bodyBytes ?? 0);
    if (head.bodyBytes === null) {
      end = this.#find(NUL);
      if (end === null) this.#seen = this.#end;
    }
    if (end !== null && end + 1 - this.#start > this.#maxFrameBytes) throw tooLarge();
    if (end === null || end >= this.#end) return null;
    if (this.#bytes[end] !== NUL) {
      throw new StompError("The body is longer than its content-length");
    }
    const body = Buffer.from(this.#bytes.subarray(bodyStart, end));
    this.#start = this.#seen = this.#lineStart = end + 1;
    this.#lines = 0;
    this.#head = null;
    return { command: head.command, headers: head.headers, body };
  }

  /** Returns the offset of the next unscanned byte with this value; null when there is none. */
  #find(byte: number): number | null {
    const at = this.#bytes.indexOf(byte, this.#seen);
    return at === -1 || at >= this.#end ? null : at;
  }
}

function tooLarge(): StompError {
  return new StompError("The frame is too large");
}

function lengthOf(declared: string): number {
  if (!/^ *\d{1,9} *$/.test(declared)) throw new StompError("The content-length is not a number");
  return Number(declared);
}

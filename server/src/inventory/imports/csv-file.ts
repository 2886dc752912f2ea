import { msg } from "@gavelyard/messages/text";
import { encodings, separators } from "@gavelyard/contract/inventory/unit-table";
import { csvRows, type CsvRow } from "./csv-rows.ts";
import { FileFault } from "./file-fault.ts";

type Separator = (typeof separators)[number];
type Encoding = (typeof encodings)[number];

/** How a CSV file is read; guessed where not chosen. */
export interface CsvChoice {
  readonly separator?: Separator | undefined;
  readonly encoding?: Encoding | undefined;
}

export interface CsvFile {
  readonly separator: Separator;
  readonly encoding: Encoding;
  readonly text: string;
}

/** Characters at the start of a file from which its separator is guessed. */
const SAMPLE = 64 * 1024;
const SAMPLE_ROWS = 50;

/** Files that people try as tables, by their first characters. */
const otherFiles = [
  [/^%PDF/, msg("This is a PDF. Ask for the list as CSV or XLSX.")],
  [/^\s*<(?:\?xml|!doctype|html|rss|feed)/i, msg("This is an XML or HTML file, not a CSV file.")],
  [/^\s*[[{]\s*["[{]/, msg("This is a JSON file, not a CSV file.")],
] as const;

/** @throws FileFault for a file that isn't text, or is text of another kind */
export function openCsv(bytes: Buffer, choice: CsvChoice = {}): CsvFile {
  const encoding = choice.encoding ?? guessEncoding(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  const other = otherFiles.find(([start]) => start.test(text));
  if (other !== undefined) throw new FileFault(other[1]);
  // Spreadsheets may put the separator into a line of its own before the header.
  const named = /^sep=(.)\r?\n/i.exec(text);
  const rest = named === null ? text : text.slice(named[0].length);
  const stated = separators.find((separator) => separator === named?.[1]);
  return { encoding, text: rest, separator: choice.separator ?? stated ?? guessSeparator(rest) };
}

function guessEncoding(bytes: Buffer): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  if (bytes.includes(0)) {
    const unmarked = guessUtf16(bytes.subarray(0, SAMPLE));
    if (unmarked !== null) return unmarked;
    throw new FileFault(msg("This isn't a CSV or XLSX file"));
  }
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return "utf-8";
  } catch {
    const text = new TextDecoder("windows-1252").decode(bytes);
    if (asMac.test(text)) return "macintosh";
    if (!asDos.test(text)) return "windows-1252";
    throw new FileFault(
      msg("The accents in this file can't be read. Save it as CSV UTF-8 and upload that."),
    );
  }
}

/** What é, á and ü of old Macs become between letters if they are read as Windows text. */
const asMac = /\p{Ll}[Ž‡Ÿ](?!\p{Lu})/u;
/** What é of DOS becomes if they are read as Windows text. */
const asDos = /\p{Ll}‚(?:\p{Ll}|[\s,;"]|$)/mu;

/** Returns the order of a text's bytes if nearly every second one is zero; null for other files. */
function guessUtf16(bytes: Buffer): Encoding | null {
  const zeros = [0, 0];
  for (const [at, byte] of bytes.entries())
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros.map((count) => count / (bytes.length / 2));
  if (odd > 0.8 && even < 0.1) return "utf-16le";
  return even > 0.8 && odd < 0.1 ? "utf-16be" : null;
}

/** Returns the separator that gives most rows the same number of cells; of those, the most cells. */
function guessSeparator(text: string): Separator {
  const sample = text.slice(0, SAMPLE);
  const scored = separators.map((separator) => ({ separator, ...regularity(sample, separator) }));
  const [best] = scored.toSorted((a, b) => b.rows - a.rows || b.width - a.width);
  return best === undefined || best.rows === 0 ? "," : best.separator;
}

/** Returns the most frequent number of cells, if more than one, and how many rows have it. */
export function regularity(text: string, separator: Separator): { rows: number; width: number } {
  const rowsOf = new Map<number, number>();
  let read = 0;
  for (const { cells, fault } of csvRows(text, separator)) {
    if (cells.length < 2 || fault !== null) continue;
    rowsOf.set(cells.length, (rowsOf.get(cells.length) ?? 0) + 1);
    if ((read += 1) >= SAMPLE_ROWS) break;
  }
  const [best] = [...rowsOf].toSorted(([a, m], [b, n]) => n - m || b - a);
  return { width: best?.[0] ?? 0, rows: best?.[1] ?? 0 };
}

/** Returns a row that replaces a faulty line, or null if the text isn't one row. */
export function rowOfLine(line: string, separator: string, width: number): CsvRow | null {
  const [row, ...others] = csvRows(line, separator, width);
  return row === undefined || others.length > 0 ? null : row;
}

import { msg } from "@gavelyard/messages/text";
import { StringDecoder } from "node:string_decoder";
import { zipSync } from "fflate";
import { fromBufferPromise } from "yauzl";
import { FileFault } from "./file-fault.ts";

const MAX_UNPACKED_BYTES = 80_000_000;
const MAX_FILES = 1_000;
const MAX_TAGS = 5_000_000;
const MAX_CELLS = 600_000;
/**
 * Highest row and column of a cell with a value. The parser fills the gap up to it with empty
 * cells.
 */
const MAX_ROW = 20_000;
const MAX_COLUMN = 256;
/** Highest row of a spreadsheet. Formatted rows without a value may have any number up to it. */
const LAST_ROW = 1_048_576;
/** Maximum characters of an unfinished tag and its text. A cell's text is far shorter. */
const MAX_PENDING = 4_000_000;

const rowOrCell = /<(?:[^\s<>/!?:]+:)?(row|c)(?=[\s/>])((?:"[^"]*"|'[^']*'|[^"'<>])*)>/g;
const address = /(?:^|[\s:])r\s*=\s*["']([^"']*)["']/;
const cellAddress = /^([A-Z]{1,7})(\d{1,9})$/;

const tooLarge = () =>
  new FileFault(msg("The workbook is too large. Split it, or save it as CSV."));
const unreadable = () =>
  new FileFault(msg("We can't read this workbook. Save it again as .xlsx or CSV."));

/**
 * Repacks the XML parts of a workbook: only files in its ZIP directory, and within the limits. The
 * parser may read file entries that aren't in the directory.
 * @throws FileFault
 */
export async function boundedWorkbook(bytes: Buffer): Promise<Buffer> {
  const parts: Record<string, Uint8Array> = {};
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
    if (zip.entryCount > MAX_FILES) throw tooLarge();
    const bounds = new Bounds();
    for await (const entry of zip.eachEntry()) {
      if (!/\.(?:xml|rels)$/.test(entry.fileName)) continue;
      const chunks: Buffer[] = [];
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        if (!Buffer.isBuffer(chunk)) continue;
        bounds.add(chunk);
        chunks.push(chunk);
      }
      bounds.endFile();
      parts[entry.fileName] = Buffer.concat(chunks);
    }
  } catch (error) {
    if (error instanceof FileFault) throw error;
    throw unreadable();
  }
  return Buffer.from(zipSync(parts, { level: 0 }));
}

/** Counts bytes, tags and cells of a workbook's parts against the limits. */
class Bounds {
  #bytes = 0;
  #tags = 0;
  #cells = 0;
  #decoder = new StringDecoder("utf8");
  /** Text from the last `<` on, whose tag may continue in the next chunk. */
  #pending = "";

  add(chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > MAX_UNPACKED_BYTES) throw tooLarge();
    const text = this.#pending + this.#decoder.write(chunk);
    const last = Math.max(0, text.lastIndexOf("<"));
    this.#count(text.slice(0, last));
    this.#pending = text.slice(last);
    if (this.#pending.length > MAX_PENDING) throw tooLarge();
  }

  endFile(): void {
    this.#count(this.#pending);
    this.#pending = "";
    this.#decoder = new StringDecoder("utf8");
  }

  #count(text: string): void {
    for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at + 1)) this.#tags += 1;
    if (this.#tags > MAX_TAGS) throw tooLarge();
    for (const [, tag, attributes = ""] of text.matchAll(rowOrCell)) {
      const at = address.exec(attributes)?.[1];
      if (tag === "row") {
        // A row without a number follows the row before it, and counts as a tag.
        if (at !== undefined && !(Number(at) <= LAST_ROW)) throw unreadable();
      } else if (!attributes.endsWith("/")) {
        this.#cells += 1;
        if (this.#cells > MAX_CELLS) throw tooLarge();
        if (at !== undefined) refuseFarCell(at);
      }
    }
  }
}

function refuseFarCell(at: string): void {
  const [, letters = "", digits] = cellAddress.exec(at) ?? [];
  if (digits === undefined) throw unreadable();
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  if (Number(digits) <= MAX_ROW && column <= MAX_COLUMN) return;
  throw new FileFault(
    msg(
      "The workbook has a value in cell {cell}. Delete values that far out, or save the units as CSV.",
      { cell: at },
    ),
  );
}

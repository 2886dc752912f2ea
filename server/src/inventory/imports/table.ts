import Papa from "papaparse";
import readWorkbook from "read-excel-file/node";
import { fromBufferPromise } from "yauzl";

/** The rows of a file as text. */
export interface Table {
  /** The sheet of a workbook; null for text. */
  readonly sheet: string | null;
  readonly headers: readonly string[];
  /** Rows that hold something, numbered as spreadsheets do: the header's is mostly 1. */
  readonly rows: readonly { readonly row: number; readonly cells: readonly string[] }[];
}

/** What is wrong with a file, told to whoever handed it in. */
export class TableFault extends Error {
  override readonly name = "TableFault";
}

const MOST_ROWS = 5_000;
const MOST_COLUMNS = 100;
const MOST_CHARACTERS = 10_000;
/** What a workbook of 10 MB may weigh unpacked. */
const MOST_UNPACKED_BYTES = 150_000_000;
const MOST_WORKBOOK_FILES = 1_000;

/**
 * Reads a CSV or XLSX file: its first row that holds anything is the header. CSV may be UTF-8, UTF-16
 * or Windows-1252, separated by comma, semicolon, tab or bar; of a workbook the first sheet with rows is
 * read, formulas as the values that they had, dates as ISO-8601.
 * @throws TableFault for anything else, and for too much
 */
export async function tableOf(bytes: Buffer): Promise<Table> {
  if (bytes.length === 0) throw new TableFault("The file is empty");
  if (bytes.subarray(0, 4).equals(Buffer.from("PK\u0003\u0004"))) return workbookTable(bytes);
  if (bytes.subarray(0, 4).toString("hex") === "d0cf11e0") {
    throw new TableFault("This is an old .xls file. Save it as .xlsx or CSV and hand in that one.");
  }
  return tableOfRows(null, csvRows(textOf(bytes)));
}

function textOf(bytes: Buffer): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  if (bytes.includes(0)) throw new TableFault("This is neither a CSV nor an XLSX file");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function csvRows(text: string): string[][] {
  // Spreadsheets may name the separator in a first line of its own.
  const named = /^sep=(.)\r?\n/i.exec(text);
  const { data } = Papa.parse<string[]>(named === null ? text : text.slice(named[0].length), {
    ...(named?.[1] === undefined ? {} : { delimiter: named[1] }),
    delimitersToGuess: [",", ";", "\t", "|"],
  });
  return data;
}

async function workbookTable(bytes: Buffer): Promise<Table> {
  await refuseBomb(bytes);
  const sheets = await readWorkbook(bytes, { parseNumber: exactNumber, trim: false }).catch(() => {
    throw new TableFault("This workbook cannot be read. Save it anew as .xlsx or CSV.");
  });
  for (const { sheet, data } of sheets) {
    const rows = data.map((row) => row.map(cellText));
    if (rows.some((row) => row.some((cell) => cell.trim() !== ""))) return tableOfRows(sheet, rows);
  }
  throw new TableFault("The workbook is empty");
}

/** Unpacks every file of a workbook for its size alone, and refuses what is far larger than its rows. */
async function refuseBomb(bytes: Buffer): Promise<void> {
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
    if (zip.entryCount > MOST_WORKBOOK_FILES) throw new TableFault("The workbook is too large");
    let unpacked = 0;
    for await (const entry of zip.eachEntry()) {
      const stream = await zip.openReadStreamPromise(entry);
      for await (const chunk of stream) {
        unpacked += Buffer.isBuffer(chunk) ? chunk.length : 0;
        if (unpacked > MOST_UNPACKED_BYTES) throw new TableFault("The workbook is too large");
      }
    }
  } catch (error) {
    if (error instanceof TableFault) throw error;
    throw new TableFault("This workbook cannot be read. Save it anew as .xlsx or CSV.");
  }
}

/** Workbooks hold 17 digits, of which spreadsheets show 15. */
function exactNumber(digits: string): string {
  const value = Number(digits);
  return Number.isFinite(value) ? String(Number(value.toPrecision(15))) : digits;
}

function cellText(value: unknown): string {
  if (value instanceof Date) {
    const iso = Number.isNaN(value.getTime()) ? "" : value.toISOString();
    return iso.endsWith("T00:00:00.000Z") ? iso.slice(0, 10) : iso;
  }
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function tableOfRows(sheet: string | null, rows: readonly (readonly string[])[]): Table {
  const numbered = rows
    .map((cells, index) => ({ row: index + 1, cells: withoutTail(cells.map(cleaned)) }))
    .filter(({ cells }) => cells.length > 0);
  const [head, ...body] = numbered;
  if (head === undefined || body.length === 0) {
    throw new TableFault("The file needs a row of column names and at least one row below it");
  }
  if (body.length > MOST_ROWS) {
    throw new TableFault(
      `The file has ${body.length.toLocaleString("en-US")} rows. An import takes ${MOST_ROWS.toLocaleString("en-US")}: hand it in in parts.`,
    );
  }
  const width = Math.max(head.cells.length, ...body.map(({ cells }) => cells.length));
  if (width > MOST_COLUMNS) {
    throw new TableFault(`The file has ${width} columns. An import takes ${MOST_COLUMNS}.`);
  }
  const wide = (cells: readonly string[]) =>
    Array.from({ length: width }, (_, column) => cells[column] ?? "");
  return {
    sheet: sheet?.slice(0, 100) ?? null,
    headers: wide(head.cells).map((name) => name.slice(0, 200)),
    rows: body.map(({ row, cells }) => {
      const long = cells.findIndex((cell) => cell.length > MOST_CHARACTERS);
      if (long >= 0) {
        throw new TableFault(`Row ${row}, column ${long + 1} holds over 10,000 characters`);
      }
      return { row, cells: wide(cells) };
    }),
  };
}

/** Text as the database keeps it: no control characters but tabs and line ends, no half characters. */
function cleaned(cell: string): string {
  return (
    cell
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufeff]/g, "")
      .trim()
  );
}

function withoutTail(cells: readonly string[]): readonly string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1);
}

import { groupThousands, msg } from "@gavelyard/messages/text";
import Papa from "papaparse";
import readWorkbook from "read-excel-file/node";
import { FileFault } from "./file-fault.ts";
import { boundedWorkbook } from "./workbook-bounds.ts";

export interface Table {
  /** Name of the workbook's sheet; null for CSV. */
  readonly sheet: string | null;
  readonly headers: readonly string[];
  /** Rows that aren't empty, numbered as in a spreadsheet: the header is usually row 1. */
  readonly rows: readonly { readonly row: number; readonly cells: readonly string[] }[];
}

const MAX_ROWS = 5_000;
const MAX_COLUMNS = 100;
const MAX_CHARACTERS = 10_000;
/** Characters of CSV parsed at a time. */
const CHUNK = 256 * 1024;
/** A longer line has more text than a row may. */
const MAX_LINE = MAX_COLUMNS * MAX_CHARACTERS;

/**
 * Reads a CSV or XLSX file. The first row that isn't empty is the header. CSV may be UTF-8, UTF-16
 * or Windows-1252, separated by comma, semicolon, tab or bar. Of a workbook it reads the first
 * sheet with rows, formulas as their saved values and dates as ISO 8601.
 * @throws FileFault for other files and for files over the limits
 */
export async function tableOf(bytes: Buffer): Promise<Table> {
  if (bytes.length === 0) throw new FileFault(msg("The file is empty"));
  if (bytes.subarray(0, 4).equals(Buffer.from("PK\u0003\u0004"))) return workbookTable(bytes);
  if (bytes.subarray(0, 4).toString("hex") === "d0cf11e0") {
    throw new FileFault(msg("This is an old .xls file. Save it as .xlsx or CSV and upload that."));
  }
  return csvTable(textOf(bytes));
}

function textOf(bytes: Buffer): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  if (bytes.includes(0)) throw new FileFault(msg("This isn't a CSV or XLSX file"));
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Parses row by row, so that a file over the limits is rejected before all of it is in memory. */
function csvTable(text: string): Table {
  if (hasLongLine(text))
    throw new FileFault(
      msg("A row has more than {most} characters", { most: groupThousands(MAX_LINE) }),
    );
  // Spreadsheets may put the separator into a line of its own before the header.
  const named = /^sep=(.)\r?\n/i.exec(text);
  const rows = new TableRows();
  let fault: unknown;
  Papa.parse<string[]>(named === null ? text : text.slice(named[0].length), {
    ...(named?.[1] === undefined ? {} : { delimiter: named[1] }),
    delimitersToGuess: [",", ";", "\t", "|"],
    chunkSize: CHUNK,
    step: ({ data }, parser) => {
      try {
        rows.add(data);
      } catch (error) {
        fault = error;
        parser.abort();
      }
    },
  });
  if (fault !== undefined) throw fault;
  return rows.table(null);
}

function hasLongLine(text: string): boolean {
  for (let from = 0; text.length - from > MAX_LINE;) {
    const end = text.lastIndexOf("\n", from + MAX_LINE);
    if (end < from) return !text.slice(from, from + MAX_LINE).includes("\r");
    from = end + 1;
  }
  return false;
}

async function workbookTable(bytes: Buffer): Promise<Table> {
  const bounded = await boundedWorkbook(bytes);
  const sheets = await readWorkbook(bounded, { parseNumber: exactNumber, trim: false }).catch(
    () => {
      throw new FileFault(msg("We can't read this workbook. Save it again as .xlsx or CSV."));
    },
  );
  for (const { sheet, data } of sheets) {
    const rows = new TableRows();
    for (const row of data) rows.add(row.map(cellText));
    if (!rows.isEmpty) return rows.table(sheet);
  }
  throw new FileFault(msg("The workbook is empty"));
}

/** Workbooks store 17 digits, of which spreadsheets show 15. */
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

/** Collects the rows of a file that aren't empty, up to the limits of an import. */
class TableRows {
  #read = 0;
  #width = 0;
  readonly #rows: { readonly row: number; readonly cells: readonly string[] }[] = [];

  get isEmpty(): boolean {
    return this.#rows.length === 0;
  }

  /** Adds the next row of the file. @throws FileFault for a row over the limits */
  add(raw: readonly string[]): void {
    const row = (this.#read += 1);
    const cells = withoutTail(raw.map(cleaned));
    if (cells.length === 0) return;
    if (cells.length > MAX_COLUMNS) {
      throw new FileFault(
        msg("Row {row} has {columns} columns. An import can have {most}.", {
          row,
          columns: cells.length,
          most: MAX_COLUMNS,
        }),
      );
    }
    const long = cells.findIndex((cell) => cell.length > MAX_CHARACTERS);
    if (long >= 0) {
      throw new FileFault(
        msg("Row {row}, column {column} has more than 10,000 characters", {
          row,
          column: long + 1,
        }),
      );
    }
    // The first row holds the column names.
    if (this.#rows.length > MAX_ROWS) {
      throw new FileFault(
        msg(
          "An import can have {most} rows, and this file has more. Split it into several files.",
          { most: groupThousands(MAX_ROWS) },
        ),
      );
    }
    this.#width = Math.max(this.#width, cells.length);
    this.#rows.push({ row, cells });
  }

  /**
   * Returns all rows, padded to the same width.
   * @throws FileFault unless there is a row below the header
   */
  table(sheet: string | null): Table {
    const wide = (cells: readonly string[]) =>
      Array.from({ length: this.#width }, (_, column) => cells[column] ?? "");
    const [head, ...body] = this.#rows;
    if (head === undefined || body.length === 0) {
      throw new FileFault(
        msg("The file needs a row of column names and at least one row below it"),
      );
    }
    return {
      sheet: sheet?.slice(0, 100) ?? null,
      headers: wide(head.cells).map((name) => name.slice(0, 200)),
      rows: body.map(({ row, cells }) => ({ row, cells: wide(cells) })),
    };
  }
}

/**
 * Returns text that the database accepts: no control characters except tabs and line ends, no lone
 * surrogates.
 */
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

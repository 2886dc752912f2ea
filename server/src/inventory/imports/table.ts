import { groupThousands, msg } from "@gavelyard/messages/text";
import type { Reading } from "@gavelyard/contract/inventory/unit-imports";
import { openCsv, regularity, type CsvChoice } from "./csv-file.ts";
import { csvRows, type CsvRow, type RowFault } from "./csv-rows.ts";
import { FileFault } from "./file-fault.ts";
import { knownNames } from "./guess-mapping.ts";
import { isRemark, wordsOf } from "./number-units.ts";
import { Workbook } from "./workbook.ts";

/** How to read a file; guessed where not chosen. */
export interface TableChoice extends CsvChoice {
  readonly sheet?: string | undefined;
  /** Row of the column names; 0 if the first row is a unit. */
  readonly headerRow?: number | undefined;
  /** Whether to read the rows that a workbook hides. */
  readonly withHidden?: boolean | undefined;
}

export interface TableRow {
  /** As a spreadsheet numbers it. */
  readonly row: number;
  readonly cells: readonly string[];
  readonly fault: RowFault | null;
  /** The line of a row with a fault; empty otherwise. */
  readonly line: string;
}

export interface Table {
  readonly reading: Reading;
  /** Name of a workbook's sheet; null for CSV. */
  readonly sheet: string | null;
  readonly headers: readonly string[];
  /** Rows below the names that aren't empty. */
  readonly rows: readonly TableRow[];
}

const MAX_ROWS = 20_000;
const MAX_COLUMNS = 100;
const MAX_CHARACTERS = 10_000;
/** A longer line has more text than a row may. */
const MAX_LINE = MAX_COLUMNS * MAX_CHARACTERS;
/** Rows among which the row of names is searched. */
const HEAD_ROWS = 30;
const HEAD_CELLS = 12;
const HEAD_CHARACTERS = 60;

/**
 * Reads a CSV or XLSX file. The row with the most known column names is the header; a file without
 * any starts with a unit. CSV may be UTF-8, UTF-16 or Windows-1252, separated by comma, semicolon,
 * tab or bar. Of a workbook it reads the visible sheet with the most known names, without the rows
 * that are filtered out.
 * @throws FileFault for other files and for files over the limits
 */
export async function tableOf(bytes: Buffer, choice: TableChoice = {}): Promise<Table> {
  if (bytes.length === 0) throw new FileFault(msg("The file is empty"));
  if (bytes.subarray(0, 4).equals(Buffer.from("PK\u0003\u0004")))
    return workbookTable(bytes, choice);
  if (bytes.subarray(0, 4).toString("hex") === "d0cf11e0") {
    throw new FileFault(
      bytes.includes(Buffer.from("EncryptedPackage", "utf16le"))
        ? msg("This workbook has a password. Save it without one and upload that.")
        : msg("This is an old .xls file. Save it as .xlsx or CSV and upload that."),
    );
  }
  return csvTable(bytes, choice);
}

/** Reads row by row, so that a file over the limits is rejected before all of it is in memory. */
function csvTable(bytes: Buffer, choice: TableChoice): Table {
  const { text, separator, encoding } = openCsv(bytes, choice);
  if (hasLongLine(text))
    throw new FileFault(
      msg("A row has more than {most} characters", { most: groupThousands(MAX_LINE) }),
    );
  const head: TableRow[] = [];
  for (const row of numbered(csvRows(text, separator))) {
    if (head.push(row) >= HEAD_ROWS) break;
  }
  const headerRow = choice.headerRow ?? guessHeaderRow(head);
  const header = head.find(({ row }) => row === headerRow);
  const most = regularity(text, separator).width;
  const width = header?.cells.length ?? most;
  const rows = new TableRows(headerRow);
  for (const row of numbered(csvRows(text, separator, width, most))) rows.add(row);
  const plain = { sheets: [], hiddenRows: 0, withHidden: false };
  return rows.table({ separator, encoding, ...plain }, null, head);
}

/** Numbers rows as spreadsheets do, and leaves the empty ones out. */
function* numbered(rows: Iterable<CsvRow>): Generator<TableRow> {
  let row = 0;
  for (const { cells, fault, line } of rows) {
    row += 1;
    if (cells.some((cell) => cell.trim() !== ""))
      yield { row, cells, fault, line: fault === null ? "" : line };
  }
}

function hasLongLine(text: string): boolean {
  for (let from = 0; text.length - from > MAX_LINE;) {
    const end = text.lastIndexOf("\n", from + MAX_LINE);
    if (end < from) return !text.slice(from, from + MAX_LINE).includes("\r");
    from = end + 1;
  }
  return false;
}

async function workbookTable(bytes: Buffer, choice: TableChoice): Promise<Table> {
  const workbook = await Workbook.open(bytes);
  const inOrder = workbook.sheets.toSorted((a, b) => Number(a.isHidden) - Number(b.isHidden));
  const candidates =
    choice.sheet === undefined
      ? inOrder.filter(({ isHidden }) => !isHidden)
      : inOrder.filter(({ name }) => name === choice.sheet);
  const read = [];
  for (const { name } of candidates) {
    const all = await workbook.rowsOf(name);
    if (all.length === 0) continue;
    const withHidden = choice.withHidden ?? false;
    const shown = all.filter(({ isHidden }) => withHidden || !isHidden);
    const rows = shown.map(({ row, cells }): TableRow => ({ row, cells, fault: null, line: "" }));
    const headerRow = choice.headerRow ?? guessHeaderRow(rows.slice(0, HEAD_ROWS));
    const names = rows.find(({ row }) => row === headerRow)?.cells ?? [];
    const hiddenRows = all.filter(({ isHidden }) => isHidden).length;
    read.push({ name, rows, headerRow, hiddenRows, withHidden, known: knownNames(names) });
  }
  const [best] = read.toSorted((a, b) => b.known - a.known);
  if (best === undefined) throw new FileFault(msg("The workbook is empty"));
  const rows = new TableRows(best.headerRow);
  for (const row of best.rows) rows.add(row);
  const sheets = inOrder.map(({ name }) => name.slice(0, 100));
  const { hiddenRows, withHidden } = best;
  return rows.table(
    { separator: null, encoding: null, sheets, hiddenRows, withHidden },
    best.name.slice(0, 100),
    best.rows.slice(0, HEAD_ROWS),
  );
}

/**
 * Returns the row with the most known names, if it has two; otherwise the first row. A first row
 * with a model year and no known name is a unit, so there is no header: 0.
 */
function guessHeaderRow(head: readonly TableRow[]): number {
  const scored = head.map(({ row, cells }) => ({ row, cells, known: knownNames(cells) }));
  const [best] = scored.toSorted((a, b) => b.known - a.known);
  const first = scored[0];
  if (best === undefined || first === undefined) return 0;
  if (best.known > 1 || first.known > 0) return best.known > 1 ? best.row : first.row;
  return first.cells.some((cell) => /^(?:19|20)\d\d$/.test(cell.trim())) ? 0 : first.row;
}

/** Collects the rows of a file below its header, up to the limits of an import. */
class TableRows {
  readonly #headerRow: number;
  #width = 0;
  #header: readonly string[] = [];
  readonly #rows: TableRow[] = [];

  constructor(headerRow: number) {
    this.#headerRow = headerRow;
  }

  /** Adds the next row of the file. @throws FileFault for a row over the limits */
  add({ row, cells: raw, fault, line }: TableRow): void {
    if (row < this.#headerRow) return;
    const cells = withoutTail(raw.map(cleaned));
    if (cells.length === 0 || isRuler(cells)) return;
    // A row with a fault isn't in columns.
    if (fault === null) {
      refuseLarge(row, cells);
      this.#width = Math.max(this.#width, cells.length);
    }
    if (row === this.#headerRow) {
      this.#header = cells;
      return;
    }
    if (this.#header.length > 0 && this.#rows.length === 0 && areUnits(cells)) {
      this.#header = this.#header.map((name, at) => `${name} ${cells[at] ?? ""}`.trim());
      return;
    }
    if (this.#rows.length >= MAX_ROWS) {
      throw new FileFault(
        msg(
          "An import can have {most} rows, and this file has more. Split it into several files.",
          { most: groupThousands(MAX_ROWS) },
        ),
      );
    }
    // Long lists repeat their names on each page, and end with sums.
    if (this.#header.length > 0 && sameCells(cells, this.#header)) return;
    if (isTotal(cells, this.#header.length)) return;
    this.#rows.push({ row, cells, fault, line: cleaned(line).slice(0, MAX_CHARACTERS) });
  }

  /**
   * Returns all rows, padded to the same width.
   * @throws FileFault unless there is a row below the header
   */
  table(
    reading: Omit<Reading, "head" | "headerRow">,
    sheet: string | null,
    head: readonly TableRow[],
  ): Table {
    if (this.#rows.length === 0) {
      throw new FileFault(
        msg("The file needs a row of column names and at least one row below it"),
      );
    }
    const wide = (cells: readonly string[]) =>
      Array.from({ length: this.#width }, (_, column) => cells[column] ?? "");
    return {
      reading: {
        ...reading,
        headerRow: this.#headerRow,
        head: head.map(({ row, cells }) => ({ row, cells: shortened(cells) })),
      },
      sheet,
      headers: wide(this.#header).map((name) => name.slice(0, 200)),
      rows: this.#rows.map((one) => ({ ...one, cells: wide(one.cells) })),
    };
  }
}

function refuseLarge(row: number, cells: readonly string[]): void {
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
}

const shortened = (cells: readonly string[]): string[] =>
  cells.slice(0, HEAD_CELLS).map((cell) => cleaned(cell).slice(0, HEAD_CHARACTERS));

/** A line of a text table between its names and its rows. */
const isRuler = (cells: readonly string[]): boolean =>
  cells.every((cell) => /^[-:=+ ]*$/.test(cell)) && cells.some((cell) => cell.length > 2);

/** A line of sums: "Total", and most of its `columns` empty. */
const isTotal = (cells: readonly string[], columns: number): boolean =>
  /^(?:grand |sub-?)?totals?:?$/i.test(cells.find((cell) => cell !== "") ?? "") &&
  cells.filter((cell) => cell !== "").length * 2 <= columns;

/** A second line of names that only says the units: "(km)", "(kg)", "USD". */
const areUnits = (cells: readonly string[]): boolean =>
  cells.every((cell) => !/\d/.test(cell) && wordsOf(cell).every(isRemark)) &&
  cells.some((cell) => wordsOf(cell).length > 0);

const sameCells = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((cell, at) => cell === others[at]);

/** Control characters other than tabs and line ends, and characters without width. */
const unseen =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u200b-\u200f\u2028-\u202e\u2060\ufeff]/g;

/**
 * Returns text that the database accepts, as people see it: no control characters except tabs and
 * line ends, no lone surrogates, no characters without width.
 */
function cleaned(cell: string): string {
  return cell.toWellFormed().replace(unseen, "").trim();
}

function withoutTail(cells: readonly string[]): readonly string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1);
}

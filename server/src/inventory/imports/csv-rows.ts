/** Why a line can't be split into cells: a quote that isn't closed, or too many cells. */
export type RowFault = "OPEN_QUOTE" | "TOO_MANY_CELLS";

/** A line of a CSV file. A line that can't be split into cells has a fault. */
export interface CsvRow {
  readonly cells: readonly string[];
  readonly fault: RowFault | null;
  /** The line as it is in the file. */
  readonly line: string;
}

/** Maximum characters between two quotes. A longer text is a quote that nobody closed. */
const MAX_QUOTED = 20_000;

/** Number of cells up to the last that isn't empty. */
const filled = (cells: readonly string[]): number =>
  cells.findLastIndex((cell) => cell.trim() !== "") + 1;

/** People write two commas in the last line of a text; more, and as many as a row has, are a row. */
const MIN_SEPARATORS = 3;

const endOfLine = (text: string, from: number): number => {
  const lineEnd = /[\r\n]/g;
  lineEnd.lastIndex = from;
  return lineEnd.exec(text)?.index ?? text.length;
};
const afterBreak = (text: string, at: number): number =>
  text.startsWith("\r\n", at) ? at + 2 : Math.min(at + 1, text.length);

/**
 * Splits CSV into rows. A quote that isn't closed or doubled is the fault of its own line, and the
 * next row starts with the next line. Readers that search for the closing quote instead put the
 * lines that follow into one cell.
 *
 * @param width the header's number of cells, 0 if it isn't known; no row may have values beyond it
 * @param most how many cells rows have with those that are always empty
 */
export function* csvRows(
  text: string,
  separator: string,
  width = 0,
  most = width,
): Generator<CsvRow> {
  for (let at = 0; at < text.length;) {
    const row = quotedRow(text, at, separator);
    if (row === null || hasSwallowed(row.cells, width, separator)) {
      const end = endOfLine(text, at);
      const line = text.slice(at, end);
      yield { cells: line.split(separator), fault: "OPEN_QUOTE", line };
      at = afterBreak(text, end);
    } else {
      const isWide = row.cells.length > Math.max(width, most) || filled(row.cells) > width;
      const fault = width > 0 && isWide ? "TOO_MANY_CELLS" : null;
      yield { cells: row.cells, fault, line: text.slice(at, row.end) };
      at = afterBreak(text, row.end);
    }
  }
}

interface QuotedRow {
  readonly cells: readonly string[];
  /** Position of the line end. */
  readonly end: number;
}

/** Returns the row that starts at a position, or null if one of its quotes isn't closed or doubled. */
function quotedRow(text: string, start: number, separator: string): QuotedRow | null {
  const cells: string[] = [];
  for (let at = start; ;) {
    let end: number;
    if (text[at] === '"') {
      const close = closingQuote(text, at);
      if (close === null) return null;
      cells.push(text.slice(at + 1, close).replaceAll('""', '"'));
      end = close + 1;
    } else {
      end = at;
      while (end < text.length && !isCellEnd(text[end], separator)) end += 1;
      cells.push(text.slice(at, end));
    }
    if (text[end] !== separator) return isCellEnd(text[end], separator) ? { cells, end } : null;
    at = end + 1;
  }
}

const isCellEnd = (character: string | undefined, separator: string): boolean =>
  character === undefined || character === separator || character === "\n" || character === "\r";

function closingQuote(text: string, open: number): number | null {
  for (let at = open + 1; at - open <= MAX_QUOTED; at += 2) {
    at = text.indexOf('"', at);
    if (at < 0 || at - open > MAX_QUOTED) return null;
    if (text[at + 1] !== '"') return at;
  }
  return null;
}

/**
 * Returns whether a text of several lines holds whole rows of the file: its quote was opened by
 * mistake, and closed by a quote of a later row. Then the text's last line has the separators of
 * that row's start.
 */
function hasSwallowed(cells: readonly string[], width: number, separator: string): boolean {
  if (width === 0) return false;
  return cells.some((cell, column) => {
    const last = /[\r\n]([^\r\n]*)$/.exec(cell)?.[1];
    if (last === undefined) return false;
    if (cells.length > width) return true;
    const count = last.split(separator).length - 1;
    return count >= MIN_SEPARATORS && count === column + width - cells.length;
  });
}

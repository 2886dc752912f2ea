import { msg } from "@gavelyard/messages/text";
import { format, getFormatDateInfo } from "numfmt";
import { Parser } from "saxen";
import { fromBufferPromise, type Entry, type ZipFile } from "yauzl";
import { FileFault } from "./file-fault.ts";

/** A sheet of a workbook, as a spreadsheet shows it. */
export interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
}

/** Text of a formula whose result the workbook doesn't hold. */
export const NO_RESULT = "#FORMULA!";

/** A row with a value, numbered as the spreadsheet does. */
export interface SheetRow {
  readonly row: number;
  /** Filtered out or hidden by hand. */
  readonly isHidden: boolean;
  readonly cells: readonly string[];
}

interface Cell {
  /** Its address, such as "C7", if the file states it. */
  readonly at: string;
  readonly column: number;
  readonly type: string;
  readonly style: number;
  formula: string | null;
  value: string;
}

interface NumberFormat {
  readonly pattern: string;
  /** Whether it shows a whole date, a part of one such as the year, or neither. */
  readonly dated: "WHOLE" | "PART" | "NO";
}

const MAX_UNPACKED_BYTES = 80_000_000;
const MAX_PARTS = 1_000;
const MAX_TAGS = 5_000_000;
const MAX_CELLS = 600_000;
/** Highest row and column of a cell with a value, and most rows with one. */
const MAX_ROW = 100_000;
const MAX_COLUMN = 256;
/** Highest row of a spreadsheet. Formatted rows without a value may have any number up to it. */
const LAST_ROW = 1_048_576;
/** Spreadsheets store 15 digits of a number. */
const MAX_EXACT = 1e15;
const DAY_MS = 86_400_000;
/** Spreadsheets count days from 1900. */
const DAYS_TO_1970 = 25_569;
/** Workbooks of old Macs count days from 1904. */
const DAYS_TO_1904 = 1_462;

const tooLarge = () =>
  new FileFault(msg("The workbook is too large. Split it, or save it as CSV."));
const unreadable = () =>
  new FileFault(msg("We can't read this workbook. Save it again as .xlsx or CSV."));

/**
 * An XLSX file. Cells are read as the text that the spreadsheet shows, so that "00087" keeps its
 * zeros; full dates become ISO 8601. A formula without a saved result is `NO_RESULT`, and a number of
 * more than 15 digits has an exponent: both are errors of their cell.
 */
export class Workbook {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #limits = new Limits();
  #paths: ReadonlyMap<string, string> = new Map();
  #texts: readonly string[] = [];
  #formats: readonly NumberFormat[] = [];
  #days = 0;
  sheets: readonly Sheet[] = [];

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /** @throws FileFault for what isn't a workbook, or a workbook over the limits */
  static async open(bytes: Buffer): Promise<Workbook> {
    try {
      const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
      if (zip.entryCount > MAX_PARTS) throw tooLarge();
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
      const workbook = new Workbook(zip, entries);
      await workbook.#readParts();
      return workbook;
    } catch (error) {
      throw error instanceof FileFault ? error : unreadable();
    }
  }

  async #readParts(): Promise<void> {
    const sheets: (Sheet & { readonly relation: string })[] = [];
    await this.#parse("xl/workbook.xml", (tag, attributes) => {
      if (tag === "workbookPr" && isOn(attributes["date1904"])) this.#days = DAYS_TO_1904;
      if (tag !== "sheet") return;
      const { name = "", state = "visible" } = attributes;
      sheets.push({ name, isHidden: state !== "visible", relation: relationOf(attributes) });
    });
    const targets = new Map<string, string>();
    await this.#parse("xl/_rels/workbook.xml.rels", (tag, { Id = "", Target = "" }) => {
      if (tag === "Relationship") targets.set(Id, pathOf(Target));
    });
    this.#paths = new Map(sheets.map(({ name, relation }) => [name, targets.get(relation) ?? ""]));
    this.sheets = sheets.map(({ name, isHidden }) => ({ name, isHidden }));
    if (sheets.length === 0) throw unreadable();
    await this.#readTexts();
    await this.#readFormats();
  }

  async #readTexts(): Promise<void> {
    if (!this.#entries.has("xl/sharedStrings.xml")) return;
    const texts: string[] = [];
    let isSpoken = false;
    await this.#parse(
      "xl/sharedStrings.xml",
      (tag) => {
        if (tag === "si") texts.push("");
        if (tag === "rPh") isSpoken = true;
      },
      (tag, text) => {
        if (tag === "rPh") isSpoken = false;
        if (tag === "t" && !isSpoken) texts.push((texts.pop() ?? "") + unescaped(text));
      },
    );
    this.#texts = texts;
  }

  async #readFormats(): Promise<void> {
    if (!this.#entries.has("xl/styles.xml")) return;
    const patterns = new Map(builtInFormats);
    const formats: NumberFormat[] = [];
    let inCells = false;
    await this.#parse(
      "xl/styles.xml",
      (tag, { numFmtId = "0", formatCode }) => {
        if (tag === "cellXfs") inCells = true;
        if (tag === "numFmt" && formatCode !== undefined)
          patterns.set(Number(numFmtId), formatCode);
        if (tag === "xf" && inCells)
          formats.push(formatOf(patterns.get(Number(numFmtId)) ?? "General"));
      },
      (tag) => {
        if (tag === "cellXfs") inCells = false;
      },
    );
    this.#formats = formats;
  }

  /** Returns a sheet's rows that have a value. @throws FileFault */
  async rowsOf(sheet: string): Promise<SheetRow[]> {
    const rows: SheetRow[] = [];
    let row = 0;
    let isHidden = false;
    let cells: string[] = [];
    let cell: Cell = { at: "", column: 0, type: "n", style: 0, formula: null, value: "" };
    await this.#parse(
      this.#paths.get(sheet) ?? "",
      (tag, attributes) => {
        if (tag === "row") {
          row = attributes["r"] === undefined ? row + 1 : Number(attributes["r"]);
          if (!(row >= 1 && row <= LAST_ROW))
            throw attributes["r"] === undefined ? tooLarge() : unreadable();
          isHidden = isOn(attributes["hidden"]);
          cells = [];
        }
        if (tag === "c") {
          const { r, t = "n", s = "0" } = attributes;
          const column = r === undefined ? cell.column + 1 : columnOf(r);
          cell = { at: r ?? "", column, type: t, style: Number(s), formula: null, value: "" };
          this.#limits.addCell();
        }
      },
      (tag, text) => {
        if (tag === "f") cell.formula = text;
        if (tag === "v" || (tag === "t" && cell.type === "inlineStr")) cell.value += text;
        if (tag === "c") {
          const shown = this.#textOf(cell);
          if (shown !== "") {
            if (row > MAX_ROW || cell.column > MAX_COLUMN) throw tooFar(cell.at);
            while (cells.length < cell.column - 1) cells.push("");
            cells[cell.column - 1] = shown;
          }
        }
        if (tag === "row") {
          cell = { ...cell, column: 0 };
          if (cells.length > 0 && rows.push({ row, isHidden, cells }) > MAX_ROW) throw tooLarge();
        }
      },
    );
    return rows;
  }

  #textOf({ type, style, formula, value }: Cell): string {
    if (value === "") return formula === null ? "" : NO_RESULT;
    switch (type) {
      case "s":
        return this.#texts[Number(value)] ?? "";
      case "inlineStr":
      case "str":
        return unescaped(value);
      case "b":
        return value === "1" ? "Yes" : "No";
      case "n":
        return this.#numberText(Number(value), this.#formats[style] ?? formatOf("General"));
      default:
        // Errors, such as #N/A, and dates in ISO 8601.
        return value;
    }
  }

  #numberText(value: number, { pattern, dated }: NumberFormat): string {
    if (!Number.isFinite(value)) return String(value);
    if (Math.abs(value) >= MAX_EXACT) return value.toExponential();
    if (pattern === "General") return String(Number(value.toPrecision(15)));
    const serial = dated === "NO" ? value : value + this.#days;
    if (dated === "WHOLE") {
      const date = new Date(Math.round((serial - DAYS_TO_1970) * DAY_MS));
      if (!Number.isNaN(date.getTime())) return date.toISOString().replace(/T00:00:00.000Z$/, "");
    }
    return format(pattern, serial, { throws: false });
  }

  /** Parses a part, with the local names of its tags and the text of each. */
  async #parse(
    path: string,
    onOpen: (tag: string, attributes: Readonly<Record<string, string>>) => void,
    onClose: (tag: string, text: string) => void = () => {},
  ): Promise<void> {
    const entry = this.#entries.get(path);
    if (entry === undefined) throw unreadable();
    const chunks: Buffer[] = [];
    for await (const chunk of await this.#zip.openReadStreamPromise(entry)) {
      if (!Buffer.isBuffer(chunk)) continue;
      this.#limits.addBytes(chunk.length);
      chunks.push(chunk);
    }
    let text = "";
    const failure = new Parser()
      .on("openTag", (name, attributes, decode) => {
        this.#limits.addTag();
        text = "";
        const given = Object.entries(attributes());
        onOpen(
          localName(name),
          Object.fromEntries(given.map(([key, value]) => [key, decode(value)])),
        );
      })
      .on("text", (raw, decode) => (text += decode(raw)))
      .on("cdata", (raw) => (text += raw))
      .on("closeTag", (name) => {
        onClose(localName(name), text);
        text = "";
      })
      .parse(
        Buffer.concat(chunks)
          .toString("utf8")
          .replace(/^\uFEFF/, ""),
      );
    if (failure !== null) throw unreadable();
  }
}

/** Counts bytes, tags and cells of a workbook's parts against the limits. */
class Limits {
  #bytes = 0;
  #tags = 0;
  #cells = 0;

  addBytes(count: number): void {
    this.#bytes += count;
    if (this.#bytes > MAX_UNPACKED_BYTES) throw tooLarge();
  }

  addTag(): void {
    this.#tags += 1;
    if (this.#tags > MAX_TAGS) throw tooLarge();
  }

  addCell(): void {
    this.#cells += 1;
    if (this.#cells > MAX_CELLS) throw tooLarge();
  }
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/** Returns the relation's ID, whatever prefix its namespace has. */
const relationOf = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes).find(([name]) => name.endsWith(":id"))?.[1] ?? "";

/** Returns a target's path in the ZIP: relative to `xl/`, or from the root. */
const pathOf = (target: string): string =>
  target.startsWith("/") ? target.slice(1) : `xl/${target.replace(/^\.\//, "")}`;

/** Texts write characters that XML doesn't allow as _x000D_. */
const unescaped = (text: string): string =>
  text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

function columnOf(address: string): number {
  const [, letters, digits] = /^([A-Z]{1,7})(\d{1,9})$/.exec(address) ?? [];
  if (letters === undefined || digits === undefined) throw unreadable();
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

function tooFar(cell: string): FileFault {
  return new FileFault(
    msg("Cell {cell} has a value far outside your data. Delete it, or save the sheet as CSV.", {
      cell,
    }),
  );
}

const isOn = (flag: string | undefined): boolean => flag === "1" || flag === "true";

function formatOf(pattern: string): NumberFormat {
  const { year, month, day } = getFormatDateInfo(pattern);
  const dated = year && month && day ? "WHOLE" : year || month || day ? "PART" : "NO";
  return { pattern, dated };
}

/** Formats that a workbook uses by number, without stating them (ECMA-376, part 1, 18.8.30). */
const builtInFormats: readonly (readonly [number, string])[] = [
  [0, "General"],
  [1, "0"],
  [2, "0.00"],
  [3, "#,##0"],
  [4, "#,##0.00"],
  [9, "0%"],
  [10, "0.00%"],
  [11, "0.00E+00"],
  [12, "# ?/?"],
  [13, "# ??/??"],
  [14, "m/d/yyyy"],
  [15, "d-mmm-yy"],
  [16, "d-mmm"],
  [17, "mmm-yy"],
  [18, "h:mm AM/PM"],
  [19, "h:mm:ss AM/PM"],
  [20, "h:mm"],
  [21, "h:mm:ss"],
  [22, "m/d/yyyy h:mm"],
  [37, "#,##0 ;(#,##0)"],
  [38, "#,##0 ;[Red](#,##0)"],
  [39, "#,##0.00;(#,##0.00)"],
  [40, "#,##0.00;[Red](#,##0.00)"],
  [41, '_(* #,##0_);_(* \\(#,##0\\);_(* "-"_);_(@_)'],
  [42, '_($* #,##0_);_($* \\(#,##0\\);_($* "-"_);_(@_)'],
  [43, '_(* #,##0.00_);_(* \\(#,##0.00\\);_(* "-"??_);_(@_)'],
  [44, '_($* #,##0.00_);_($* \\(#,##0.00\\);_($* "-"??_);_(@_)'],
  [45, "mm:ss"],
  [46, "[h]:mm:ss"],
  [47, "mm:ss.0"],
  [48, "##0.0E+0"],
  [49, "@"],
];

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { archive, csv, workbook, workbookOf } from "../../testing/spreadsheets.ts";
import { csvLines } from "../../documents/csv.ts";
import { readTable } from "./read-table.ts";
import { tableOf } from "./table.ts";

const bytes = (text: string, encoding: BufferEncoding = "utf8") => Buffer.from(text, encoding);

describe("a CSV file", () => {
  test.each([
    ["commas", "Stock #,Make\nT1,Ford\n"],
    ["semicolons", "Stock #;Make\r\nT1;Ford"],
    ["tabs", "Stock #\tMake\nT1\tFord"],
    ["bars", "Stock #|Make\nT1|Ford"],
    ["a named separator", "sep=;\r\nStock #;Make\r\nT1;Ford"],
    ["a mark and blank lines", "\uFEFF\n\nStock #,Make,\nT1,Ford,\n\n"],
  ])("with %s", async (_what, text) => {
    const { sheet, headers, rows } = await tableOf(bytes(text));
    expect({ sheet, headers }).toEqual({ sheet: null, headers: ["Stock #", "Make"] });
    expect(rows.map(({ cells }) => cells)).toEqual([["T1", "Ford"]]);
  });

  test("in UTF-8, UTF-16 and Windows-1252 says the same", async () => {
    const text = "Make,Color\nCitroën,“café”\n";
    const western = Buffer.concat([
      bytes("Make,Color\nCitro"),
      Buffer.from([0xeb]),
      bytes("n,"),
      Buffer.from([0x93]),
      bytes("caf"),
      Buffer.from([0xe9, 0x94]),
    ]);
    const files = [bytes(text), bytes(`\uFEFF${text}`, "utf16le"), western];
    for (const file of files) {
      expect((await tableOf(file)).rows).toMatchObject([{ row: 2, cells: ["Citroën", "“café”"] }]);
    }
  });

  test("keeps the rows' numbers, line ends within cells and short rows", async () => {
    const { rows } = await tableOf(bytes('A,B,C\n1,"x\ny"\n\n,,\n2,z,3\n'));
    expect(rows).toMatchObject([
      { row: 2, cells: ["1", "x\ny", ""] },
      { row: 5, cells: ["2", "z", "3"] },
    ]);
  });

  test("is the same however many pieces it is split in", async () => {
    const cells = ['"x\r\ny,z"', '"a ""b"""', "plain"].join();
    const { rows } = await tableOf(
      bytes(`A,B,C\r\n${`${cells}\r\n`.repeat(5_000)}`.padEnd(700_000)),
    );
    expect(rows).toHaveLength(5_000);
    expect(new Set(rows.map((row) => row.cells.join("|")))).toEqual(
      new Set(['x\r\ny,z|a "b"|plain']),
    );
  });

  test("reads whatever cells were written, as they were", async () => {
    const cell = fc
      .string({ unit: "grapheme", maxLength: 20 })
      .map((text) => text.replace(/[\p{Cc}\ufeff]/gu, "").trim());
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 6 }),
        async (rows) => {
          const whole = [
            ["Make", "Model", "Trim"],
            ...rows
              .map((row, n) => [`r${n}`, ...row])
              .map(([first = "", ...rest]) => [first, ...rest]),
          ];
          const { rows: read } = await tableOf(csv(whole));
          const width = Math.max(3, ...read.map(({ cells }) => cells.length));
          expect(read.map(({ cells }) => cells)).toEqual(
            whole.slice(1).map((row) => Array.from({ length: width }, (_, at) => row[at] ?? "")),
          );
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("a workbook", () => {
  test("returns numbers, dates, flags and formulas' results as text", async () => {
    const file = workbook({
      Notes: [],
      Units: [
        ["Stock #", "Year", "Price", "Seen", "Runs", "VIN"],
        ["T1", 2019, { formula: "3*10500", value: 31_500 }, { date: "2026-03-09" }, true, null],
        [null, null, null, null, null, null],
        ["T2 & <co>", 2020, 0.1 + 0.2, null, false, "1XP"],
      ],
    });
    expect(await tableOf(file)).toMatchObject({
      sheet: "Units",
      headers: ["Stock #", "Year", "Price", "Seen", "Runs", "VIN"],
      rows: [
        { row: 2, cells: ["T1", "2019", "31500", "2026-03-09", "Yes", ""] },
        { row: 4, cells: ["T2 & <co>", "2020", "0.3", "", "No", "1XP"] },
      ],
    });
  });
});

/** Adds the files of another ZIP that the directory doesn't list. */
function withHiddenFiles(zip: Buffer, hidden: Buffer): Buffer {
  const directoryOf = (file: Buffer) => file.readUInt32LE(file.length - 6);
  const files = hidden.subarray(0, directoryOf(hidden));
  const at = directoryOf(zip);
  const result = Buffer.concat([zip.subarray(0, at), files, zip.subarray(at)]);
  result.writeUInt32LE(at + files.length, result.length - 6);
  return result;
}

test("a workbook is what its directory lists, whatever else the file contains", async () => {
  const shown = workbook({ Units: [["Stock #"], ["SHOWN"]] });
  const hidden = workbook({ Units: [["Stock #"], ["HIDDEN"]] });
  const { rows } = await tableOf(withHiddenFiles(shown, hidden));
  expect(rows).toMatchObject([{ row: 2, cells: ["SHOWN"] }]);
});

describe("is refused with what to do", () => {
  test.each([
    ["nothing", Buffer.alloc(0), /empty/],
    ["a header alone", bytes("Stock #,Make\n"), /at least one row/],
    ["an old workbook", Buffer.from("d0cf11e0a1b11ae1", "hex"), /\.xlsx or CSV/],
    ["a picture", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), /a CSV or XLSX/],
    ["a ZIP of something else", archive({ "a.txt": bytes("x") }), /read this workbook/],
    ["a cut off workbook", workbook({ A: [["a"], ["b"]] }).subarray(0, 300), /read this workbook/],
    ["too many rows", bytes(`a\n${"1\n".repeat(20_001)}`), /can have 20,000/],
    ["too many columns", bytes(`${"a,".repeat(101)}b\n1\n`), /can have 100/],
    ["a huge cell", bytes(`a\n${"x".repeat(10_001)}\n`), /10,000 characters/],
    ["a bomb", archive({ "xl/workbook.xml": Buffer.alloc(160_000_000) }), /too large/],
  ])("%s", async (_what, file, message) => {
    await expect(tableOf(file)).rejects.toThrow(message);
  });
});

test("written CSV contains no formulas for a spreadsheet", () => {
  expect(csvLines([["=1+1", "+1", "-1", "@x", 'a "b"', "fine", -5]])).toBe(
    `"'=1+1","'+1","'-1","'@x","a ""b""",fine,-5\r\n`,
  );
});

describe("a file that would use up the memory is refused", () => {
  /** Far less than these files unpack to. */
  const HEAP_MB = 64;
  const read = (file: Buffer) => readTable(file, {}, HEAP_MB);
  const sheet = (rows: string) =>
    workbookOf(
      `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`,
    );
  const head = '<row r="1"><c r="A1"><v>1</v></c></row>';

  test.each([
    [
      "a value in the last cell",
      sheet(`${head}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`),
      /XFD1048576/,
    ],
    [
      "the same under another name for its tags",
      sheet(`${head}<x:row r='1048576'><x:c s=">" r='XFD1048576'><x:v>1</x:v></x:c></x:row>`),
      /XFD1048576/,
    ],
    ["a row beyond all rows", sheet(`${head}<row r="99999999999"/>`), /read this workbook/],
    ["millions of empty rows", sheet("<row/>".repeat(5_100_000)), /too large/],
    [
      "a million cells",
      sheet('<row r="1"><c r="A1"><v>1</v></c></row>'.repeat(600_001)),
      /too large/,
    ],
    ["four million lines", bytes(`a\n${"b\n".repeat(4_000_000)}`), /can have 20,000/],
    ["four million columns", bytes(`a\n${",".repeat(4_000_000)}\n1\n`), /1,000,000 characters/],
  ])("%s", async (_what, file, message) => {
    await expect(read(file)).rejects.toThrow(message);
  });

  test("but not rows that are only formatted, nor as many rows as an import takes", async () => {
    const formatted = sheet(
      `${head}<row r="2"><c r="A2"><v>2</v></c><c r="XFD2" s="1"/></row><row r="1048576"><c r="A1048576" s="1"/></row>`,
    );
    expect((await tableOf(formatted)).rows).toMatchObject([{ row: 2, cells: ["2"] }]);
    const full = bytes(`${"a,".repeat(99)}b\n${`${"12345678,".repeat(99)}x\n`.repeat(5_000)}`);
    expect((await read(full)).rows).toHaveLength(5_000);
  });
});

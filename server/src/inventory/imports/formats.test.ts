import { unitTable } from "@gavelyard/contract/inventory/unit-table";
import { say } from "@gavelyard/messages/text";
import fc from "fast-check";
import Papa from "papaparse";
import { expect, test } from "vitest";
import { runs } from "../../testing/runs.ts";
import { workbook, type SheetCell } from "../../testing/spreadsheets.ts";
import { csvLines } from "../../documents/csv.ts";
import { rowReader } from "./check-rows.ts";
import { usesDecimalComma } from "./cell-values.ts";
import { numberTextsOf } from "./column-plans.ts";
import { choicesFor } from "./profiles.ts";
import { tableOf } from "./table.ts";

const house = {
  yards: [
    { id: 1, name: "Vernon", city: "Vernon", state: "CA" },
    { id: 2, name: "East, Main", city: "Reno", state: "NV" },
  ],
  sellers: [],
  thisYear: 2100,
};

/** Reads a file as an import does, without anybody's choices. */
async function read(bytes: Buffer) {
  const table = await tableOf(bytes);
  const choices = choicesFor(table, [], "list");
  const reader = rowReader(
    {
      ...choices,
      headers: table.headers,
      decimalComma: usesDecimalComma(numberTextsOf(choices.mapping, table.rows)),
    },
    house,
  );
  return table.rows.map((row) => {
    const { unit, faults, values } = reader(row);
    return { unit, faults, values: [...values] };
  });
}

/** Text as people type it, with what separates and quotes cells, on several lines. */
const words = fc
  .array(
    fc.constantFrom(
      "Ford",
      "F-150",
      '6" lift',
      "one owner, no keys",
      "a;b",
      "tab\tbed",
      "línea",
      "北京",
      "O'Neil",
      "<b>& more",
      "two\nlines",
      "50%",
      "#12",
      "a|b",
      "“as is”",
      "x=1",
      "N/A",
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => parts.join(" "));
/** Numbers: in a workbook as numbers, in text as digits. */
const numbers = fc.oneof(
  fc.integer({ min: 0, max: 9_999_999 }),
  fc.integer({ min: 1, max: 999 }).map((tenths) => tenths / 10),
);

/** By the kind of a field: what its cells may be, also what isn't known or is wrong. */
const cellOf = (field: (typeof unitTable)[number]): fc.Arbitrary<string | number> => {
  const blank = fc.constant("");
  if (field.name === "yard")
    return fc.constantFrom<string[]>("Vernon", "East, Main", "2", "", "Mars");
  if (field.name === "modelYear") return fc.oneof(fc.integer({ min: 1950, max: 2027 }), blank);
  switch (field.kind) {
    case "number":
      return fc.oneof({ weight: 4, arbitrary: numbers }, blank, fc.constant("12,500"), words);
    case "choice":
      return fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...(field.options ?? [])) },
        blank,
        fc.constant("NOT ACTUAL MILES"),
      );
    case "flag":
      return fc.constantFrom("Yes", "no", "", "TRUE", "maybe");
    case "text":
    case "area":
      return fc.oneof({ weight: 3, arbitrary: words }, blank);
  }
};

const table = fc
  .shuffledSubarray([...unitTable], { minLength: 8, maxLength: 14 })
  .chain((fields) =>
    fc.record({
      header: fc.constant(fields.map(({ label }) => say(label))),
      rows: fc.array(fc.tuple(...fields.map(cellOf)), { minLength: 1, maxLength: 12 }),
    }),
  )
  // A row needs a value; a file's empty rows are no units.
  .filter(({ rows }) => rows.every((cells) => cells.some((cell) => String(cell).trim() !== "")));

test("any table is the same units as CSV, TSV and XLSX", async () => {
  await fc.assert(
    fc.asyncProperty(table, async ({ header, rows }) => {
      const all = [header, ...rows.map((cells) => [...cells])];
      const sheet: SheetCell[][] = all.map((cells) =>
        cells.map((cell) => (cell === "" ? null : cell)),
      );
      const fromWorkbook = await read(workbook({ Units: sheet }));
      expect(await read(Buffer.from(csvLines(all)))).toEqual(fromWorkbook);
      expect(await read(Buffer.from(`\uFEFF${csvLines(all)}`, "utf16le"))).toEqual(fromWorkbook);
      for (const delimiter of ["\t", ";"]) {
        const text = Papa.unparse(all, { delimiter });
        expect(await read(Buffer.from(text))).toEqual(fromWorkbook);
      }
      expect(fromWorkbook).toHaveLength(rows.length);
    }),
    { numRuns: runs(300) },
  );
});

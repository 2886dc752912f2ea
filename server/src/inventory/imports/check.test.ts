import { makeVin } from "@gavelyard/domain/inventory/vin";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  headers,
  importsPath,
  newStockNumber,
  openImports,
  unitRow,
  type ImportApp,
} from "../../testing/imports.ts";
import { csv, workbook } from "../../testing/spreadsheets.ts";
import { tableOf } from "./table.ts";

let yard: ImportApp;
beforeAll(async () => {
  yard = await openImports();
});
afterAll(() => yard.app.close());

describe("a file", () => {
  test("is stored with guesses for its columns, and samples", async () => {
    const made = await yard.upload(
      workbook({
        Stock: [
          ["Stock #", "Miles", "Shoe size"],
          ["A1", 412_380, 9],
          ["A2", null, 9],
        ],
      }),
      "../../Fall sale.xlsx",
    );
    expect(made).toMatchObject({
      fileName: "Fall sale.xlsx",
      sheet: "Stock",
      state: "UPLOADED",
      createdBy: "Sam Support",
      rowCount: 2,
      mapping: ["stockNumber", "odometer", null],
      columns: [
        { header: "Stock #", samples: ["A1", "A2"] },
        { header: "Miles", samples: ["412380"] },
        { header: "Shoe size", samples: ["9"] },
      ],
    });
    const list = (await yard.app.get(importsPath, yard.staff.jwt)).json();
    expect(list.content[0]).toMatchObject({ id: made.id, state: "UPLOADED" });
  });

  test("that isn't a table is refused with what to do", async () => {
    for (const [bytes, message] of [
      [Buffer.from("Stock #,Make\n"), /row of column names/],
      [Buffer.from("d0cf11e0a1b11ae1", "hex"), /old \.xls/],
    ] as const) {
      const file = { fileName: "a.xlsx", bytes };
      const reply = await yard.app.form("POST", importsPath, [["file", file]], yard.staff.jwt);
      expect(reply.statusCode).toBe(400);
      expect(reply.json().message).toMatch(message);
    }
  });

  test("is read without blocking anything else", async () => {
    const rows = Array.from({ length: 5_000 }, () => unitRow());
    const slowest = { ms: 0 };
    const started = performance.now();
    let last = started;
    const beat = setInterval(() => {
      slowest.ms = Math.max(slowest.ms, performance.now() - last);
      last = performance.now();
    }, 5);
    const one = await yard.checked(rows);
    clearInterval(beat);
    expect(one).toMatchObject({ rowCount: 5_000, errorRows: 0 });
    // Even on a busy machine, other work gets many turns.
    expect(slowest.ms).toBeLessThan((last - started) / 3);
  });
});

describe("a check", () => {
  test("reports every error by row and column", async () => {
    const [twice, vin] = [newStockNumber(), makeVin("1FUJGLDR_KLKD6001")];
    await yard.app.query(
      `INSERT INTO inventory (slug, stock_number, inventory_type, identifier_type, model_year,
          manufacturer, model, title_brand, yard_id, specs, starting_cents, vin)
        SELECT 'there', 'THERE-1', 'CAR', 'VIN', 2019, 'Ford', 'F', 'CLEAN', id, '{}', 100, $1 FROM yards LIMIT 1`,
      [vin],
    );
    const one = await yard.checked([
      unitRow(),
      unitRow(twice),
      unitRow(twice, { Year: "never", Title: "Shiny" }),
      unitRow("THERE-1"),
      unitRow(undefined, { VIN: vin }),
      unitRow(undefined, { VIN: "1XPBDP9X0KD600009", Type: "" }),
      unitRow(undefined, { VIN: vin.replace(/.$/, "7") }),
    ]);
    expect(one).toMatchObject({ state: "CHECKED", rowCount: 7, errorRows: 6 });
    const rows = await yard.rowsOf(one.id, "&errors=true");
    const errors = rows.map(({ row: n, errors: all }) => [
      n,
      ...all.map(({ field, column, message }) => `${field} ${column}: ${message}`),
    ]);
    expect(errors).toEqual([
      [3, "stockNumber 0: Row 4 also has this stock number"],
      [
        4,
        "modelYear 2: “never” isn't a number",
        expect.stringContaining("titleBrand 5: “Shiny” isn't one of"),
        "stockNumber 0: Row 3 also has this stock number",
      ],
      [5, "stockNumber 0: Row 6 is the same unit"],
      [6, "stockNumber 0: Row 5 is the same unit"],
      [7, "inventoryType 1: This is required"],
      [8, expect.stringContaining("vin 7: The check digit should be")],
    ]);
    expect(await yard.rowsOf(one.id)).toHaveLength(7);
    const saved = await yard.app.get(`${importsPath}/${one.id}/csv?errors=true`, yard.staff.jwt);
    expect(saved.headers["content-disposition"]).toContain(`import-${one.id}-errors.csv`);
    const { headers: names, rows: lines } = await tableOf(saved.rawPayload);
    expect(names).toEqual([...headers, "Errors"]);
    expect(lines[0]?.cells.at(-1)).toBe("Stock #: Row 4 also has this stock number");
    expect(lines).toHaveLength(6);
  });

  test("takes a stock number that isn't known as none, also in rows with errors", async () => {
    const one = await yard.checked([
      unitRow("N/A", { Title: "Shiny" }),
      unitRow("N/A", { Title: "Shiny" }),
      unitRow("-"),
      unitRow("TBD"),
    ]);
    const rows = await yard.rowsOf(one.id);
    expect(rows.map(({ errors }) => errors.map(({ field }) => field))).toEqual([
      ["titleBrand"],
      ["titleBrand"],
      [],
      [],
    ]);
  });

  test("runs again when cells or columns change", async () => {
    const [a, b] = [newStockNumber(), newStockNumber()];
    const one = await yard.checked([unitRow(a), unitRow(a, { Title: "Shiny" })]);
    expect(one.errorRows).toBe(2);
    const cells = [
      { row: 3, column: 0, text: b },
      { row: 3, column: 5, text: "Salvage" },
    ];
    const mended = await yard.app.put(`${importsPath}/${one.id}/cells`, { cells }, yard.staff.jwt);
    expect(mended.json()).toMatchObject({ errorRows: 0, state: "CHECKED" });
    const [, second] = await yard.rowsOf(one.id);
    expect(second).toMatchObject({ errors: [], cells: unitRow(b, { Title: "Salvage" }) });
    const unmapped = one.mapping.with(5, null);
    expect((await yard.check(one, { mapping: unmapped })).json()).toMatchObject({ errorRows: 2 });
    expect((await yard.rowsOf(one.id))[0]?.errors).toEqual([
      { field: "titleBrand", column: null, message: "This is required" },
    ]);
    const defaults = { yard: "1", titleBrand: "Clean" };
    expect((await yard.check(one, { mapping: unmapped, defaults })).json()).toMatchObject({
      errorRows: 0,
      defaults,
    });
  });

  test("takes what a value means once for all rows, and says which it doesn't know", async () => {
    const rows = [unitRow(undefined, { Type: "V" }), unitRow(undefined, { Type: "v " })];
    const one = await yard.checked([...rows, unitRow(undefined, { Title: "ST salvage" })]);
    expect(one.unknownValues).toEqual([
      { field: "inventoryType", text: "V", rows: 2, suggestion: null },
      { field: "titleBrand", text: "ST salvage", rows: 1, suggestion: "SALVAGE" },
    ]);
    const values = { inventoryType: { V: "CAR" }, titleBrand: { "ST salvage": "SALVAGE" } };
    const mapped = await yard.check(one, { valueMap: values });
    expect(mapped.json()).toMatchObject({ errorRows: 0, unknownValues: [] });
    const [first] = await yard.rowsOf(one.id);
    expect(first?.values).toContainEqual({ field: "inventoryType", text: "Cars", converted: true });
  });

  test("keeps a source's choices, and checks its next list at once", async () => {
    const file = (type: string, more: readonly string[] = []) =>
      csv([
        [...headers, "Color 7", ...more.map((name) => `${name} name`)],
        [...unitRow(undefined, { Type: type }), "red", ...more],
      ]);
    const one = await yard.upload(file("V7"), "Seven yard 2026-10-01.csv");
    expect(one).toMatchObject({ source: "Seven yard", isKnownSource: false, state: "UPLOADED" });
    const mapping = one.mapping.with(one.mapping.length - 1, "specs.exteriorColor");
    const valueMap = { inventoryType: { V7: "CAR" } };
    const checked = await yard.check(one, {
      mapping,
      valueMap,
      defaults: { yard: "1" },
      source: "Seven",
    });
    expect(checked.json()).toMatchObject({ errorRows: 0, source: "Seven" });
    // Choices are kept when they are used.
    expect(await yard.upload(file("V7"))).toMatchObject({ isKnownSource: false });
    await yard.start(one.id);
    await yard.importer.workOnce();
    const known = { source: "Seven", isKnownSource: true, state: "CHECKED", errorRows: 0 };
    expect(await yard.upload(file("V7"))).toMatchObject({ ...known, mapping });
    expect(await yard.upload(file("V7", ["Extra"]))).toMatchObject(known);
    expect(await yard.upload(csv([headers, unitRow()]))).not.toMatchObject({ source: "Seven" });
  });

  test("spells makes as their makers do, and warns of those that the VIN contradicts", async () => {
    const one = await yard.checked([
      unitRow(undefined, { Make: "KENWORTH", VIN: "3AKJHHDR6LSLL1282", Year: "2020" }),
      unitRow(undefined, { Make: "INTERANTIONAL" }),
      unitRow(undefined, { Make: "chevy", Model: "Silverado  HD", Type: "Pickup" }),
    ]);
    expect(one).toMatchObject({ errorRows: 0, warningRows: 2 });
    const warned = await yard.rowsOf(one.id, "&warnings=true");
    expect(warned.map(({ row, warnings }) => [row, warnings[0]?.message])).toEqual([
      [2, "The VIN is of Freightliner, not Kenworth. Check both."],
      [3, "Is “INTERANTIONAL” International?"],
    ]);
    expect((await yard.rowsOf(one.id))[2]?.values).toContainEqual({
      field: "manufacturer",
      text: "Chevrolet",
      converted: true,
    });
    await yard.start(one.id);
    await yard.importer.workOnce();
    const rows = await yard.rowsOf(one.id);
    const stored = await yard.app.query(
      "SELECT manufacturer, model FROM inventory WHERE id = ANY($1::bigint[]) ORDER BY id",
      [rows.map(({ inventoryId }) => inventoryId)],
    );
    expect(stored).toMatchObject([
      { manufacturer: "Kenworth" },
      { manufacturer: "INTERANTIONAL" },
      { manufacturer: "Chevrolet", model: "Silverado HD" },
    ]);
  });

  test("shows every value as it will be stored", async () => {
    const one = await yard.checked([unitRow("SHOWN-1")]);
    const [row] = await yard.rowsOf(one.id);
    expect(row?.values).toEqual([
      { field: "stockNumber", text: "SHOWN-1", converted: false },
      { field: "inventoryType", text: "Tractors", converted: true },
      { field: "modelYear", text: "2019", converted: false },
      { field: "manufacturer", text: "Peterbilt", converted: false },
      { field: "model", text: "579", converted: false },
      { field: "titleBrand", text: "Clean", converted: false },
      { field: "startingPrice", text: "$31,500", converted: false },
      { field: "yard", text: "Amarillo Yard, Amarillo, TX", converted: true },
    ]);
  });

  test("leaves a faulty line to staff, who correct it as a line", async () => {
    const [a, b] = [newStockNumber(), newStockNumber()];
    const bad = `${a},Truck tractor,2019,Peterbilt,579,Clean,$31,500,`;
    const good = `${b},Truck tractor,2019,Peterbilt,579,Clean,31500,`;
    const one = await yard.upload(Buffer.from([headers.join(","), bad, good].join("\n")));
    expect((await yard.check(one)).json()).toMatchObject({ errorRows: 1 });
    const [row] = await yard.rowsOf(one.id, "&errors=true");
    expect(row).toMatchObject({ row: 2, line: bad, errors: [{ field: "line", column: null }] });
    const mend = (text: string) =>
      yard.app.put(`${importsPath}/${one.id}/cells`, { lines: [{ row: 2, text }] }, yard.staff.jwt);
    expect((await mend(bad)).statusCode).toBe(400);
    expect((await mend(`${good}\n${good}`)).statusCode).toBe(400);
    const mended = await mend(bad.replace("$31,500", '"$31,500"'));
    expect(mended.json()).toMatchObject({ errorRows: 0 });
    expect((await mend(good)).statusCode).toBe(400);
  });

  test("starts over when the file is read in another way", async () => {
    const file = ["Run list;;", "Stock #;Make;Model", "A1;Ford;Edge", "A2;Ford;Edge"].join("\n");
    const one = await yard.upload(Buffer.from(file));
    expect(one.reading).toMatchObject({ separator: ";", encoding: "utf-8", headerRow: 2 });
    const again = (body: object) =>
      yard.app.put(`${importsPath}/${one.id}/reading`, body, yard.staff.jwt);
    const other = (await again({ headerRow: 0, separator: ";" })).json();
    expect(other).toMatchObject({ state: "UPLOADED", rowCount: 4, reading: { headerRow: 0 } });
    expect((await again({ separator: "," })).statusCode).toBe(200);
    expect((await again({ sheet: "Units", encoding: "ebcdic" })).statusCode).toBe(400);
    await yard.app.delete(`${importsPath}/${one.id}`, yard.staff.jwt);
    expect((await again({})).statusCode).toBe(409);
  });

  test("refuses invalid changes", async () => {
    const one = await yard.checked([unitRow()]);
    const bad = async (change: object) => {
      const reply = await yard.check(one, change);
      return [reply.statusCode, reply.json().message];
    };
    expect(await bad({ mapping: one.mapping.slice(1) })).toEqual([
      400,
      expect.stringContaining("8 columns"),
    ]);
    expect(await bad({ mapping: one.mapping.with(1, "stockNumber") })).toEqual([
      400,
      "Mapping: Two columns are matched to “Stock number”",
    ]);
    expect((await bad({ mapping: one.mapping.with(1, "status") }))[0]).toBe(400);
    for (const cell of [
      { row: 99, column: 0, text: "x" },
      { row: 2, column: 50, text: "x" },
    ]) {
      const reply = await yard.app.put(
        `${importsPath}/${one.id}/cells`,
        { cells: [cell] },
        yard.staff.jwt,
      );
      expect(reply.statusCode).toBe(400);
    }
    expect((await yard.read(one.id)).errorRows).toBe(0);
  });
});

import type { GoneUnit, UnitImport } from "@gavelyard/contract/inventory/unit-imports";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  headers,
  importsPath,
  newStockNumber,
  newVin,
  openImports,
  unitRow,
  type ImportApp,
} from "../../testing/imports.ts";
import { csv } from "../../testing/spreadsheets.ts";

let yard: ImportApp;
beforeAll(async () => {
  yard = await openImports();
});
afterAll(() => yard.app.close());

const columns = [...headers, "Color 9", "Miles"];

/** Uploads and checks a list of a source. */
async function listOf(source: string, rows: readonly string[][]): Promise<UnitImport> {
  const one = await yard.upload(csv([columns, ...rows]));
  const mapping = columns.map((name, at) =>
    name === "Color 9" ? "specs.exteriorColor" : (one.mapping[at] ?? null),
  );
  const defaults = { yard: "Amarillo Yard", titleBrand: "Clean" };
  return (await yard.check(one, { mapping, source, defaults })).json();
}
async function imported(one: UnitImport, body: object = {}): Promise<UnitImport> {
  const started = await yard.start(one.id, body);
  expect(started.statusCode, started.body).toBe(200);
  await yard.importer.workOnce();
  return yard.read(one.id);
}
const gone = async (id: number): Promise<GoneUnit[]> =>
  (await yard.app.get(`${importsPath}/${id}/gone`, yard.staff.jwt)).json().content;
const withdraw = async (id: number) =>
  (await yard.app.post(`${importsPath}/${id}/gone/withdraw`, {}, yard.staff.jwt)).json();
const row = (stock: string, vin: string, more: Record<string, string> = {}): string[] => [
  ...unitRow(stock, { VIN: vin, ...more }),
  more["Color"] ?? "red",
  more["Miles"] ?? "1,000",
];
const unitsOf = (numbers: readonly string[]) => yard.unitsLike(numbers);

describe("yesterday's list again (D84)", () => {
  test("shows what is the same, changed, new and gone, and takes what staff choose", async () => {
    const stock = Array.from({ length: 6 }, () => newStockNumber());
    const [a = "", b = "", c = "", d = "", e = "", f = ""] = stock;
    const vins = stock.map(() => newVin());
    const [va = "", vb = "", vc = "", vd = "", , vf = ""] = vins;
    await imported(
      await listOf("Day", [row(a, va), row(b, vb), row(c, vc), row(d, vd), row(e, "")]),
    );
    expect(await unitsOf([a, b, c, d, e])).toHaveLength(5);

    const second = await listOf("day", [
      row(a, va, { Make: "PETERBILT" }),
      row(b, vb.toLowerCase(), { "Starting price": "$29,000", Color: "blue" }),
      row("", vc, { Miles: "1,600 km", Title: "" }),
      row(f, vf),
    ]);
    expect(second).toMatchObject({
      errorRows: 0,
      gone: 2,
      matches: { added: 1, same: 1, changed: 2 },
    });
    expect(second.matches.fields).toEqual(
      expect.arrayContaining([
        { field: "startingPrice", units: 1, kept: 0 },
        { field: "specs.exteriorColor", units: 1, kept: 0 },
        { field: "odometer", units: 1, kept: 0 },
        { field: "odometerUnit", units: 1, kept: 0 },
      ]),
    );
    const changed = await yard.rowsOf(second.id, "&match=CHANGED");
    expect(changed.map(({ row: n, unit, changes }) => [n, unit?.stockNumber, changes])).toEqual([
      [
        3,
        b,
        [
          { field: "specs.exteriorColor", before: "red", after: "blue", kept: "" },
          { field: "startingPrice", before: "$31,500", after: "$29,000", kept: "" },
        ],
      ],
      [
        4,
        c,
        [
          { field: "odometer", before: "1,000 mi", after: "1,600 km", kept: "" },
          { field: "odometerUnit", before: "Miles", after: "Kilometers", kept: "" },
        ],
      ],
    ]);
    expect(await yard.rowsOf(second.id, "&match=SAME")).toMatchObject([
      { row: 2, unit: { stockNumber: a, status: "DRAFT", left: false } },
    ]);
    expect(await gone(second.id)).toMatchObject([
      { stockNumber: d, status: "DRAFT", inAuction: false },
      { stockNumber: e },
    ]);

    const done = await imported(second, {
      update: true,
      keepFields: ["startingPrice"],
      skipRows: [4],
    });
    expect(done).toMatchObject({ state: "DONE", doneRows: 2, failure: "" });
    const results = await yard.app.get(`${importsPath}/${second.id}/results`, yard.staff.jwt);
    expect(results.json()).toMatchObject({ added: 1, updated: 1, refusals: [] });
    const [, ub, uc] = await unitsOf([a, b, c]);
    expect(ub).toMatchObject({
      starting_cents: 3_150_000,
      vin: vb,
      specs: { exteriorColor: "blue" },
    });
    expect(uc).toMatchObject({ odometer: 1_000, odometer_unit: "MI" });
    expect(await unitsOf([f])).toMatchObject([{ status: "DRAFT" }]);

    expect(await withdraw(second.id)).toEqual({ withdrawn: 2 });
    expect(await withdraw(second.id)).toEqual({ withdrawn: 0 });
    expect(await unitsOf([d, e])).toMatchObject([{ status: "WITHDRAWN" }, { status: "WITHDRAWN" }]);
    expect(await yard.read(second.id)).toMatchObject({ gone: 0 });

    // The next list is compared with the second one, of which some units were there before.
    const third = await listOf("Day", [row(f, vf)]);
    expect((await gone(third.id)).map(({ stockNumber }) => stockNumber)).toEqual([a, b, c]);
    expect(third.matches).toMatchObject({ added: 0, same: 1, changed: 0 });
    expect(await imported(third)).toMatchObject({ state: "DONE", doneRows: 0 });
  });

  test("leaves what bidders rely on, in words, and changes the rest", async () => {
    const [stock, vin] = [newStockNumber(), newVin()];
    await imported(await listOf("Bids", [row(stock, vin)]));
    const [unit] = await unitsOf([stock]);
    const [auction] = await yard.app.query(
      `INSERT INTO auctions (name, time_zone, start_time, scheduled_end_time, lifecycle)
        VALUES ('Sale', 'America/Chicago', clock_ms(), clock_ms() + interval '1 day', 'PUBLISHED')
        RETURNING id`,
    );
    await yard.app.query(
      `WITH lot AS (
          INSERT INTO lots (inventory_id, auction_id, opens_at, closes_at, scheduled_closes_at,
            starting_cents, lot_number, soft_close_window_sec, soft_close_extend_sec)
          VALUES ($1, $2, clock_ms(), clock_ms() + interval '1 day', clock_ms() + interval '1 day',
            3150000, 1, 120, 120) RETURNING id)
        UPDATE inventory SET status = 'IN_AUCTION', current_lot_id = lot.id FROM lot
          WHERE inventory.id = $1`,
      [unit?.["id"], auction?.["id"]],
    );
    const bidder = await yard.app.customer();
    await yard.app.query("UPDATE bidders SET limit_cents = 100000000 WHERE user_id = $1", [
      bidder.userId,
    ]);
    const bid = await yard.app.post(
      `/api/bids/inventory/${Number(unit?.["id"])}/user/${bidder.userId}?amount=31500`,
      undefined,
      bidder.jwt,
    );
    expect(bid.statusCode, bid.body).toBe(200);

    const again = await listOf("Bids", [
      row(stock, vin, { "Starting price": "$9,000", Color: "green" }),
    ]);
    expect(again.matches.fields).toEqual(
      expect.arrayContaining([{ field: "startingPrice", units: 1, kept: 1 }]),
    );
    const [shown] = await yard.rowsOf(again.id);
    expect(shown?.changes).toEqual([
      { field: "specs.exteriorColor", before: "red", after: "green", kept: "" },
      {
        field: "startingPrice",
        before: "$31,500",
        after: "$9,000",
        kept: "Its lot has bids, so this can't change until it closes.",
      },
    ]);
    await imported(again, { update: true });
    expect(await unitsOf([stock])).toMatchObject([
      { starting_cents: 3_150_000, specs: { exteriorColor: "green" } },
    ]);
    // A unit in an auction is gone, and stays until it is off the run list.
    const without = await listOf("Bids", [row(newStockNumber(), newVin())]);
    expect(await gone(without.id)).toMatchObject([{ stockNumber: stock, inAuction: true }]);
    expect(await withdraw(without.id)).toEqual({ withdrawn: 0 });
  });

  test("compares only what the row says, not the values for blank cells", async () => {
    const [stock, vin] = [newStockNumber(), newVin()];
    await imported(await listOf("Blank", [row(stock, vin, { Title: "Salvage" })]));
    const again = await listOf("Blank", [row(stock, vin, { Title: "", Color: "N/A", Miles: "" })]);
    expect(again.matches).toEqual({ added: 0, same: 1, changed: 0, fields: [] });
  });

  test("refuses a stock number of a unit with another VIN, and two rows of one unit", async () => {
    const [stock, vin] = [newStockNumber(), newVin()];
    await imported(await listOf("Twice", [row(stock, vin)]));
    const again = await listOf("Twice", [
      row(stock, newVin()),
      row(newStockNumber(), vin),
      row(stock, ""),
    ]);
    const errors = (await yard.rowsOf(again.id)).map((one) =>
      one.errors.map(({ message }) => message),
    );
    expect(errors).toEqual([
      ["Another unit has this stock number", "Row 4 also has this stock number"],
      ["Row 2 is the same unit"],
      ["Row 2 also has this stock number"],
    ]);
    expect(again.gone).toBe(0);
    const cut = await yard.upload(
      Buffer.from(
        [columns.join(","), `${stock},Truck tractor,2019,Peterbilt,579,Clean,$31,500,,,,`].join(
          "\n",
        ),
      ),
    );
    const checked = await yard.check(cut, { source: "Twice" });
    expect(checked.json()).toMatchObject({ errorRows: 1, gone: 0 });
  });

  test("adds a truck that comes back as a new unit with its numbers, linked to the old", async () => {
    const [stock, vin] = [newStockNumber(), newVin()];
    await imported(await listOf("Back", [row(stock, vin)]));
    const [old] = await unitsOf([stock]);
    await yard.app.query("UPDATE inventory SET status = 'RELEASED' WHERE id = $1", [old?.["id"]]);
    const again = await listOf("Back", [row(stock, vin)]);
    expect(again).toMatchObject({ errorRows: 0, matches: { added: 1 } });
    const [shown] = await yard.rowsOf(again.id);
    expect(shown?.unit).toEqual({
      id: old?.["id"],
      stockNumber: stock,
      status: "RELEASED",
      left: true,
    });
    await imported(again);
    const [, now] = await unitsOf([stock]);
    expect(now).toMatchObject({ status: "DRAFT", vin, slug: `${String(old?.["slug"])}-2` });
    const detail = async (id: unknown) =>
      (await yard.app.get(`/api/adminsupport/inventory/${Number(id)}`, yard.staff.jwt)).json();
    expect((await detail(now?.["id"])).sameVin).toEqual([
      { id: old?.["id"], stockNumber: stock, status: "RELEASED" },
    ]);
    expect((await detail(old?.["id"])).sameVin).toMatchObject([{ status: "DRAFT" }]);
    // While it is here, no other unit may have its numbers.
    const entered = await yard.app.post(
      "/api/adminsupport/createInventory",
      {
        inventoryType: "TRUCK_TRACTOR",
        modelYear: 2019,
        manufacturer: "Peterbilt",
        model: "579",
        titleBrand: "CLEAN",
        startingPrice: 100,
        vin,
        yardId: 1,
      },
      yard.staff.jwt,
    );
    expect(entered.json().message).toBe(
      `VIN: Unit ${stock} has this identifier. Edit that unit instead.`,
    );
  });
});

test("the next run doesn't show what a failed one refused", async () => {
  const one = await listOf("Refused", [row(newStockNumber(), newVin())]);
  await yard.app.query("UPDATE unit_import_rows SET refusal = 'Taken' WHERE import_id = $1", [
    one.id,
  ]);
  await imported(one);
  const results = await yard.app.get(`${importsPath}/${one.id}/results`, yard.staff.jwt);
  expect(results.json()).toMatchObject({ added: 1, refusals: [] });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Row } from "../../testing/auth-app.ts";
import {
  headers,
  importsPath,
  newStockNumber,
  openImports,
  unitRow,
  type ImportApp,
} from "../../testing/imports.ts";
import { csv } from "../../testing/spreadsheets.ts";
import { guessMapping } from "./guess-mapping.ts";
import { Importer } from "./importer.ts";
import { importUnits } from "./import-units.ts";
import { tableOf } from "./table.ts";
import { claimImport } from "./work-sql.ts";

let yard: ImportApp;
beforeAll(async () => {
  yard = await openImports();
});
afterAll(() => yard.app.close());

describe("an import", () => {
  test("imports all rows as drafts once, and records by whom", async () => {
    const numbers = [newStockNumber(), newStockNumber()];
    const one = await yard.checked([...numbers.map((number) => unitRow(number)), unitRow("")]);
    const replies = await Promise.all([yard.start(one.id), yard.start(one.id), yard.start(one.id)]);
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(replies[0]?.json()).toMatchObject({ state: "IMPORTING" });
    await Promise.all([yard.importer.workOnce(), yard.importer.workOnce()]);
    expect(await yard.read(one.id)).toMatchObject({ state: "DONE", doneRows: 3, failure: "" });
    expect((await yard.start(one.id)).json()).toMatchObject({ state: "DONE" });
    await yard.importer.workOnce();
    expect(await yard.unitsLike(numbers)).toMatchObject([
      { status: "DRAFT", starting_cents: 3_150_000, manufacturer: "Peterbilt" },
      { status: "DRAFT" },
    ]);
    const rows = await yard.rowsOf(one.id);
    expect(new Set(rows.map(({ inventoryId }) => inventoryId)).size).toBe(3);
    const [named] = await yard.app.query("SELECT stock_number FROM inventory WHERE id = $1", [
      rows[2]?.inventoryId,
    ]);
    expect(named?.["stock_number"]).toMatch(/^GY\d{6}$/);
    const acts = await yard.app.query(
      "SELECT action, actor_id FROM audit_log WHERE subject_type = 'unit-import' AND subject_id = $1 ORDER BY id",
      [one.id],
    );
    expect(acts).toEqual(
      ["import-uploaded", "import-mapped", "import-started", "units-imported"].map((action) => ({
        action,
        actor_id: yard.staff.userId,
      })),
    );
    expect((await yard.check(one)).statusCode).toBe(409);
    expect((await yard.app.delete(`${importsPath}/${one.id}`, yard.staff.jwt)).statusCode).toBe(
      409,
    );
  });

  test("gives hundreds of units without stock numbers one each", async () => {
    const one = await yard.checked(Array.from({ length: 300 }, () => unitRow("")));
    await yard.start(one.id);
    await yard.importer.workOnce();
    expect(await yard.read(one.id)).toMatchObject({ state: "DONE", doneRows: 300 });
  });

  test("gives no unit a number that another row has", async () => {
    const [last] = await yard.app.query("SELECT next_stock_number() AS number");
    const next = `GY${String(Number(String(last?.["number"]).slice(2)) + 1).padStart(6, "0")}`;
    const one = await yard.checked([unitRow(""), unitRow(next)]);
    await yard.start(one.id);
    await yard.importer.workOnce();
    expect(await yard.read(one.id)).toMatchObject({ state: "DONE", doneRows: 2, failure: "" });
  });

  test("with errors is refused, unless those rows are left out", async () => {
    const [good, bad] = [newStockNumber(), newStockNumber()];
    const one = await yard.checked([unitRow(good), unitRow(bad, { Year: "never" })]);
    const refused = await yard.start(one.id);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      "1 row has errors. Correct them, or skip those rows.",
    ]);
    expect((await yard.start(one.id, { leaveOut: true })).statusCode).toBe(200);
    await yard.importer.workOnce();
    expect(await yard.read(one.id)).toMatchObject({ state: "DONE", doneRows: 1, errorRows: 1 });
    expect(await yard.unitsLike([good, bad])).toHaveLength(1);
    const nothing = await yard.checked([unitRow(bad, { Year: "never" })]);
    expect((await yard.start(nothing.id, { leaveOut: true })).statusCode).toBe(409);
  });

  test("imports nothing if a row fails at the last moment", async () => {
    const numbers = Array.from({ length: 120 }, () => newStockNumber());
    const one = await yard.checked(numbers.map((number) => unitRow(number)));
    await yard.start(one.id);
    // Another person creates the last one by hand after the check.
    const taken = numbers.at(-1) ?? "";
    const entered = await yard.app.post(
      "/api/adminsupport/createInventory",
      {
        inventoryType: "CAR",
        modelYear: 2019,
        manufacturer: "Ford",
        model: "Focus",
        titleBrand: "CLEAN",
        startingPrice: 100,
        stockNumber: taken,
        yardId: 1,
      },
      yard.staff.jwt,
    );
    expect(entered.statusCode, entered.body).toBe(200);
    await yard.importer.workOnce();
    const after = await yard.read(one.id);
    expect(after).toMatchObject({ state: "CHECKED", errorRows: 0, doneRows: 0 });
    expect(after.failure).toMatch(/^Row 121: .*stock number\. No unit was added/);
    expect(await yard.unitsLike(numbers)).toHaveLength(1);
    expect(await yard.rowsOf(one.id, "&match=CHANGED")).toMatchObject([
      { row: 121, unit: { stockNumber: taken } },
    ]);
    await yard.app.put(
      `${importsPath}/${one.id}/cells`,
      { cells: [{ row: 121, column: 0, text: newStockNumber() }] },
      yard.staff.jwt,
    );
    await yard.start(one.id);
    await yard.importer.workOnce();
    expect(await yard.read(one.id)).toMatchObject({ state: "DONE", doneRows: 120, failure: "" });
  });

  test("starts over after a stop", async () => {
    const numbers = Array.from({ length: 160 }, () => newStockNumber());
    const one = await yard.checked(numbers.map((number) => unitRow(number)));
    await yard.start(one.id);
    expect(await claimImport(yard.app.context.pool)).toBe(one.id);
    // A claimed import can't be claimed again.
    expect(await claimImport(yard.app.context.pool)).toBeNull();
    const stop = new AbortController();
    let isOver = false;
    const stopAtFirstRows = async () => {
      while (!isOver && !stop.signal.aborted)
        if ((await yard.read(one.id)).doneRows > 0) stop.abort();
    };
    const watching = stopAtFirstRows();
    await importUnits(yard.app.context, one.id, stop.signal);
    isOver = true;
    await watching;
    const stopped = await yard.read(one.id);
    if (stopped.state !== "DONE") {
      expect(stopped).toMatchObject({ state: "IMPORTING", doneRows: 0 });
      expect(await yard.unitsLike(numbers)).toHaveLength(0);
      expect(await yard.importer.workOnce()).toBe(true);
    }
    expect(await yard.read(one.id)).toMatchObject({ state: "DONE", doneRows: 160 });
    expect(await yard.unitsLike(numbers)).toHaveLength(160);
  });

  test("of a process that died continues in another once its claim ends", async () => {
    const one = await yard.checked([unitRow()]);
    await yard.start(one.id);
    await claimImport(yard.app.context.pool);
    expect(await yard.importer.workOnce()).toBe(false);
    await yard.app.query(
      "UPDATE unit_imports SET claimed_until = clock_ms() - interval '1 s' WHERE id = $1",
      [one.id],
    );
    expect(await yard.importer.workOnce()).toBe(true);
    expect(await yard.read(one.id)).toMatchObject({ state: "DONE" });
  });

  test("is picked up by a running importer", async () => {
    const running = new Importer(yard.app.context, yard.pictures);
    running.start();
    const one = await yard.checked([unitRow()]);
    await yard.start(one.id);
    await expect.poll(async () => (await yard.read(one.id)).state).toBe("DONE");
    await running.stop();
  });

  test("can be canceled before it starts, permanently", async () => {
    const one = await yard.checked([unitRow()]);
    expect((await yard.app.delete(`${importsPath}/${one.id}`, yard.staff.jwt)).statusCode).toBe(
      200,
    );
    expect(await yard.read(one.id)).toMatchObject({ state: "CANCELLED" });
    expect((await yard.start(one.id)).statusCode).toBe(409);
    expect((await yard.check(one)).statusCode).toBe(409);
    expect((await yard.app.delete(`${importsPath}/${one.id}`, yard.staff.jwt)).statusCode).toBe(
      200,
    );
  });

  test("is for staff only", async () => {
    const one = await yard.checked([unitRow()]);
    const { jwt } = await yard.app.customer();
    for (const path of [importsPath, `${importsPath}/${one.id}`, `${importsPath}/${one.id}/csv`]) {
      expect((await yard.app.get(path, jwt)).statusCode).toBe(403);
      expect((await yard.app.get(path)).statusCode).toBe(401);
    }
    expect((await yard.app.post("/api/adminsupport/inventory/export", {}, jwt)).statusCode).toBe(
      403,
    );
    const missing = await yard.app.get(`${importsPath}/999999`, yard.staff.jwt);
    expect(missing.statusCode).toBe(404);
  });
});

test("an export can be imported again unchanged", async () => {
  const numbers = [newStockNumber(), newStockNumber()];
  const names = [
    ...headers,
    "Reserve",
    "Description",
    "HP",
    "Engine brake",
    "Odometer",
    "Featured",
  ];
  const file = csv([
    names,
    [...unitRow(numbers[0]), "40000", '=HYPERLINK("x")', "455", "yes", "412,380", "yes"],
    [...unitRow(numbers[1], { Make: "Citroën" }), "", "two\nlines", "", "", "", ""],
  ]);
  const one = await yard.upload(file);
  await yard.check(one);
  await yard.start(one.id);
  await yard.importer.workOnce();
  const before = await yard.unitsLike(numbers);
  expect(before).toHaveLength(2);

  const search = (body: object) =>
    yard.app.post("/api/adminsupport/inventory/export", body, yard.staff.jwt);
  const reply = await search({ q: numbers[0] });
  expect(reply.headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(reply.body).toContain(`"'=HYPERLINK(""x"")"`);
  expect((await tableOf(reply.rawPayload)).rows).toHaveLength(1);
  const all = await tableOf((await search({})).rawPayload);
  const [{ total } = { total: 0 }] = await yard.app.query(
    "SELECT count(*) AS total FROM inventory",
  );
  expect(all.rows).toHaveLength(Number(total));
  expect((await search({ inventoryStatus: ["SOLD"] })).body.trim().split("\r\n")).toHaveLength(1);
  const exports = await yard.app.query(
    `SELECT detail, row_count FROM security_events
      WHERE kind = 'DATA_EXPORTED' AND user_id = $1 ORDER BY id`,
    [yard.staff.userId],
  );
  expect(exports).toEqual(
    ["1 row", `${Number(total)} rows`, "0 rows"].map((rows) => ({
      detail: `${rows}: /api/adminsupport/inventory/export`,
      row_count: 0,
    })),
  );

  // The same units with other stock numbers.
  const at = guessMapping(all.headers).indexOf("stockNumber");
  const again = all.rows
    .map(({ cells }) => cells)
    .filter((cells) => numbers.includes(cells[at] ?? ""))
    .map((cells) => cells.with(at, `${cells[at]}-B`));
  const two = (
    await yard.check(await yard.upload(csv([all.headers, ...again])), { defaults: {} })
  ).json();
  expect(await yard.rowsOf(two.id, "&errors=true")).toEqual([]);
  await yard.start(two.id);
  await yard.importer.workOnce();
  const own = ["id", "slug", "stock_number", "created_at", "updated_at", "search"];
  const bare = (unit: Row) =>
    Object.fromEntries(Object.entries(unit).filter(([name]) => !own.includes(name)));
  const after = await yard.unitsLike(numbers.map((number) => `${number}-B`));
  expect(after.map(bare)).toEqual(before.map(bare));
});

import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPool } from "../db/pool.ts";
import { openAuthApp, type AuthApp } from "../testing/auth-app.ts";
import { offerableUnits } from "../testing/sales.ts";
import { UnitViews } from "./unit-views.ts";

let app: AuthApp;
beforeAll(async () => {
  app = await openAuthApp();
});
afterAll(() => app.close());

const viewsOf = async (unitId: number | undefined) =>
  app.query(
    "SELECT day = clock_ms()::date AS today, views FROM unit_views WHERE unit_id = $1 ORDER BY day",
    [unitId],
  );

test("visitors and customers are counted, staff aren't, and a stop saves the counts", async () => {
  const [unit] = await offerableUnits(app, 1);
  const [customer, support, admin] = [
    await app.customer(),
    await app.support(),
    await app.administrator(),
  ];
  const other = await app.sibling();
  const open = (jwt?: string) => other.post(`/inventory/${unit}/views`, undefined, jwt);
  for (const jwt of [undefined, customer.jwt, support.jwt, admin.jwt, "no token"]) {
    expect((await open(jwt)).json()).toEqual({ message: "Counted" });
  }
  await other.get(`/inventory/${unit}`);
  await other.close();
  expect(await viewsOf(unit)).toEqual([{ today: true, views: 3 }]);
});

test("views of several processes add up; units that the public can't see have none", async () => {
  const [unit, draft] = await offerableUnits(app, 2);
  if (unit === undefined || draft === undefined) throw new Error("no units");
  await app.query("UPDATE inventory SET status = 'DRAFT' WHERE id = $1", [draft]);
  const counters = [new UnitViews(app.context), new UnitViews(app.context)];
  for (const views of counters) {
    for (const id of [unit, unit, draft, 9_000_000]) views.count(id);
  }
  await Promise.all(counters.map((views) => views.write()));
  expect(await viewsOf(unit)).toEqual([{ today: true, views: 4 }]);
  expect(await viewsOf(draft)).toEqual([]);
});

test("nothing is lost while the database is unavailable", async () => {
  const [unit] = await offerableUnits(app, 1);
  if (unit === undefined) throw new Error("no unit");
  const away = createPool("postgres://nobody@127.0.0.1:1/nothing");
  const context = { pool: away, log: pino({ level: "silent" }) };
  const views = new UnitViews(context);
  views.count(unit);
  await views.write();
  context.pool = app.context.pool;
  views.count(unit);
  await views.write();
  expect(await viewsOf(unit)).toEqual([{ today: true, views: 2 }]);
  await away.end();
});

test("staff read the views of the last 14 days, with the days that had none", async () => {
  const [unit, unseen] = await offerableUnits(app, 2);
  await app.query(
    `INSERT INTO unit_views (unit_id, day, views)
      SELECT $1, clock_ms()::date - ago, 10 + ago FROM unnest(ARRAY[0, 3, 13, 14]) AS ago`,
    [unit],
  );
  const support = await app.support();
  const ask = (units: string, by = support) =>
    app.get(`/api/adminsupport/unit-views?units=${units}`, by.jwt);
  const none = Array.from({ length: 14 }, () => 0);
  expect((await ask(`${unit},${unseen},9000000`)).json()).toEqual([
    { id: unit, views: none.with(0, 23).with(10, 13).with(13, 10) },
    { id: unseen, views: none },
  ]);
  expect((await ask("1;2")).json().message).toContain("separated by commas");
  const tooMany = Array.from({ length: 61 }, (_, at) => at + 1).join(",");
  expect((await ask(tooMany)).json().message).toContain("up to 60 at once");
  expect((await ask(String(unit), await app.customer())).statusCode).toBe(403);
});

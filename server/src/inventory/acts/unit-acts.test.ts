import { MAX_ACT_UNITS, type UnitActProgress } from "@gavelyard/contract/inventory/unit-acts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../../testing/auth-app.ts";
import { offerableUnits } from "../../testing/sales.ts";
import { Catalogue } from "../catalogue/catalogue.ts";
import { runUnitAct } from "./run-unit-act.ts";

let app: AuthApp;
let staff: SignedUp;
beforeAll(async () => {
  app = await openAuthApp();
  staff = await app.support();
});
afterAll(() => app.close());

const base = "/api/adminsupport/inventory/acts";
const start = async (body: object) =>
  (await app.post(base, body, staff.jwt)).json<UnitActProgress>();
async function finished(id: number): Promise<UnitActProgress> {
  const read = async () => (await app.get(`${base}/${id}`, staff.jwt)).json<UnitActProgress>();
  await expect.poll(async () => (await read()).finished).toBe(true);
  return read();
}
const undo = (id: number) => app.post(`${base}/${id}/undo`, undefined, staff.jwt);
const statusesOf = async (ids: readonly number[]) =>
  (await app.query("SELECT status FROM inventory WHERE id = ANY($1) ORDER BY id", [ids])).map(
    (row) => row["status"],
  );

test("more units than one act takes are refused, not left out", async () => {
  const found = Int32Array.from({ length: MAX_ACT_UNITS + 2 }, (_none, index) => index + 1);
  const finding = vi.spyOn(Catalogue.prototype, "unitsForStaff").mockResolvedValue(found);
  const search = { kind: "PUBLISH", search: {} };
  const refused = await app.post(base, { ...search, except: [1] }, staff.jwt);
  expect(refused.statusCode).toBe(400);
  expect(refused.json()).toMatchObject({ message: expect.stringContaining("20,000 units") });
  expect((await app.post(base, { ...search, except: [1, 2] }, staff.jwt)).statusCode).toBe(200);
  finding.mockRestore();
});

test("units named are withdrawn, each with a result, and put back", async () => {
  const units = await offerableUnits(app, 3);
  const [first = 0, second = 0, third = 0] = units;
  await app.query("UPDATE inventory SET status = 'SOLD' WHERE id = $1", [second]);
  const act = await start({ kind: "WITHDRAW", units: [...units, 999_999_999] });
  expect(act).toMatchObject({ kind: "WITHDRAW", units: 3 });
  expect(await finished(act.id)).toMatchObject({
    done: 2,
    refused: 1,
    undoable: 2,
    faults: [
      {
        inventoryId: second,
        message: "A unit with the status “Sold” can't change to “Withdrawn”",
      },
    ],
  });
  expect(await statusesOf(units)).toEqual(["WITHDRAWN", "SOLD", "WITHDRAWN"]);
  // One changes before the undo.
  await app.query("UPDATE inventory SET status = 'DRAFT' WHERE id = $1", [third]);
  const back = (await undo(act.id)).json<UnitActProgress>();
  expect(await finished(back.id)).toMatchObject({
    kind: "UNDO",
    done: 1,
    refused: 1,
    undoable: 0,
    faults: [{ inventoryId: third, message: "The unit has changed since, so it stays as it is." }],
  });
  expect(await statusesOf(units)).toEqual(["AVAILABLE", "SOLD", "DRAFT"]);
  expect((await undo(act.id)).statusCode).toBe(409);
  expect((await undo(back.id)).statusCode).toBe(409);
  const audit = await app.query(
    "SELECT action FROM audit_log WHERE subject_type = 'inventory' AND subject_id = $1 ORDER BY id",
    [first],
  );
  expect(audit.map((row) => row["action"])).toEqual(["inventory-withdrawn", "inventory-restored"]);
});

test("all that a search finds but some are archived; an undo needs their VIN free", async () => {
  const units = await offerableUnits(app, 4);
  const [first = 0, second = 0] = units;
  const [yard] = await app.query("SELECT yard_id FROM inventory WHERE id = $1", [first]);
  await app.query(
    "UPDATE inventory SET identifier_type = 'SERIAL', vin = 'SN-UNDO-1' WHERE id = $1",
    [first],
  );
  const search = { yardId: Number(yard?.["yard_id"]) };
  const act = await start({ kind: "ARCHIVE", search, except: [second] });
  expect(await finished(act.id)).toMatchObject({ units: 3, done: 3, undoable: 3 });
  expect(await statusesOf(units)).toEqual(["ARCHIVED", "AVAILABLE", "ARCHIVED", "ARCHIVED"]);
  await app.query(
    "UPDATE inventory SET identifier_type = 'SERIAL', vin = 'SN-UNDO-1' WHERE id = $1",
    [second],
  );
  const back = (await undo(act.id)).json<UnitActProgress>();
  expect(await finished(back.id)).toMatchObject({
    done: 2,
    faults: [{ inventoryId: first, message: "Another unit has this VIN by now." }],
  });
  expect(await statusesOf(units)).toEqual(["ARCHIVED", "AVAILABLE", "AVAILABLE", "AVAILABLE"]);
});

test("a unit whose stock number was taken stays archived, and the others come back", async () => {
  const [first = 0, second = 0] = await offerableUnits(app, 2);
  const act = await start({ kind: "ARCHIVE", units: [first, second] });
  await finished(act.id);
  const [other = 0] = await offerableUnits(app, 1);
  await app.query(
    "UPDATE inventory SET stock_number = (SELECT stock_number FROM inventory WHERE id = $1) WHERE id = $2",
    [first, other],
  );
  const back = (await undo(act.id)).json<UnitActProgress>();
  expect(await finished(back.id)).toMatchObject({
    done: 1,
    faults: [{ inventoryId: first, message: "Another unit has this stock number by now." }],
  });
  expect(await statusesOf([first, second])).toEqual(["ARCHIVED", "AVAILABLE"]);
});

test("units that have the status already are done, and stay in it after an undo", async () => {
  const [unit = 0, draft = 0] = await offerableUnits(app, 2);
  await app.query("UPDATE inventory SET status = 'WITHDRAWN' WHERE id = $1", [draft]);
  const act = await start({ kind: "WITHDRAW", units: [unit, draft] });
  expect(await finished(act.id)).toMatchObject({ done: 2, undoable: 1 });
  // A job that runs twice changes nothing.
  await runUnitAct(app.context, { actId: act.id, ip: null });
  expect(await finished(act.id)).toMatchObject({ done: 2, undoable: 1 });
  await finished((await undo(act.id)).json<UnitActProgress>().id);
  expect(await statusesOf([unit, draft])).toEqual(["AVAILABLE", "WITHDRAWN"]);
});

test("only staff with the permission start acts, and an unknown one is 404", async () => {
  const customer = await app.customer();
  expect((await app.post(base, { kind: "PUBLISH", units: [1] }, customer.jwt)).statusCode).toBe(
    403,
  );
  expect((await app.get(`${base}/999999`, staff.jwt)).statusCode).toBe(404);
  expect((await undo(999_999)).statusCode).toBe(404);
});

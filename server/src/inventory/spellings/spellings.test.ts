import type { NameInUse } from "@gavelyard/contract/inventory/spellings";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../../testing/auth-app.ts";
import { offerableUnits, salesOn } from "../../testing/sales.ts";

let app: AuthApp;
let staff: SignedUp;
beforeAll(async () => {
  app = await openAuthApp();
  staff = await app.support();
});
afterAll(() => app.close());

const path = "/api/adminsupport/spellings";
const merge = (make: string | null, from: readonly string[], name: string) =>
  app.post(`${path}/merge`, { make, from, name }, staff.jwt);
const names = async (make?: string) => {
  const query = make === undefined ? "" : `?make=${encodeURIComponent(make)}`;
  return (await app.get(`${path}${query}`, staff.jwt)).json<NameInUse[]>();
};
const named = async (name: string, make?: string) =>
  (await names(make)).find((one) => one.name === name);

/** Creates units of these makes and models, of which bids don't rely on any. */
async function unitsOf(...spelled: readonly (readonly [make: string, model: string])[]) {
  const ids = await offerableUnits(app, spelled.length);
  for (const [index, [make, model]] of spelled.entries())
    await app.query("UPDATE inventory SET manufacturer = $2, model = $3 WHERE id = $1", [
      ids[index],
      make,
      model,
    ]);
  return ids;
}

const spellingsOf = async (ids: readonly number[]) => {
  const rows = await app.query(
    "SELECT manufacturer || ' ' || model AS name FROM inventory WHERE id = ANY ($1) ORDER BY id",
    [ids],
  );
  return rows.map(({ name }) => name);
};

async function found(filter: object): Promise<number[]> {
  const page = await app.post("/inventories/filter", { size: 100, ...filter });
  expect(page.statusCode, page.body).toBe(200);
  return page
    .json<{ content: { id: number }[] }>()
    .content.map(({ id }) => id)
    .sort((one, other) => one - other);
}

test("spellings are one in search, filters and facets before anybody merges them", async () => {
  const ids = await unitsOf(["Zil", "LT 625"], ["ZIL", "LT625"], ["zil", "lt-625"]);
  expect(await found({ manufacturer: ["ZIL"] })).toEqual(ids);
  expect(await found({ manufacturer: ["Zil"], model: ["Lt 625"] })).toEqual(ids);
  for (const q of ["zil lt625", "ZIL LT 625", "zil lt-625"])
    expect(await found({ q })).toEqual(ids);
  const { models } = (await app.get("/inventory/fitter/details")).json<{
    models: { manufacturer: string; model: string; count: number }[];
  }>();
  expect(models.filter(({ manufacturer }) => /zil/i.test(manufacturer))).toMatchObject([
    { count: 3 },
  ]);
});

test("a merge changes all units at once and on record, and what comes later", async () => {
  const ids = await unitsOf(["Kraz", "A1"], ["KRAZ Trucks", "A1"], ["Kraz trucks", "A2"]);
  expect(await named("KRAZ Trucks")).toMatchObject({
    units: 2,
    spellings: [
      { name: "KRAZ Trucks", units: 1, bound: 0 },
      { name: "Kraz trucks", units: 1, bound: 0 },
    ],
  });
  const merged = await merge(null, ["KRAZ Trucks", "Kraz"], "Kraz");
  expect(merged.json()).toMatchObject({ changed: 2, kept: 0 });
  expect(await spellingsOf(ids)).toEqual(["Kraz A1", "Kraz A1", "Kraz A2"]);
  expect(await named("Kraz")).toMatchObject({
    units: 3,
    spellings: [{ name: "Kraz", units: 3 }],
    aliases: [{ alias: "KRAZ Trucks" }],
  });
  const [later = 0] = await unitsOf(["kraz-trucks", "A3"]);
  expect(await spellingsOf([later])).toEqual(["Kraz A3"]);
  expect(await found({ manufacturer: ["Kraz Trucks"] })).toEqual([...ids, later]);
  expect(await found({ q: "KRAZ trucks a3" })).toEqual([later]);
  const records = await app.query(
    "SELECT action, before, after FROM audit_log WHERE subject_id = $1 AND subject_type = 'inventory' ORDER BY id",
    [ids[1]],
  );
  expect(records).toEqual([
    {
      action: "inventory-changed",
      before: { manufacturer: "KRAZ Trucks" },
      after: { manufacturer: "Kraz" },
    },
  ]);
  const [act] = await app.query(
    "SELECT after FROM audit_log WHERE action = 'spellings-merged' ORDER BY id DESC LIMIT 1",
  );
  expect(act).toEqual({ after: { name: "Kraz", units: 2, kept: 0 } });
});

test("units with bids and sold units keep a name of other letters, and are found by the new one", async () => {
  const [bidOn, sold] = await salesOn(app, staff).auctionWith([[1_000], [1_000]]);
  const idle = await unitsOf(["Tatro", "T1"]);
  const bound = [bidOn?.inventoryId ?? 0, sold?.inventoryId ?? 0];
  await app.query(
    "UPDATE inventory SET manufacturer = 'Tatro', model = 'T 1' WHERE id = ANY ($1)",
    [bound],
  );
  await app.query("UPDATE inventory SET status = 'PAID' WHERE id = $1", [bound[1]]);
  expect((await merge(null, ["Tatro"], "Tatra")).json()).toMatchObject({ changed: 1, kept: 2 });
  expect(await spellingsOf([...bound, ...idle])).toEqual(["Tatro T 1", "Tatro T 1", "Tatra T1"]);
  const all = [...bound, ...idle].sort((one, other) => one - other);
  expect(await found({ manufacturer: ["Tatra"] })).toEqual(all);
  expect(await found({ manufacturer: ["Tatro"] })).toEqual(all);
  // Only case, spaces and hyphens: nothing that somebody relies on.
  expect((await merge("Tatra", ["T 1"], "T1")).json()).toMatchObject({ changed: 2, kept: 0 });
  expect(await spellingsOf(bound)).toEqual(["Tatro T1", "Tatro T1"]);
  const edited = await app.put(
    "/api/adminsupport/updateInventory",
    { id: bound[0], manufacturer: "Tatro", description: "One owner" },
    staff.jwt,
  );
  expect(edited.statusCode, edited.body).toBe(200);
});

test("aliases follow their name, can be added before a unit has them, and be removed", async () => {
  await merge(null, ["Ural Works"], "Uralaz");
  await merge("Uralaz", ["375 D"], "375D");
  await merge(null, ["Uralaz"], "Ural");
  const [unit = 0] = await unitsOf(["ural works", "375-d"]);
  expect(await spellingsOf([unit])).toEqual(["Ural 375D"]);
  const aliases = (await named("Ural"))?.aliases ?? [];
  expect(aliases.map(({ alias }) => alias)).toEqual(["Ural Works", "Uralaz"]);
  const works = aliases.find(({ alias }) => alias === "Ural Works");
  expect((await app.delete(`${path}/${works?.id}`, staff.jwt)).statusCode).toBe(200);
  expect((await app.delete(`${path}/${works?.id}`, staff.jwt)).statusCode).toBe(404);
  const [later = 0] = await unitsOf(["Ural Works", "375D"]);
  expect(await spellingsOf([later])).toEqual(["Ural Works 375D"]);
});

test("a saved search finds a unit by any name of its make and model", async () => {
  const customer = await app.customer();
  await merge(null, ["Zillo"], "Sisu");
  const searches = `/api/users/${customer.userId}/saved-searches`;
  const filter = { manufacturer: ["Zillo"], model: ["polar-6"], q: "zillo polar 6" };
  await app.post(searches, { name: "Sisu", filter }, customer.jwt);
  await unitsOf(["ZILLO", "Polar 6"]);
  expect((await app.get(searches, customer.jwt)).json()).toMatchObject([{ newUnits: 1 }]);
});

test("names with a meaning that we know, and names without letters, are refused", async () => {
  expect((await merge(null, ["Chevy"], "Kraz")).json()).toMatchObject({
    statusCode: 409,
    message: "“Chevy” always means Chevrolet. Merge Chevrolet instead.",
  });
  expect((await merge(null, ["--"], "Kraz")).statusCode).toBe(400);
  const customer = await app.customer();
  expect((await app.get(path, customer.jwt)).statusCode).toBe(403);
});

const undo = (id: number | null) => app.post(`${path}/merges/${id}/undo`, {}, staff.jwt);

test("a merge is undone: units and aliases get their names back, unless they changed since", async () => {
  await merge(null, ["Gaz Works"], "Gazz");
  const ids = await unitsOf(["Gazz", "Next"], ["GAZ Group", "Next"], ["Gaz group", "Next"]);
  const merged = await merge(null, ["GAZ Group", "Gazz"], "Gaz");
  const { mergeId } = merged.json<{ mergeId: number }>();
  expect(await spellingsOf(ids)).toEqual(["Gaz Next", "Gaz Next", "Gaz Next"]);
  await app.query("UPDATE inventory SET manufacturer = 'Gazelle' WHERE id = $1", [ids[2]]);
  expect((await app.get(`${path}/merges`, staff.jwt)).json()).toContainEqual(
    expect.objectContaining({ id: mergeId, name: "Gaz", units: 3, undone: false }),
  );
  expect((await undo(mergeId)).json()).toEqual({ changed: 2, kept: 1 });
  expect(await spellingsOf(ids)).toEqual(["Gazz Next", "GAZ Group Next", "Gazelle Next"]);
  expect((await named("Gazz"))?.aliases).toMatchObject([{ alias: "Gaz Works" }]);
  expect(await named("Gaz")).toBeUndefined();
  const again = await undo(mergeId);
  expect([again.statusCode, again.json().message]).toEqual([409, "This merge was undone already."]);
  expect((await undo(999_999)).statusCode).toBe(404);
  const records = await app.query(
    "SELECT after FROM audit_log WHERE subject_id = $1 AND subject_type = 'inventory' ORDER BY id DESC LIMIT 1",
    [ids[1]],
  );
  expect(records).toEqual([{ after: { manufacturer: "GAZ Group" } }]);
});

test("undoing a merge renames no unit that has bids by now, and lists it under its former name", async () => {
  const [bidOn] = await salesOn(app, staff).auctionWith([[1_000]]);
  const id = bidOn?.inventoryId ?? 0;
  await app.query("UPDATE inventory SET manufacturer = 'Maz', model = 'V1' WHERE id = $1", [id]);
  await app.query("UPDATE lots SET seq = 0 WHERE inventory_id = $1", [id]);
  const merged = (await merge(null, ["Maz"], "Minsk")).json<{ changed: number; mergeId: number }>();
  expect(merged).toMatchObject({ changed: 1 });
  await app.query("UPDATE lots SET seq = 1 WHERE inventory_id = $1", [id]);
  expect((await undo(merged.mergeId)).json()).toEqual({ changed: 0, kept: 1 });
  expect(await spellingsOf([id])).toEqual(["Minsk V1"]);
  expect(await found({ manufacturer: ["Maz"] })).toEqual([id]);
});

test("of two people who undo a merge at once, one does", async () => {
  await unitsOf(["Kamaz", "K1"], ["Kamas", "K1"]);
  const { mergeId } = (await merge(null, ["Kamas"], "Kamaz")).json<{ mergeId: number }>();
  const codes = (await Promise.all([undo(mergeId), undo(mergeId)])).map((one) => one.statusCode);
  expect(codes.sort()).toEqual([200, 409]);
  const customer = await app.customer();
  expect((await app.get(`${path}/merges`, customer.jwt)).statusCode).toBe(403);
});

test("a merge that changes nothing can't be undone", async () => {
  await unitsOf(["Praga", "P1"]);
  expect((await merge(null, ["Praga"], "Praga")).json()).toEqual({
    changed: 0,
    kept: 0,
    mergeId: null,
  });
});

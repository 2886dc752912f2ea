import type { ImportResults } from "@gavelyard/contract/inventory/unit-imports";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  importsPath,
  newStockNumber,
  newVin,
  openImports,
  unitRow,
  type ImportApp,
} from "../../testing/imports.ts";

let yard: ImportApp;
beforeAll(async () => {
  yard = await openImports();
});
afterAll(() => yard.app.close());

const trailer = () =>
  unitRow(newStockNumber(), {
    Type: "Trailer",
    VIN: newVin("1UYVS253_K"),
  });
const resultsOf = async (id: number): Promise<ImportResults> =>
  (await yard.app.get(`${importsPath}/${id}/results`, yard.staff.jwt)).json();
const publish = async (id: number) =>
  (await yard.app.post(`${importsPath}/${id}/publish`, {}, yard.staff.jwt)).json();
const found = async (body: object): Promise<string[]> => {
  const reply = await yard.app.post("/api/adminsupport/inventory/search", body, yard.staff.jwt);
  return reply.json().content.map(({ stockNumber }: { stockNumber: string }) => stockNumber);
};

test("an import's ready units are published in one step, and its others found to mend", async () => {
  const rows = [trailer(), trailer(), unitRow()];
  const [first, second, third] = rows.map(([number = ""]) => number);
  const one = await yard.checked(rows);
  await yard.start(one.id);
  await yard.importer.workOnce();
  const pictured = await yard.app.query(
    `WITH picture AS (
        INSERT INTO media (width, height) VALUES (3, 2) RETURNING id)
      INSERT INTO inventory_images (inventory_id, position, media_id, kind, alt)
      SELECT i.id, 0, p.id, 'EXTERIOR', '' FROM inventory i, picture p
        WHERE i.stock_number = ANY($1::text[]) RETURNING inventory_id AS id`,
    [[first, third]],
  );
  expect(await resultsOf(one.id)).toEqual({
    added: 3,
    updated: 0,
    refusals: [],
    ready: 1,
    toMend: 2,
    gaps: expect.arrayContaining([
      { field: "images", message: "Add at least one picture", units: 1 },
      { field: "vin", message: "Enter the VIN or serial number", units: 1 },
    ]),
    offerable: [],
  });
  const by = { importId: one.id, sort: "NEWEST" };
  expect((await found(by)).toSorted()).toEqual([first, second, third].toSorted());
  expect(await found({ ...by, importPart: "READY" })).toEqual([first]);
  expect((await found({ ...by, importPart: "TO_MEND" })).toSorted()).toEqual(
    [second, third].toSorted(),
  );
  expect(await found({ ...by, importPart: "READY", q: second })).toEqual([]);
  expect(await publish(one.id)).toEqual({ published: 1 });
  expect(await publish(one.id)).toEqual({ published: 0 });
  expect(await resultsOf(one.id)).toMatchObject({
    ready: 0,
    toMend: 2,
    offerable: [pictured[0]?.["id"]],
  });
  const exported = await yard.app.post(
    "/api/adminsupport/inventory/export",
    { ...by, importPart: "TO_MEND" },
    yard.staff.jwt,
  );
  expect(exported.body.trim().split("\r\n")).toHaveLength(3);
});

test("three units are shown as buyers will see them, and none is added", async () => {
  const one = await yard.checked([
    unitRow("", { Model: "Preview" }),
    unitRow(undefined, { Year: "never" }),
    ...Array.from({ length: 4 }, () => unitRow()),
  ]);
  const before = await yard.app.query("SELECT count(*) FROM inventory");
  const reply = await yard.app.get(`${importsPath}/${one.id}/preview`, yard.staff.jwt);
  expect(reply.json()).toMatchObject([
    { stockNumber: "NEW-2", name: "2019 Peterbilt Preview", titleBrand: "CLEAN" },
    { manufacturer: "Peterbilt" },
    { manufacturer: "Peterbilt" },
  ]);
  expect(await yard.app.query("SELECT count(*) FROM inventory")).toEqual(before);
  const unknown = await yard.app.get(`${importsPath}/999999/results`, yard.staff.jwt);
  expect(unknown.statusCode).toBe(404);
});

test("makes are found in any spelling, and readings compared in miles", async () => {
  const rows = ["MX-1", "MX-2", "MX-3", "MX-4"].map((number) => unitRow(number));
  const one = await yard.checked(rows);
  await yard.start(one.id);
  await yard.importer.workOnce();
  // As units were stored before makes had one spelling.
  const legacy = [
    ["MX-1", "Mercedes Benz", 93_500, "MI"],
    ["MX-2", "MERCEDES-BENZ", 100_000, "KM"],
    ["MX-3", "mercedes-benz", 62_200, "MI"],
    ["MX-4", "Mercedes-Benz", 150_000, "KM"],
  ] as const;
  for (const values of legacy) {
    await yard.app.query(
      "UPDATE inventory SET manufacturer = $2, odometer = $3, odometer_unit = $4 WHERE stock_number = $1",
      [...values],
    );
  }
  const by = { importId: one.id, sort: "ODOMETER_LOW", manufacturer: ["Mercedes-Benz"] };
  expect(await found(by)).toEqual(["MX-2", "MX-3", "MX-4", "MX-1"]);
  expect(await found({ ...by, manufacturer: ["MERCEDES BENZ"], odometerTo: 70_000 })).toEqual([
    "MX-2",
    "MX-3",
  ]);
  expect(await found({ ...by, odometerFrom: 93_300 })).toEqual(["MX-1"]);
});

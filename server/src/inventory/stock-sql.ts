import type { UnitForStaff, UnitTerms } from "@gavelyard/contract/inventory/inventory-staff";
import { inventorySpecs } from "@gavelyard/contract/inventory/inventory-specs";
import { centsToDollars } from "@gavelyard/domain/money";
import { leftStatuses, type PublishFacts } from "@gavelyard/domain/inventory/unit-rules";
import type { Db } from "../db/pool.ts";
import { unitTitle } from "./sql.ts";
import { copiedColumns, givenColumns, type UnitColumn } from "./unit-columns.ts";

/** A unit with the columns that the rules check. Money is in cents. */
export interface UnitRow {
  readonly id: number;
  readonly status: UnitForStaff["inventoryStatus"];
  readonly stock_number: string;
  readonly inventory_type: UnitForStaff["inventoryType"];
  readonly identifier_type: UnitForStaff["identifierType"];
  readonly vin: string | null;
  readonly vin_override_reason: string;
  readonly model_year: number;
  readonly manufacturer: string;
  readonly model: string;
  readonly trim: string | null;
  readonly odometer: number | null;
  readonly odometer_brand: string;
  readonly specs: unknown;
  readonly sale_type: UnitForStaff["saleType"];
  readonly starting_cents: number;
  readonly reserve_cents: number | null;
  readonly buy_now_cents: number | null;
  readonly estimate_low_cents: number | null;
  readonly estimate_high_cents: number | null;
  readonly yard_id: number;
  /** Null for a unit of the house (D93). */
  readonly seller_id: number | null;
  readonly updated_at: Date;
  readonly images: number;
  readonly open_lot_id: number | null;
}

const unitColumns = `i.id, i.status, i.stock_number, i.inventory_type, i.identifier_type, i.vin,
  i.vin_override_reason, i.model_year, i.manufacturer, i.model, i.trim, i.odometer, i.odometer_brand,
  i.specs, i.sale_type, i.starting_cents, i.reserve_cents, i.buy_now_cents, i.estimate_low_cents,
  i.estimate_high_cents, i.yard_id, i.seller_id, i.updated_at,
  (SELECT count(*) FROM inventory_images p WHERE p.inventory_id = i.id) AS images,
  (SELECT l.id FROM lots l WHERE l.inventory_id = i.id AND l.closed_at IS NULL) AS open_lot_id`;

export async function unitById(db: Db, id: number): Promise<UnitRow | null> {
  const { rows } = await db.query<UnitRow>(
    `SELECT ${unitColumns} FROM inventory i WHERE i.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

export async function unitNames(
  db: Db,
  ids: readonly number[],
): Promise<{ readonly id: number; readonly name: string }[]> {
  const { rows } = await db.query<{ id: number; name: string }>(
    `SELECT i.id, ${unitTitle} AS name FROM inventory i WHERE i.id = ANY($1::bigint[]) ORDER BY i.id`,
    [ids],
  );
  return rows;
}

/** SQL for units that are in the inventory: others may have the numbers of those that left (D84). */
const isHeld = `i.status NOT IN ('${leftStatuses.join("', '")}')`;

/** A unit with all its columns, and whether its open lot has bids. */
export interface HeldUnit extends UnitRow {
  readonly has_bids: boolean;
  readonly [column: string]: unknown;
}

const otherColumns = givenColumns.filter((column) => !unitColumns.includes(`i.${column},`));

/** Returns the units in the inventory that have one of these IDs, VINs or stock numbers. */
export async function heldUnits(
  db: Db,
  ids: readonly number[],
  vins: readonly string[],
  stockNumbers: readonly string[],
): Promise<HeldUnit[]> {
  const { rows } = await db.query<HeldUnit>(
    `SELECT ${unitColumns}, ${otherColumns.map((column) => `i.${column}`).join(", ")},
        EXISTS (SELECT 1 FROM lots l
          WHERE l.inventory_id = i.id AND l.closed_at IS NULL AND l.seq > 0) AS has_bids
      FROM inventory i
      WHERE (i.id = ANY($1::bigint[]) OR i.vin = ANY($2::text[]) OR i.stock_number = ANY($3::text[]))
        AND ${isHeld}`,
    [ids, vins, stockNumbers],
  );
  return rows;
}

/** Returns the units on the run lists of drafts, except for one auction's. */
export async function plannedUnits(db: Db, exceptAuctionId: number | null): Promise<number[]> {
  const { rows } = await db.query<{ inventory_id: number }>(
    "SELECT inventory_id FROM planned_lots WHERE auction_id IS DISTINCT FROM $1::bigint",
    [exceptAuctionId],
  );
  return rows.map(({ inventory_id }) => inventory_id);
}

/** Another unit with the same VIN. */
export interface SameVin {
  readonly id: number;
  readonly vin: string;
  readonly stockNumber: string;
  readonly status: UnitRow["status"];
}

/** Returns the units with one of these VINs that have left, latest first. */
export async function leftUnits(db: Db, vins: readonly string[]): Promise<SameVin[]> {
  const { rows } = await db.query<SameVin>(
    `SELECT i.id, i.vin, i.stock_number AS "stockNumber", i.status FROM inventory i
      WHERE i.vin = ANY($1::text[]) AND NOT (${isHeld}) ORDER BY i.id DESC LIMIT 1000`,
    [vins],
  );
  return rows;
}

/** Returns the other units with a unit's VIN, latest first. */
export async function sameVins(db: Db, id: number): Promise<SameVin[]> {
  const { rows } = await db.query<SameVin>(
    `SELECT o.id, o.vin, o.stock_number AS "stockNumber", o.status
      FROM inventory i JOIN inventory o ON o.vin = i.vin AND o.id <> i.id
      WHERE i.id = $1 ORDER BY o.id DESC LIMIT 20`,
    [id],
  );
  return rows;
}

/** Returns the units that an import added or changed, in the order of their rows. */
export async function unitsOfImport(db: Db, importId: number): Promise<UnitRow[]> {
  const { rows } = await db.query<UnitRow>(
    `SELECT ${unitColumns} FROM unit_import_rows r
      JOIN inventory i ON i.id = coalesce(r.inventory_id, CASE WHEN r.updated THEN r.matched_id END)
      WHERE r.import_id = $1 ORDER BY r.row_number`,
    [importId],
  );
  return rows;
}

/**
 * Locks and returns a unit; null if there is none. Locks its open lot first, in the same order as
 * closing does, to avoid deadlocks.
 */
export async function lockUnit(tx: Db, id: number): Promise<UnitRow | null> {
  await tx.query(
    "SELECT 1 FROM lots WHERE inventory_id = $1 AND closed_at IS NULL FOR NO KEY UPDATE",
    [id],
  );
  await tx.query("SELECT 1 FROM inventory WHERE id = $1 FOR NO KEY UPDATE", [id]);
  return unitById(tx, id);
}

const anySpecs = inventorySpecs.partial();

export function factsOf(unit: UnitRow): PublishFacts {
  return {
    inventoryType: unit.inventory_type,
    modelYear: unit.model_year,
    identifierType: unit.identifier_type,
    identifier: unit.vin,
    vinOverrideReason: unit.vin_override_reason,
    gvwrLb: anySpecs.parse(unit.specs).gvwrLb ?? null,
    startingCents: unit.starting_cents,
    reserveCents: unit.reserve_cents,
    buyNowCents: unit.buy_now_cents,
    estimateLowCents: unit.estimate_low_cents,
    estimateHighCents: unit.estimate_high_cents,
    saleType: unit.sale_type,
    odometer: unit.odometer,
    odometerBrand: unit.odometer_brand,
    images: unit.images,
  };
}

const blankUnit: UnitRow = {
  id: 0,
  status: "DRAFT",
  stock_number: "",
  inventory_type: "OTHER",
  identifier_type: "NONE",
  vin: null,
  vin_override_reason: "",
  model_year: 0,
  manufacturer: "",
  model: "",
  trim: null,
  odometer: null,
  odometer_brand: "UNKNOWN",
  specs: {},
  sale_type: "RESERVE",
  starting_cents: 0,
  reserve_cents: null,
  buy_now_cents: null,
  estimate_low_cents: null,
  estimate_high_cents: null,
  yard_id: 0,
  seller_id: null,
  updated_at: new Date(0),
  images: 0,
  open_lot_id: null,
};

/** Returns the unit as it will be after a write. `before` is null for a new unit. */
export function withColumns(
  before: UnitRow | null,
  columns: ReadonlyMap<UnitColumn, unknown>,
): UnitRow {
  const specs = columns.get("specs");
  return {
    ...blankUnit,
    ...before,
    ...Object.fromEntries(columns),
    specs: typeof specs === "string" ? JSON.parse(specs) : (before?.specs ?? {}),
  };
}

export async function insertUnit(
  tx: Db,
  columns: ReadonlyMap<UnitColumn, unknown>,
): Promise<number> {
  const names = [...columns.keys()];
  const { rows } = await tx.query<{ id: number }>(
    `INSERT INTO inventory (${names.join(", ")}) VALUES (${names.map((_, n) => `$${n + 1}`).join(", ")})
      RETURNING id`,
    [...columns.values()],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("a unit was not written");
  return id;
}

export async function updateUnit(
  tx: Db,
  id: number,
  columns: ReadonlyMap<UnitColumn, unknown>,
): Promise<void> {
  const sets = [...columns.keys()].map((name, n) => `${name} = $${n + 2}`);
  await tx.query(
    `UPDATE inventory SET ${[...sets, "updated_at = clock_ms()"].join(", ")} WHERE id = $1`,
    [id, ...columns.values()],
  );
}

export async function setUnitStatus(tx: Db, id: number, status: UnitRow["status"]): Promise<void> {
  await tx.query("UPDATE inventory SET status = $2, updated_at = clock_ms() WHERE id = $1", [
    id,
    status,
  ]);
}

/**
 * Returns whether another unit has this stock number, and the stock number of the unit that has this
 * identifier. Units that have left hold neither (D84).
 */
export async function takenBy(
  tx: Db,
  id: number | null,
  stockNumber: string | null,
  vin: string | null,
): Promise<{ stock_number: boolean; vin: string | null }> {
  const { rows } = await tx.query<{ stock_number: boolean; vin: string | null }>(
    `SELECT EXISTS (SELECT 1 FROM inventory i
        WHERE i.stock_number = $2 AND ${isHeld} AND i.id IS DISTINCT FROM $1::bigint) AS stock_number,
      (SELECT i.stock_number FROM inventory i
        WHERE i.vin = $3 AND ${isHeld} AND i.id IS DISTINCT FROM $1::bigint LIMIT 1) AS vin`,
    [id, stockNumber, vin],
  );
  return rows[0] ?? { stock_number: false, vin: null };
}

/** Returns a slug that no unit has: the given one, or with a number after it. */
export async function freeSlug(tx: Db, slug: string): Promise<string> {
  for (let n = 1; ; n += 1) {
    const one = n === 1 ? slug : `${slug}-${n}`;
    const { rows } = await tx.query("SELECT 1 FROM inventory WHERE slug = $1", [one]);
    if (rows.length === 0) return one;
  }
}

/** Generates a stock number that no unit has. Concurrent calls get different ones. */
export async function nextStockNumber(tx: Db): Promise<string> {
  const { rows } = await tx.query<{ next: string }>("SELECT next_stock_number() AS next");
  const next = rows[0]?.next;
  if (next === undefined) throw new Error("a stock number was not made");
  return next;
}

export interface YardValues {
  readonly name: string;
  readonly street: string | null;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly lat: number | null;
  readonly lng: number | null;
  readonly timeZone: string;
}

/** Returns the ID of the yard with this name and address; creates it if there is none. */
export async function yardAt(tx: Db, yard: YardValues): Promise<number> {
  const values = [yard.name, yard.street, yard.city, yard.state, yard.zip];
  const { rows } = await tx.query<{ id: number }>(
    `WITH known AS (
        SELECT id FROM yards WHERE name = $1 AND street IS NOT DISTINCT FROM $2 AND city = $3
          AND state = $4 AND zip = $5 ORDER BY id LIMIT 1
      ), made AS (
        INSERT INTO yards (name, street, city, state, zip, lat, lng, time_zone)
        SELECT $1, $2, $3, $4, $5, $6::float8, $7::float8, $8 WHERE NOT EXISTS (SELECT 1 FROM known)
        RETURNING id
      )
      SELECT id FROM known UNION ALL SELECT id FROM made`,
    [...values, yard.lat, yard.lng, yard.timeZone],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("a yard was not written");
  return id;
}

export async function yardExists(tx: Db, id: number): Promise<boolean> {
  const { rows } = await tx.query("SELECT 1 FROM yards WHERE id = $1", [id]);
  return rows.length > 0;
}

/** Copies a unit's prices to its open lot. Returns false if the lot has bids or has closed. */
export async function priceOpenLot(
  tx: Db,
  lotId: number,
  startingCents: number,
  reserveCents: number | null,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE lots SET starting_cents = $2, reserve_cents = $3
      WHERE id = $1 AND closed_at IS NULL AND seq = 0`,
    [lotId, startingCents, reserveCents],
  );
  return rowCount === 1;
}

const copied = copiedColumns.join(", ");

/**
 * Copies a unit as a draft, without its identifier, condition report and pictures. Returns its ID.
 */
export async function copyUnit(
  tx: Db,
  id: number,
  stockNumber: string,
  slug: string,
): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    `INSERT INTO inventory (slug, stock_number, specs, ${copied})
      SELECT $3, $2, specs - '{conditionReport,highlights,knownFlaws,serviceHistory}'::text[], ${copied}
      FROM inventory WHERE id = $1 RETURNING id`,
    [id, stockNumber, slug],
  );
  const copy = rows[0]?.id;
  if (copy === undefined) throw new Error("a unit was not copied");
  return copy;
}

export async function hasAward(tx: Db, id: number): Promise<boolean> {
  const { rows } = await tx.query(
    `SELECT 1 FROM awards a JOIN lots l ON l.id = a.lot_id
      WHERE l.inventory_id = $1 AND a.status IN ('PENDING', 'DECLARED') LIMIT 1`,
    [id],
  );
  return rows.length > 0;
}

export interface YardName {
  readonly id: number;
  readonly name: string;
  readonly city: string;
  readonly state: string;
  readonly timeZone: string;
}

export async function yardsByName(db: Db): Promise<YardName[]> {
  const { rows } = await db.query<YardName>(
    `SELECT id, name, city, state, time_zone AS "timeZone" FROM yards
      ORDER BY name, id LIMIT 500`,
  );
  return rows;
}

/** Returns what staff change of units without opening them, of those that exist. */
export async function termsOfUnits(db: Db, ids: readonly number[]): Promise<UnitTerms[]> {
  const { rows } = await db.query<{
    id: number;
    starting_cents: number;
    reserve_cents: number | null;
    yard_id: number;
    updated_at: Date;
  }>(
    `SELECT id, starting_cents, reserve_cents, yard_id, updated_at FROM inventory
      WHERE id = ANY($1::bigint[]) ORDER BY id`,
    [ids],
  );
  return rows.map((row) => ({
    id: row.id,
    startingPrice: centsToDollars(row.starting_cents),
    reservePrice: row.reserve_cents === null ? null : centsToDollars(row.reserve_cents),
    yardId: row.yard_id,
    updatedAt: row.updated_at.toISOString(),
  }));
}

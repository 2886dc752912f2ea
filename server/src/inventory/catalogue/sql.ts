import type { FacetField } from "@gavelyard/contract/inventory/inventory-filter";
import { spelledMake } from "@gavelyard/domain/inventory/makes";
import type { NamedUnit } from "@gavelyard/domain/inventory/search-words";
import type { Db } from "../../db/pool.ts";
import { hasSpin, hasVideo } from "../card-sql.ts";
import { listedMake, listedModel } from "../spellings/sql.ts";
import { published } from "../sql.ts";

/**
 * Text columns that the catalog filters or searches by. Facets are counted. `makeModel` is make,
 * line break, model.
 */
export const textColumns = {
  inventoryType: "i.inventory_type",
  manufacturer: listedMake,
  makeModel: `${listedMake} || E'\\n' || ${listedModel}`,
  modelYear: "i.model_year::text",
  trim: "i.trim",
  engineType: "i.engine_type",
  bodyStyle: "i.body_style",
  state: "y.state",
  yard: "i.yard_id::text",
  fuelType: "i.fuel_type",
  transmission: "i.transmission",
  drivetrain: "s.drivetrain",
  cabType: "i.cab_type",
  sleeperRoof: `s."sleeperRoof"`,
  axleConfig: "i.axle_config",
  suspension: "s.suspension",
  gvwrClass: "i.gvwr_class::text",
  trailerType: "s.trailer ->> 'trailerType'",
  exteriorColor: `s."exteriorColor"`,
  titleBrand: "i.title_brand",
  titleState: `s."titleState"`,
  odometerBrand: "i.odometer_brand",
  runCondition: "i.run_condition",
  primaryDamage: "i.primary_damage",
  saleType: "i.sale_type",
  status: "i.status",
  featured: "i.featured::text",
  apu: "coalesce(jsonb_typeof(s.apu) = 'object', false)::text",
  carbCompliant: `coalesce(s."carbCompliant", false)::text`,
  hasVideo: `${hasVideo}::text`,
  hasSpin: `${hasSpin}::text`,
} as const satisfies Record<Exclude<FacetField, "auctionStatus">, string> & Record<string, string>;
export type TextField = keyof typeof textColumns;

/** Columns whose words a search finds a unit by, together with its stock number and VIN. */
export const namingFields = [
  "modelYear",
  "makeModel",
  "trim",
  "bodyStyle",
  "engineType",
] as const satisfies readonly TextField[];

const MILES_PER_KM = 0.621_371_192;

/**
 * Numeric columns that the catalog filters and sorts by. Money is in cents, times are in ms, odometer
 * readings are in miles.
 */
export const numberColumns = {
  createdAt: "(extract(epoch FROM i.created_at) * 1000)::float8",
  year: "i.model_year",
  priceCents: "coalesce(l.price_cents, l.starting_cents, i.starting_cents)",
  odometer: `(i.odometer * CASE i.odometer_unit WHEN 'KM' THEN ${MILES_PER_KM} ELSE 1 END)::float8`,
  engineHours: "i.engine_hours::float8",
  horsepower: "s.horsepower::float8",
  gvwrLb: `s."gvwrLb"::float8`,
  trailerLengthFt: "(s.trailer ->> 'lengthFt')::float8",
  grade: "i.grade::float8",
  bids: "coalesce(l.bid_count, 0)",
  auctionId: "l.auction_id",
  // Orders an auction's lots: 12, 12A, 13. The low five bits are the suffix's place in the alphabet.
  lotOrder: "(l.lot_number * 32 + (ascii(l.lot_suffix) & 31))::float8",
} as const;
export type NumberField = keyof typeof numberColumns;

export type UnitRow = Readonly<Record<TextField, string | null>> &
  Readonly<Record<NumberField, number | null>> & {
    readonly id: number;
    readonly stockNumber: string;
    readonly vin: string | null;
    readonly hasLot: boolean;
    /** Times of an open lot, in ms; null without one. */
    readonly opensAt: number | null;
    readonly closesAt: number | null;
  };
export type UnitWithEnd = UnitRow & { readonly auctionEnd: number | null };

const epoch = (instant: string) => `(extract(epoch FROM ${instant}) * 1000)::float8`;
const unitFields = `i.id, i.stock_number AS "stockNumber", i.vin, ${Object.entries({
  ...textColumns,
  ...numberColumns,
})
  .map(([name, column]) => `${column} AS "${name}"`)
  .join(", ")}, l.id IS NOT NULL AS "hasLot",
  CASE WHEN l.closed_at IS NULL THEN ${epoch("l.opens_at")} END AS "opensAt",
  CASE WHEN l.closed_at IS NULL THEN ${epoch("l.closes_at")} END AS "closesAt"`;
const unitColumns = `${unitFields},
  (SELECT ${epoch("max(z.closes_at)")} FROM lots z WHERE z.auction_id = l.auction_id) AS "auctionEnd"`;

// `specs` is unpacked once for all columns that read it.
const unitTables = `inventory i JOIN yards y ON y.id = i.yard_id LEFT JOIN lots l ON l.id = i.current_lot_id
  CROSS JOIN LATERAL jsonb_to_record(i.specs) AS s(drivetrain text, "sleeperRoof" text, suspension text,
    "exteriorColor" text, "titleState" text, "carbCompliant" boolean, apu jsonb, trailer jsonb,
    horsepower numeric, "gvwrLb" numeric)`;

/** Spells the make as all units of it do, so that a filter finds each. */
function spelled<Row extends UnitRow>(row: Row): Row {
  if (row.manufacturer === null) return row;
  const manufacturer = spelledMake(row.manufacturer);
  const model = row.makeModel?.slice(row.manufacturer.length) ?? null;
  return { ...row, manufacturer, makeModel: model === null ? null : manufacturer + model };
}

export async function unitsByIds(db: Db, ids: readonly number[]): Promise<UnitWithEnd[]> {
  const { rows } = await db.query<UnitWithEnd>({
    name: "catalogue-units",
    text: `SELECT ${unitColumns} FROM ${unitTables} WHERE i.id = ANY($1::bigint[])`,
    values: [ids],
  });
  return rows.map(spelled);
}

/** Returns the units with IDs above `after` and up to `last`. */
export async function unitsBetween(db: Db, after: number, last: number): Promise<UnitWithEnd[]> {
  const { rows } = await db.query<UnitWithEnd>({
    name: "catalogue-load",
    text: `SELECT ${unitColumns} FROM ${unitTables} WHERE i.id > $1 AND i.id <= $2`,
    values: [after, last],
  });
  return rows.map(spelled);
}

/** Returns the highest ID of a unit; 0 if there is none. */
export async function lastUnit(db: Db): Promise<number> {
  const { rows } = await db.query<{ id: number | null }>("SELECT max(id) AS id FROM inventory");
  return rows[0]?.id ?? 0;
}

type UnitOfLot = UnitRow &
  NamedUnit & {
    readonly lotId: number;
    readonly auctionId: number;
    readonly priceCents: number;
    readonly manufacturer: string;
    readonly lat: number | null;
    readonly lng: number | null;
  };

/** Returns the published units of lots that are still open for bidding, by lot. */
export async function unitsOfLots(db: Db, lotIds: readonly number[]): Promise<UnitOfLot[]> {
  const { rows } = await db.query<UnitOfLot>(
    `SELECT ${unitFields}, l.id AS "lotId", ${listedModel} AS model, y.lat, y.lng FROM ${unitTables}
      WHERE l.id = ANY ($1::bigint[]) AND l.closed_at IS NULL AND l.closes_at > clock_ms()
        AND ${published}
      ORDER BY l.id`,
    [lotIds],
  );
  return rows.map(spelled);
}

export interface Poll {
  /** Snapshot of this poll, from which the next one continues. */
  readonly snapshot: string;
  /**
   * Start time of the database server. It changes when the server is restarted, as it also is after
   * a restore.
   */
  readonly server: Date;
  readonly now: Date;
  /** Units changed by transactions that the last snapshot didn't include; 0 means all units. */
  readonly changed: number[] | null;
  /**
   * Row versions by unit, of open lots written to since `lotsSince` and perhaps some before; null
   * if there are none or lots were skipped.
   */
  readonly lotVersions: Readonly<Record<string, string>> | null;
}

/**
 * Polls for changes committed since a snapshot, including changes of transactions that were still
 * open then. Skips lots if `lotsSince` is null.
 */
export async function poll(db: Db, since: string | null, lotsSince: string | null): Promise<Poll> {
  const { rows } = await db.query<Poll>({
    name: "catalogue-look",
    // A row's xmin can be a subtransaction's ID, which snapshots don't list, so this reads every
    // lot written since the oldest transaction that was open on the server, of any database.
    text: `SELECT pg_current_snapshot()::text AS snapshot, pg_postmaster_start_time() AS server,
      clock_ms() AS now,
      (SELECT array_agg(DISTINCT c.unit_id) FROM unit_changes c
        WHERE c.xid >= pg_snapshot_xmin($1::pg_snapshot)
          AND NOT pg_visible_in_snapshot(c.xid, $1::pg_snapshot)) AS changed,
      (SELECT json_object_agg(l.inventory_id, l.xmin::text) FROM lots l
        WHERE $2::pg_snapshot IS NOT NULL AND l.closed_at IS NULL
          AND age(l.xmin) <= (SELECT age(pg_snapshot_xmin($2::pg_snapshot)::xid))) AS "lotVersions"`,
    values: [since, lotsSince],
  });
  const [row] = rows;
  if (row === undefined) throw new Error("the database returned nothing");
  return row;
}

/** Deletes changes older than every transaction that was open at the snapshot. */
export async function deleteOldChanges(db: Db, snapshot: string): Promise<void> {
  await db.query("DELETE FROM unit_changes WHERE xid < pg_snapshot_xmin($1::pg_snapshot)", [
    snapshot,
  ]);
}

interface Interest {
  readonly id: number;
  readonly watchers: number;
  readonly views: number;
}

/** Returns how many people watch each unit whose lot isn't closed, and the views of its page. */
export async function interestInLots(db: Db): Promise<Interest[]> {
  const { rows } = await db.query<Interest>(
    `SELECT l.inventory_id AS id, coalesce(w.watchers, 0) AS watchers,
        (SELECT coalesce(sum(v.views), 0)::int FROM unit_views v WHERE v.unit_id = l.inventory_id) AS views
      FROM lots l LEFT JOIN (SELECT inventory_id, count(*)::int AS watchers FROM wishlist_items GROUP BY 1) w
        ON w.inventory_id = l.inventory_id
      WHERE l.closed_at IS NULL`,
  );
  return rows;
}

export async function yardPlaces(
  db: Db,
): Promise<{ id: number; lat: number | null; lng: number | null }[]> {
  const { rows } = await db.query<{ id: number; lat: number | null; lng: number | null }>(
    "SELECT id, lat, lng FROM yards",
  );
  return rows;
}

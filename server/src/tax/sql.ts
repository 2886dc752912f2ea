import type { TaxRateLine } from "@gavelyard/contract/tax";
import type { HaulClass } from "@gavelyard/domain/sales/haul-class";
import type { PoolClient } from "pg";
import type { Db } from "../db/pool.ts";
import { placeOfSale, type PlaceJson } from "../inventory/tax-sql.ts";

export interface PermitRow {
  readonly state: string;
  readonly number: string;
  readonly startsOn: string;
  readonly endsOn: string | null;
  readonly taxesDocFee: boolean;
  readonly updatedAt: Date;
}

const permitColumns = `state, number, starts_on::text AS "startsOn", ends_on::text AS "endsOn",
  taxes_doc_fee AS "taxesDocFee", updated_at AS "updatedAt"`;

export async function permits(db: Db): Promise<PermitRow[]> {
  const { rows } = await db.query<PermitRow>(
    `SELECT ${permitColumns} FROM tax_permits ORDER BY state`,
  );
  return rows;
}

/** Returns a state's permit and lets nobody else change it until the transaction ends. */
export async function lockPermit(tx: PoolClient, state: string): Promise<PermitRow | null> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('tax permit ' || $1, 90))", [
    state,
  ]);
  const { rows } = await tx.query<PermitRow>(
    `SELECT ${permitColumns} FROM tax_permits WHERE state = $1`,
    [state],
  );
  return rows[0] ?? null;
}

export async function upsertPermit(
  tx: PoolClient,
  permit: Omit<PermitRow, "updatedAt">,
): Promise<void> {
  await tx.query(
    `INSERT INTO tax_permits (state, number, starts_on, ends_on, taxes_doc_fee)
      VALUES ($1, $2, $3, $4, $5) ON CONFLICT (state) DO UPDATE SET number = excluded.number,
        starts_on = excluded.starts_on, ends_on = excluded.ends_on,
        taxes_doc_fee = excluded.taxes_doc_fee, updated_at = clock_ms()`,
    [permit.state, permit.number, permit.startsOn, permit.endsOn, permit.taxesDocFee],
  );
}

export async function deletePermit(tx: PoolClient, state: string): Promise<void> {
  await tx.query("DELETE FROM tax_permits WHERE state = $1", [state]);
}

interface RateRow {
  readonly state: string;
  readonly zip: string;
  readonly unit_class: HaulClass | "";
  readonly starts_on: string;
  readonly milli_percent: number;
}

const MOST_RATES = 500;

/** Returns the rates of whole states and of the ZIP codes of yards, at most 500, and how many there are. */
export async function shownRates(db: Db): Promise<{ rates: TaxRateLine[]; count: number }> {
  const { rows } = await db.query<RateRow>(
    `SELECT state, zip, unit_class, starts_on::text AS starts_on, milli_percent FROM tax_rates
      WHERE zip = '' OR zip IN (SELECT left(y.zip, 5) FROM yards y)
      ORDER BY state, zip, unit_class, starts_on DESC LIMIT $1`,
    [MOST_RATES],
  );
  const { rows: counts } = await db.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM tax_rates",
  );
  return {
    rates: rows.map((row) => ({
      state: row.state,
      zip: row.zip === "" ? null : row.zip,
      unitClass: row.unit_class === "" ? null : row.unit_class,
      startsOn: row.starts_on,
      percent: row.milli_percent / 1_000,
    })),
    count: counts[0]?.count ?? 0,
  };
}

export interface YardRow {
  readonly name: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly place: PlaceJson;
}

/** Returns the yards with what a sale of today is taxed by. */
export async function taxedYards(db: Db): Promise<YardRow[]> {
  const { rows } = await db.query<YardRow>(
    `SELECT y.name, y.city, y.state, left(y.zip, 5) AS zip,
        ${placeOfSale("(clock_ms() AT TIME ZONE y.time_zone)::date", "true")} AS place
      FROM yards y ORDER BY y.state, y.city, y.name`,
  );
  return rows;
}

const keyOf = (rate: Omit<TaxRateLine, "percent">) => [
  rate.state,
  rate.zip ?? "",
  rate.unitClass ?? "",
  rate.startsOn,
];
const toMilliPercent = (percent: number): number => Math.round(percent * 1_000);

/** Sets or removes a rate that is still what the caller saw. Returns whether it was. */
export async function setRate(
  tx: PoolClient,
  rate: Omit<TaxRateLine, "percent">,
  { was, is }: { readonly was: number | null; readonly is: number | null },
): Promise<boolean> {
  const key = keyOf(rate);
  const seen = was === null ? null : toMilliPercent(was);
  const next = is === null ? null : toMilliPercent(is);
  if (next === null) {
    const { rowCount } = await tx.query(
      `DELETE FROM tax_rates WHERE state = $1 AND zip = $2 AND unit_class = $3 AND starts_on = $4
        AND milli_percent = $5`,
      [...key, seen],
    );
    return rowCount === 1;
  }
  const { rowCount } = await tx.query(
    `INSERT INTO tax_rates (state, zip, unit_class, starts_on, milli_percent) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (state, zip, unit_class, starts_on) DO UPDATE SET milli_percent = excluded.milli_percent
        WHERE tax_rates.milli_percent = $6::integer`,
    [...key, next, seen],
  );
  return rowCount === 1;
}

/** Adds rates, and changes the ones that the same place, class and day have. */
export async function addRates(
  tx: PoolClient,
  rates: readonly TaxRateLine[],
): Promise<{ added: number; changed: number }> {
  const keys = rates.map(keyOf);
  const column = (n: number) => keys.map((key) => key[n]);
  const { rows } = await tx.query<{ added: number; changed: number }>(
    `WITH written AS (
        INSERT INTO tax_rates AS r (state, zip, unit_class, starts_on, milli_percent)
          SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::date[], $5::integer[])
          ON CONFLICT (state, zip, unit_class, starts_on) DO UPDATE SET milli_percent = excluded.milli_percent
            WHERE r.milli_percent <> excluded.milli_percent
          RETURNING (xmax = 0) AS is_new)
      SELECT (count(*) FILTER (WHERE is_new))::int AS added,
        (count(*) FILTER (WHERE NOT is_new))::int AS changed FROM written`,
    [
      column(0),
      column(1),
      column(2),
      column(3),
      rates.map(({ percent }) => toMilliPercent(percent)),
    ],
  );
  return rows[0] ?? { added: 0, changed: 0 };
}

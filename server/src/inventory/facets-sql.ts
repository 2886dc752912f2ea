import {
  facetFields,
  saleStages,
  type FacetField,
  type Facets,
  type InventoryFilter,
} from "@gavelyard/contract/inventory-filter";
import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "../db/pool.ts";
import { isOfFacetsAlone, selectionOf } from "./facet-bits-sql.ts";
import { Values } from "../db/values.ts";
import { conditionsOf, facetColumns, filterTables } from "./filter-sql.ts";
import { published } from "./sql.ts";

/** How many units a filter finds, and how many each value of each facet would. */
export interface Counts {
  readonly total: number;
  readonly facets: Facets;
}

/**
 * Brings the bitmaps of facets up to date, in a moment when hardly anything changed since. After many
 * units came in at once it does a part of it, and `catchUpFacets` the rest. A database that may only be
 * read, as on a full disk, keeps the bitmaps that it has.
 */
export async function refreshFacets(db: Db): Promise<void> {
  await db.query({
    name: "facets-refresh",
    text: `SELECT refresh_facets(1) WHERE EXISTS (SELECT FROM facet_changes)
      AND NOT current_setting('transaction_read_only')::boolean`,
  });
}

/**
 * Brings the bitmaps up to date however many units changed, a chunk of 30,000 at a time, until it is
 * done or aborted.
 */
export async function catchUpFacets(db: Db, signal?: AbortSignal): Promise<void> {
  while (signal?.aborted !== true) {
    await refreshFacets(db);
    const { rows } = await db.query<{ left: boolean }>(
      "SELECT EXISTS (SELECT FROM facet_changes) AS left",
    );
    if (rows[0]?.left !== true) return;
    // Another process may be at it.
    await sleep(20);
  }
}

/**
 * Counts the units that a filter finds, once `refreshFacets` has been called, and those that each value of each facet would: a unit counts
 * for a facet's value when it meets the choices of all other facets.
 */
export async function countFacets(db: Db, filter: InventoryFilter): Promise<Counts> {
  return isOfFacetsAlone(filter) ? countByBits(db, filter) : countByRows(db, filter);
}

/** Counts by bitmaps: the same few ms over a million units, whatever is chosen. */
async function countByBits(db: Db, filter: InventoryFilter): Promise<Counts> {
  const values = new Values();
  const { ctes, columnFor } = selectionOf(filter, values);
  const column = facetFields
    .filter((field) => columnFor(field) !== '"all"')
    .map((field) => `WHEN '${field}' THEN c.${columnFor(field)}`);
  const found =
    column.length === 0 ? 'c."all"' : `CASE b.field ${column.join(" ")} ELSE c."all" END`;
  const kept = facetFields
    .filter((field) => field !== "auctionStatus")
    .map((field) => `'${field}'`);
  const { rows } = await db.query<CountRow>(
    `WITH ${ctes}
      SELECT 'total' AS field, '' AS value, coalesce(sum(bit_count("all")), 0)::bigint AS count FROM chosen
      UNION ALL SELECT b.field, b.value, sum(bit_count(b.bits & ${found}))::bigint FROM (
        SELECT field, value, chunk, bits FROM facet_bits WHERE field IN (${kept.join(", ")})
        UNION ALL SELECT field, value, chunk, bits FROM status_bits) b JOIN chosen c USING (chunk)
      GROUP BY b.field, b.value`,
    values.list,
  );
  return toCounts(rows);
}

interface CountRow {
  readonly field: FacetField | "total";
  readonly value: string | null;
  readonly count: number;
}

/** Counts in one pass over the rows that meet all that is no facet. */
export async function countByRows(db: Db, filter: InventoryFilter): Promise<Counts> {
  const values = new Values();
  const { fixed, byFacet } = conditionsOf(filter, values);
  const chosen = [...byFacet].map(([field, condition]) => ({ field, condition }));
  const unchosen = facetFields.filter((field) => !byFacet.has(field));
  const missed = chosen.map(({ field }) => `"miss_${field}"`);
  const missCount = missed.length === 0 ? "0" : missed.join(" + ");
  const columns = facetFields.map((field) => `${facetColumns[field]} AS "${field}"`);
  const misses = chosen.map(({ field, condition }) => `(NOT ${condition})::int AS "miss_${field}"`);
  const name = unchosen.map((field) => `WHEN grouping("${field}") = 0 THEN '${field}'`).join(" ");
  const value = unchosen.map((field) => `"${field}"`).join(", ");
  const parts = [
    `SELECT 'total' AS field, '' AS value, count(*) FROM base WHERE ${missCount} = 0`,
    ...(unchosen.length === 0
      ? []
      : [
          `SELECT CASE ${name} END, coalesce(${value}), count(*) FROM base WHERE ${missCount} = 0
            GROUP BY GROUPING SETS (${unchosen.map((field) => `("${field}")`).join(", ")})`,
        ]),
    ...chosen.map(
      ({ field }) => `SELECT '${field}', "${field}", count(*) FROM base
        WHERE ${missCount} - "miss_${field}" = 0 GROUP BY "${field}"`,
    ),
  ];
  const { rows } = await db.query<CountRow>(
    `WITH base AS MATERIALIZED (
      SELECT ${[...columns, ...misses].join(", ")} FROM ${filterTables} WHERE ${fixed.join(" AND ")})
    ${parts.join(" UNION ALL ")}`,
    values.list,
  );
  return toCounts(rows);
}

function toCounts(rows: readonly CountRow[]): Counts {
  const counted = new Map<FacetField, { value: string; count: number }[]>(
    facetFields.map((field) => [field, []]),
  );
  let total = 0;
  for (const row of rows) {
    if (row.field === "total") total = row.count;
    else if (row.value !== null && row.count > 0)
      counted.get(row.field)?.push({ value: row.value, count: row.count });
  }
  const byCount = (field: FacetField) =>
    (counted.get(field) ?? []).sort(
      (one, other) => other.count - one.count || one.value.localeCompare(other.value, "en"),
    );
  const facets: Facets = {};
  for (const field of facetFields) facets[field] = byCount(field);
  const stages: readonly string[] = saleStages;
  facets.auctionStatus?.sort(
    (one, other) => stages.indexOf(one.value) - stages.indexOf(other.value),
  );
  return { total, facets };
}

/** Models by make, and the bounds of the ranges that can be asked for. */
export interface FilterBounds {
  readonly models: { manufacturer: string; model: string; count: number }[];
  readonly year: { min: number; max: number };
  readonly priceCents: { min: number; max: number };
  readonly odometer: { min: number; max: number };
  readonly engineHours: { min: number; max: number };
}

interface BoundsRow {
  readonly year_min: number | null;
  readonly year_max: number | null;
  readonly price_min: number | null;
  readonly price_max: number | null;
  readonly odometer_min: number | null;
  readonly odometer_max: number | null;
  readonly hours_min: number | null;
  readonly hours_max: number | null;
}

/** Bounds of an empty marketplace are zero. */
export async function filterBounds(db: Db): Promise<FilterBounds> {
  const [models, bounds] = await Promise.all([
    db.query<{ manufacturer: string; model: string; count: number }>(
      `SELECT i.manufacturer, i.model, count(*) FROM inventory i WHERE ${published}
      GROUP BY 1, 2 ORDER BY 1, 2`,
    ),
    db.query<BoundsRow>(
      `SELECT min(i.model_year) AS year_min, max(i.model_year) AS year_max,
        min(p.cents) AS price_min, max(p.cents) AS price_max,
        min(i.odometer) AS odometer_min, max(i.odometer) AS odometer_max,
        min(i.engine_hours) AS hours_min, max(i.engine_hours) AS hours_max
      FROM inventory i LEFT JOIN lots l ON l.id = i.current_lot_id
      CROSS JOIN LATERAL (SELECT coalesce(l.price_cents, l.starting_cents, i.starting_cents) AS cents) p
      WHERE ${published}`,
    ),
  ]);
  const row = bounds.rows[0];
  const between = (min: number | null | undefined, max: number | null | undefined) => ({
    min: min ?? 0,
    max: max ?? 0,
  });
  return {
    models: models.rows,
    year: between(row?.year_min, row?.year_max),
    priceCents: between(row?.price_min, row?.price_max),
    odometer: between(row?.odometer_min, row?.odometer_max),
    engineHours: between(row?.hours_min, row?.hours_max),
  };
}

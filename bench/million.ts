import {
  facetFields,
  inventoryFilter,
  type InventoryFilter,
} from "@gavelyard/contract/inventory-filter";
import type { Pool } from "pg";
import { catchUpFacets, countFacets } from "../server/src/inventory/facets-sql.ts";
import { filterCards } from "../server/src/inventory/filter-sql.ts";
import { makeVehicles } from "./many-vehicles.ts";
import { judge, median, say, shown } from "./report.ts";
import { openYard } from "./yard.ts";

const VEHICLES = Number(process.env["VEHICLES"] ?? 1_000_000);
const ROUNDS = 200;
const PAGE_ROUNDS = 30;

/**
 * Search over a million vehicles at the database: a page that three facets narrow with the counts of
 * all facets, and the same search a thousand pages on.
 */
export async function million(): Promise<boolean> {
  const yard = await openYard();
  try {
    const { pool } = yard;
    const filled = await seconds(() => makeVehicles(pool, VEHICLES));
    const indexed = await seconds(() => catchUpFacets(pool));
    await pool.query("VACUUM ANALYZE");
    say(
      `${VEHICLES.toLocaleString("en-US")} vehicles in ${shown(filled)} s, their bitmaps in ${shown(indexed)} s`,
    );

    const filters = await threeFacets(pool);
    const search = (filter: InventoryFilter) =>
      Promise.all([filterCards(pool, filter), countFacets(pool, filter)]);
    for (const filter of filters.slice(0, 20)) await search(filter);
    const times: number[] = [];
    const found: number[] = [];
    for (const filter of filters) {
      const startedAt = performance.now();
      const [, { total }] = await search(filter);
      times.push(performance.now() - startedAt);
      found.push(total);
    }
    times.sort((one, other) => one - other);
    say(
      `three facets at random find ${shown(Math.min(...found))} to ${shown(Math.max(...found))}, median ${shown(median(found))}; first page and counts: median ${shown(median(times))} ms, slowest ${shown(times.at(-1) ?? 0)} ms`,
    );

    const broad = inventoryFilter.parse({ titleBrand: ["CLEAN"], sort: "NEWEST" });
    const pageTime = async (page: number) => {
      const each: number[] = [];
      for (let round = 0; round < PAGE_ROUNDS; round += 1) {
        each.push((await seconds(() => search({ ...broad, page }))) * 1_000);
      }
      return median(each);
    };
    const [first, thousandth] = [await pageTime(0), await pageTime(1_000)];
    say(`page 0: ${shown(first)} ms, page 1,000: ${shown(thousandth)} ms`);
    return judge([
      {
        what: "three facets, counts and first page, p95",
        actual: times[Math.floor(times.length * 0.95)] ?? Number.NaN,
        target: 50,
        sense: "at most",
        unit: " ms",
      },
      {
        what: "page 1,000 beside page 0",
        actual: thousandth / first,
        target: 2,
        sense: "at most",
        unit: " times",
      },
    ]);
  } finally {
    await yard.close();
  }
}

/** Filters as people click them: each next value is one that the filter so far still offers. From a fixed sequence. */
async function threeFacets(pool: Pool): Promise<InventoryFilter[]> {
  let state = 42;
  const next = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const numeric = new Set(["gvwrClass"]);
  const filters: InventoryFilter[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const chosen: Record<string, unknown> = {};
    for (let facet = 0; facet < 3; facet += 1) {
      const { facets } = await countFacets(pool, inventoryFilter.parse(chosen));
      const left = facetFields.filter(
        (field) => !(field in chosen) && (facets[field] ?? []).length > 0,
      );
      const field = left[next(left.length)];
      const values = field === undefined ? [] : (facets[field] ?? []);
      const value = values[next(values.length)]?.value;
      if (field !== undefined) chosen[field] = [numeric.has(field) ? Number(value) : value];
    }
    filters.push(inventoryFilter.parse(chosen));
  }
  return filters;
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1_000;
}

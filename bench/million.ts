import { filteredInventories, type FilteredInventories } from "@gavelyard/contract/inventory";
import {
  facetFields,
  inventoryFilter,
  type InventoryFilter,
} from "@gavelyard/contract/inventory-filter";
import { pino } from "pino";
import { Catalogue } from "../server/src/inventory/catalogue/catalogue.ts";
import { makeVehicles } from "./many-vehicles.ts";
import { judge, median, say, shown } from "./report.ts";
import { openYard } from "./yard.ts";

const VEHICLES = Number(process.env["VEHICLES"] ?? 1_000_000);
const ROUNDS = 200;
const PAGE_ROUNDS = 30;
const HITS = 100_000;

/**
 * Measures search over a million units: loading the catalog, a page with three facet filters and
 * all facet counts, the same search a thousand pages later, and a text with many hits.
 */
export async function million(): Promise<boolean> {
  const yard = await openYard();
  const { pool } = yard;
  const log = pino({ level: "silent" });
  const catalogue = new Catalogue({ databaseUrl: yard.url, servers: null, pool, log });
  try {
    const filled = await seconds(() => makeVehicles(pool, VEHICLES));
    const loaded = await seconds(() => catalogue.current());
    const bytes = catalogue.figures().bytes / VEHICLES;
    say(
      `${VEHICLES.toLocaleString("en-US")} vehicles in ${shown(filled)} s, loaded in ${shown(loaded)} s, ${shown(bytes)} bytes each`,
    );
    const search = async (filter: InventoryFilter) =>
      filteredInventories.parse(JSON.parse(await catalogue.list(filter, true)));

    const filters = await threeFacets(search);
    const times: number[] = [];
    const found: number[] = [];
    for (const filter of filters) {
      const startedAt = performance.now();
      // This page size was never requested, so no response is cached.
      const text = await catalogue.list({ ...filter, size: 11 }, true);
      times.push(performance.now() - startedAt);
      found.push(filteredInventories.parse(JSON.parse(text)).totalElements);
    }
    times.sort((one, other) => one - other);
    say(
      `three facets at random find ${shown(Math.min(...found))} to ${shown(Math.max(...found))}, median ${shown(median(found))}; first page and counts: median ${shown(median(times))} ms, slowest ${shown(times.at(-1) ?? 0)} ms`,
    );

    const timeOf = async (filter: InventoryFilter) => {
      const each: number[] = [];
      for (let size = 20; size < 20 + PAGE_ROUNDS; size += 1)
        each.push((await seconds(() => catalogue.list({ ...filter, size }, true))) * 1_000);
      return median(each);
    };
    const broad = inventoryFilter.parse({ titleBrand: ["CLEAN"], sort: "NEWEST" });
    const [first, thousandth] = [await timeOf(broad), await timeOf({ ...broad, page: 1_000 })];
    const text = inventoryFilter.parse({ q: "2019", sort: "PRICE_LOW" });
    const ofText = await timeOf(text);
    const { totalElements: hits } = await search(text);
    say(`a text with ${shown(hits)} hits, up to ${shown(HITS)} are asked for: ${shown(ofText)} ms`);
    say(`page 0: ${shown(first)} ms, page 1,000: ${shown(thousandth)} ms`);
    return judge([
      {
        what: "three facets, counts and first page, p95",
        actual: times[Math.floor(times.length * 0.95)] ?? Number.NaN,
        target: 10,
        sense: "at most",
        unit: " ms",
      },
      { what: "a text", actual: ofText, target: 25, sense: "at most", unit: " ms" },
      { what: "loading all", actual: loaded, target: 12, sense: "at most", unit: " s" },
      { what: "memory of one", actual: bytes, target: 160, sense: "at most", unit: " bytes" },
      {
        what: "page 1,000 beside page 0",
        actual: thousandth / first,
        target: 2,
        sense: "at most",
        unit: " times",
      },
    ]);
  } finally {
    await catalogue.stop();
    await yard.close();
  }
}

/**
 * Builds filters as people click them: each next value is one that the current filter offers. The
 * sequence is fixed.
 */
async function threeFacets(
  search: (filter: InventoryFilter) => Promise<FilteredInventories>,
): Promise<InventoryFilter[]> {
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
      const { facets } = await search(inventoryFilter.parse(chosen));
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

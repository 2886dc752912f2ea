import {
  filteredInventories,
  type FilteredInventories,
} from "@gavelyard/contract/inventory/inventory";
import {
  facetFields,
  inventoryFilter,
  type InventoryFilter,
} from "@gavelyard/contract/inventory/inventory-filter";
import { inTransaction } from "../server/src/db/transaction.ts";
import { startProduct } from "../tests/product.ts";
import { BIDS_A_SECOND, bidsInTurn, load } from "./load.ts";
import { makeVehicles } from "./many-vehicles.ts";
import { judge, median, percentile, say, shown, type Claim } from "./report.ts";
import { search } from "./search.ts";
import { makeBidders, makeLots, openYard } from "./yard.ts";

const VEHICLES = Number(process.env["VEHICLES"] ?? 1_000_000);
const FILTERS = 200;
const PAGE_ROUNDS = 60;
const HITS = 100_000;
const OTHER_LOTS = 200;
/** Units that change at once, as in a large import. */
const CHANGED = 100_000;
const BID_SEC = 5;
/** Memory that a unit may take in the catalog. */
const UNIT_BYTES = 160;
/** Memory that the catalog may use in addition to its units, for their texts and cached lists. */
const TEXTS_BYTES = 80_000_000;
/** Between two looks of Node at the delay of the event loop. */
const LOOP_MS = 10;

/**
 * Measures a server with a million units over HTTP: its start, a page with three facet filters and
 * all facet counts, the same search a thousand pages later, a text with many hits, memory, the
 * longest turn of the event loop, bids meanwhile, and many units that change at once.
 */
export async function million(): Promise<boolean> {
  const yard = await openYard();
  const { pool } = yard;
  try {
    const filled = await seconds(() => makeVehicles(pool, VEHICLES));
    const bidders = await makeBidders(yard, 32);
    const bids = bidsInTurn(await makeLots(pool, OTHER_LOTS), bidders);
    say(`${VEHICLES.toLocaleString("en-US")} vehicles in ${shown(filled)} s`);
    const startedAt = performance.now();
    const product = await startProduct({ ...yard.env, WARM_PICTURES: "0" });
    const started = (performance.now() - startedAt) / 1_000;
    try {
      const timed = async (filter: InventoryFilter) => timedSearch(product.url, filter);
      const filters = await threeFacets(async (filter) => (await timed(filter)).found);
      await figures(product.url);

      // Page sizes that were never requested, so no response is cached.
      const facets = await each(filters, async (filter) => timed({ ...filter, size: 11 }));
      const counts = facets.map(({ found }) => found.totalElements);
      say(
        `three facets at random find ${shown(Math.min(...counts))} to ${shown(Math.max(...counts))}, median ${shown(median(counts))}`,
      );
      const pages = (filter: InventoryFilter) =>
        each(
          Array.from({ length: PAGE_ROUNDS }, (_, n) => 20 + n),
          async (size) => timed({ ...filter, size }),
        );
      const broad = inventoryFilter.parse({ titleBrand: ["CLEAN"], sort: "NEWEST" });
      const first = await pages(broad);
      const thousandth = await pages({ ...broad, page: 1_000 });
      const text = await pages(inventoryFilter.parse({ q: "2019", sort: "PRICE_LOW" }));
      say(
        `a text with ${shown(text[0]?.found.totalElements ?? 0)} hits (${shown(HITS)} asked for)`,
      );
      const { bytes, units, longestTurnMs } = await figures(product.url);

      const bidP99 = async () =>
        (
          await load({
            url: product.url,
            clients: 16,
            seconds: BID_SEC,
            rate: BIDS_A_SECOND,
            method: "POST",
            next: bids,
          })
        ).p99;
      await bidP99();
      const alone = await bidP99();
      let browsing = true;
      const browsed = (async () => {
        for (let size = 100; browsing; size = 12 + ((size - 11) % 80))
          for (const filter of filters) if (browsing) await timed({ ...filter, size });
      })();
      const beside = await bidP99();
      browsing = false;
      await browsed;
      say(`bids alone p99 ${shown(alone)} ms, beside browsing ${shown(beside)} ms`);

      // As a large import does. The first search after it waits for all of them.
      await inTransaction(pool, async (tx) => {
        await tx.query("SET LOCAL statement_timeout = 0");
        await tx.query("UPDATE inventory SET grade = 4.9 WHERE id % $1 = 0", [
          Math.ceil(VEHICLES / CHANGED),
        ]);
      });
      const graded = inventoryFilter.parse({ gradeFrom: 4.9 });
      await figures(product.url);
      const { ms: changedMs, found: changed } = await timed(graded);
      const { longestTurnMs: longestApplying } = await figures(product.url);
      say(
        `${shown(changed.totalElements)} changed units show after ${shown(changedMs)} ms, longest turn ${shown(longestApplying)} ms`,
      );

      const p95 = (answers: readonly { ms: number }[]) =>
        percentile(
          answers.map(({ ms }) => ms),
          0.95,
        );
      const middle = (answers: readonly { ms: number }[]) => median(answers.map(({ ms }) => ms));
      const atMost = (what: string, actual: number, target: number, unit: string): Claim => ({
        what,
        actual,
        target,
        sense: "at most",
        unit,
      });
      return judge([
        atMost("three facets, counts and first page, p95", p95(facets), 10, " ms"),
        atMost("page 1,000 beside page 0", middle(thousandth) / middle(first), 2, " times"),
        atMost("a text, p95", p95(text), 25, " ms"),
        atMost("until a started server is ready", started, 12, " s"),
        atMost("memory", bytes / 1e6, (units * UNIT_BYTES + TEXTS_BYTES) / 1e6, " MB"),
        atMost("longest turn of the event loop while browsing", longestTurnMs, 8, " ms"),
        atMost("p99 of bids beside browsing", beside, 40, " ms"),
        atMost("until 100,000 changed units show", changedMs / 1_000, 10, " s"),
      ]);
    } finally {
      await product.stop();
    }
  } finally {
    await yard.close();
  }
}

/** Searches, and measures until the response has arrived. */
async function timedSearch(
  url: string,
  filter: InventoryFilter,
): Promise<{ ms: number; found: FilteredInventories }> {
  const startedAt = performance.now();
  const text = await search(url, filter);
  const ms = performance.now() - startedAt;
  return { ms, found: filteredInventories.parse(JSON.parse(text)) };
}

/** Reads the server's metrics. The longest turn is that since the last call. */
async function figures(
  url: string,
): Promise<{ units: number; bytes: number; longestTurnMs: number }> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const value = (name: string) => Number(new RegExp(`^${name} (.*)$`, "m").exec(text)?.[1]);
  return {
    units: value("gavelyard_catalogue_units"),
    bytes: value("gavelyard_catalogue_bytes"),
    longestTurnMs: value("nodejs_eventloop_lag_max_seconds") * 1_000 - LOOP_MS,
  };
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
  for (let round = 0; round < FILTERS; round += 1) {
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

async function each<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (const item of items) done.push(await work(item));
  return done;
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1_000;
}

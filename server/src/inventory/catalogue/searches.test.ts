import { inventoryFilter } from "@gavelyard/contract/inventory/inventory-filter";
import { setImmediate } from "node:timers/promises";
import { beforeAll, expect, it } from "vitest";
import type { Search } from "./find.ts";
import { Searches } from "./searches.ts";
import { unitRow } from "./testing/unit-row.ts";
import { Units } from "./units.ts";

/** So many that searches let other work run in between. */
const UNITS = 100_000;

const states = ["TX", "NJ", "OR", "AZ", "FL"];
const filters = states.flatMap((state) =>
  [{}, { state: [state] }, { inventoryType: ["PICKUP"] }, { yearFrom: 2010 }].map((part) =>
    inventoryFilter.parse({ ...part, sort: "PRICE_HIGH", page: states.indexOf(state) }),
  ),
);

const NOW_MS = Date.UTC(2026, 10, 27, 12);
const liveLot = {
  ...unitRow(UNITS),
  hasLot: true,
  opensAt: NOW_MS - 60_000,
  closesAt: NOW_MS + 60_000,
};

const units = new Units();
beforeAll(() => {
  units.makeRoom(UNITS);
  units.load(
    Array.from({ length: UNITS - 1 }, (_, n) => ({
      ...unitRow(n + 1),
      inventoryType: n % 3 === 0 ? "PICKUP" : "VAN",
      state: states[n % 5] ?? null,
      year: 2000 + (n % 24),
      priceCents: (n * 7_919) % 1_000_003,
    })),
  );
  units.load([liveLot]);
  units.countAll();
  units.moveTo(NOW_MS);
});

const search = (filter: Partial<Search["filter"]>): Search => ({
  filter: inventoryFilter.parse(filter),
  milesByYard: new Map(),
  withFacets: true,
});

it("finds the same for many at once as for each alone, in as much memory as for one", async () => {
  const searches = new Searches();
  const find = async (filter: Partial<Search["filter"]>) => {
    const { page, total, facets } = await searches.find(units, search(filter));
    return { page, total, facets };
  };
  const alone = [];
  for (const filter of filters) alone.push(await find(filter));
  expect(new Set(alone.map(({ page }) => page.join())).size).toBe(filters.length);
  await find({});
  const { bytes } = searches;
  expect(bytes).toBeGreaterThan(UNITS);

  expect(await Promise.all(filters.map(find))).toEqual(alone);
  expect(searches.bytes).toBe(bytes);
});

it("finds a live lot that gets a bid while the search waits for another", async () => {
  const searches = new Searches();
  const first = searches.find(units, search({}));
  const live = searches.find(units, search({ auctionStatus: ["LIVE"] }));
  await setImmediate();
  units.put({ ...liveLot, bids: 1 });
  expect((await first).total).toBe(UNITS);
  expect((await live).page).toEqual([UNITS]);
});

it("goes on after a search that failed", async () => {
  class NoMiles extends Map<string, number> {
    override get(): never {
      throw new Error("no miles");
    }
  }
  const searches = new Searches();
  const failing = searches.find(units, {
    ...search({ sort: "NEAREST" }),
    milesByYard: new NoMiles(),
  });
  const next = searches.find(units, search({}));
  await expect(failing).rejects.toThrow("no miles");
  expect((await next).total).toBe(UNITS);
});

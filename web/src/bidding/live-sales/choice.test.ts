import type { Auction } from "@gavelyard/contract/auctions/auctions";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { SaleLot } from "./api.ts";
import { idsOf, lotsAfter, lotToShow, markOf, maxSales, salesToShow, withSale } from "./choice.ts";

const START_MS = Date.UTC(2026, 10, 26);
const at = (sec: number) => new Date(START_MS + sec * 1_000).toISOString();

/** The lot of the unit with the same number; `closesSec` is its close in seconds. */
const lot = (id: number, closesSec: number, status: "OPEN" | "UPCOMING" = "OPEN"): SaleLot => ({
  id,
  name: `Unit ${id}`,
  facts: "",
  picture: undefined,
  lot: {
    lotId: 1_000 + id,
    lotNumber: String(id),
    auctionId: 1,
    auctionName: "Sale",
    auctionStatus: "LIVE",
    timeZone: "UTC",
    status,
    opensAt: at(-600),
    closesAt: at(closesSec),
    extended: false,
    softClose: null,
    startingPrice: 500,
    price: null,
    minNextBid: 500,
    bidCount: 0,
    seq: 0,
    reserveState: "NONE",
    outcome: null,
  },
});

const auction = (id: number, status: Auction["status"], endSec: number) => ({
  id,
  status,
  endTime: at(endSec),
});

const nobody = { own: new Set<number>(), ownOnly: false, pinned: [], outbid: new Set<number>() };

test("parses the IDs in an address, without duplicates", () => {
  expect(idsOf("3,5,3")).toEqual([3, 5]);
  expect(idsOf("")).toEqual([]);
  expect(idsOf("0,-1,1e3, 4,x,007,9999999999999999,12")).toEqual([12]);
});

test("a fifth sale replaces the first", () => {
  expect(withSale([], 7)).toEqual([7]);
  expect(withSale([7, 8], 7)).toEqual([8, 7]);
  expect(withSale([1, 2, 3, 4], 5)).toEqual([2, 3, 4, 5]);
});

const sales = [
  auction(1, "LIVE", 300),
  auction(2, "LIVE", 100),
  auction(3, "UPCOMING", 900),
  auction(4, "EXPIRED", -50),
  auction(5, "UNKNOWN", 0),
];

test.each([
  { what: "those that are live, the first to end first", chosen: [], before: [], shown: [2, 1] },
  { what: "the chosen ones in their order", chosen: [3, 1], before: [], shown: [3, 1] },
  { what: "no chosen one that ended earlier", chosen: [4, 1], before: [], shown: [1] },
  { what: "a chosen one that ended while shown", chosen: [4, 1], before: [4, 1], shown: [4, 1] },
  { what: "live ones if no chosen one is left", chosen: [4, 5, 99], before: [], shown: [2, 1] },
  { what: "a live one in its place", chosen: [], before: [1], shown: [1, 2] },
  { what: "one that ended while shown", chosen: [], before: [4, 1], shown: [4, 1, 2] },
  { what: "no upcoming one that isn't chosen", chosen: [], before: [3, 2], shown: [2, 1] },
])("the screen shows $what", ({ chosen, before, shown }) => {
  expect(salesToShow(sales, chosen, before)).toEqual(shown);
});

test("an ended sale makes room for a live one when the screen is full", () => {
  const live = [10, 11, 12, 13].map((id) => auction(id, "LIVE", id));
  expect(salesToShow([...sales, ...live.slice(0, 1)], [], [4, 1, 2])).toEqual([4, 1, 2, 10]);
  expect(salesToShow([...sales, ...live], [], [4, 1, 2])).toEqual([1, 2, 10, 11]);
});

const anyAuction = fc.record({
  id: fc.integer({ min: 1, max: 9 }),
  status: fc.constantFrom("LIVE", "UPCOMING", "EXPIRED", "UNKNOWN"),
  endSec: fc.integer({ min: -100, max: 100 }),
});
const anyIds = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 6 });

test("the screen shows up to four known sales without duplicates, and at least one while any is live", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(anyAuction, { selector: ({ id }) => id }),
      anyIds,
      anyIds,
      (drawn, chosen, before) => {
        const auctions = drawn.map(({ id, status, endSec }) => auction(id, status, endSec));
        const shown = salesToShow(auctions, chosen, before);
        expect(new Set(shown).size).toBe(shown.length);
        expect(shown.length).toBeLessThanOrEqual(maxSales);
        expect(auctions.map(({ id }) => id)).toEqual(expect.arrayContaining(shown));
        const live = auctions.filter(({ status }) => status === "LIVE");
        if (live.length > 0) expect(shown).not.toEqual([]);
        // A second call changes nothing.
        expect(salesToShow(auctions, chosen, shown)).toEqual(shown);
      },
    ),
  );
});

const [a, b, c] = [lot(1, 60), lot(2, 90), lot(3, 120)];

test.each([
  { what: "the next to close", held: null, passed: null, reader: {}, shown: 1 },
  { what: "the lot it shows, though another closes first now", held: b, reader: {}, shown: 2 },
  { what: "a pinned lot", held: a, reader: { pinned: [3] }, shown: 3 },
  { what: "no pinned lot of another sale", held: a, reader: { pinned: [77] }, shown: 1 },
  { what: "the next once a lot has passed", held: a, passed: 1_001, reader: {}, shown: 2 },
  { what: "only own lots", held: a, reader: { own: new Set([2]), ownOnly: true }, shown: 2 },
  { what: "no own lot", held: a, reader: { ownOnly: true }, shown: null },
  {
    what: "a pinned lot among own ones",
    held: a,
    reader: { ownOnly: true, pinned: [3] },
    shown: 3,
  },
])("a sale shows $what", ({ held, passed = null, reader, shown }) => {
  const sale = { open: [a, b, c], closed: [] };
  expect(lotToShow(sale, { ...nobody, ...reader }, held, passed)?.id ?? null).toBe(shown);
});

test("a closed lot stays until its result was shown; a withdrawn one doesn't", () => {
  const sale = { open: [b, c], closed: [1_001] };
  expect(lotToShow(sale, nobody, a, null)).toBe(a);
  expect(lotToShow(sale, { ...nobody, pinned: [1] }, a, null)).toBe(a);
  expect(lotToShow(sale, { ...nobody, pinned: [3] }, a, null)).toBe(c);
  expect(lotToShow(sale, nobody, a, 1_001)).toBe(b);
  expect(lotToShow({ ...sale, closed: [] }, nobody, a, null)).toBe(b);
  expect(lotToShow({ open: [], closed: [1_001] }, nobody, a, 1_001)).toBe(null);
});

test("the next lots are the reader's own, then all others, each in closing order", () => {
  const sale = { open: [a, b, c, lot(4, 150)] };
  const idsAfter = (reader: Partial<typeof nobody>, shown: SaleLot | null) =>
    lotsAfter(sale, { ...nobody, ...reader }, shown).map(({ id }) => id);
  expect(idsAfter({}, a)).toEqual([2, 3, 4]);
  expect(idsAfter({ own: new Set([3, 4]) }, a)).toEqual([3, 4, 2]);
  expect(idsAfter({ own: new Set([3]), ownOnly: true }, a)).toEqual([3]);
  expect(idsAfter({}, null)).toEqual([1, 2, 3, 4]);
});

test("no late bid replaces the shown lot, whatever order the lots close in", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 600 }), { minLength: 1, maxLength: 8 }),
      fc.array(fc.integer({ min: 0, max: 600 }), { minLength: 8, maxLength: 8 }),
      fc.nat({ max: 7 }),
      anyIds,
      (closes, later, heldAt, own) => {
        const run = closes.map((sec, index) => lot(index + 1, sec));
        const held = run[heldAt % run.length] ?? null;
        const extended = run
          .map(({ id }, index) => lot(id, later[index] ?? 0))
          .toSorted((one, other) => one.lot.closesAt.localeCompare(other.lot.closesAt));
        const reader = { ...nobody, own: new Set(own) };
        const shown = lotToShow({ open: extended, closed: [] }, reader, held, null);
        expect(shown?.id).toBe(held?.id);
        const after = lotsAfter({ open: extended }, reader, shown);
        expect(after).toHaveLength(run.length - 1);
        expect(after).not.toContain(shown);
      },
    ),
  );
});

test.each([
  { what: "nothing, while no lot is the reader's", reader: {}, mark: null },
  {
    what: "a lot on which the reader was outbid",
    reader: { outbid: new Set([3]) },
    mark: "outbid",
  },
  { what: "an own lot that closes soon", reader: { own: new Set([1]) }, mark: "closing-soon" },
  { what: "a pinned lot that closes soon", reader: { pinned: [1] }, mark: "closing-soon" },
  { what: "no own lot that closes later", reader: { own: new Set([2]) }, mark: null },
  { what: "no own lot whose bidding is paused", reader: { own: new Set([4]) }, mark: null },
  { what: "no lot whose time is up", reader: { own: new Set([5]) }, mark: null },
  {
    what: "an outbid before a close",
    reader: { own: new Set([1, 3]), outbid: new Set([3]) },
    mark: "outbid",
  },
])("a tab marks $what", ({ reader, mark }) => {
  const open = [lot(5, -1), lot(1, 120), lot(2, 121), lot(3, 900), lot(4, 60, "UPCOMING")];
  expect(markOf({ open }, { ...nobody, ...reader }, START_MS)).toBe(mark);
});

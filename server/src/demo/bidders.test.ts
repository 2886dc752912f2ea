import { defaultIncrements } from "@gavelyard/domain/bidding/bid-increments";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BidDesk } from "../bidding/desk.ts";
import { openBrowseApp, type BrowseApp } from "../testing/browse-app.ts";
import { intendBid, playBidders, type IntendedBid } from "./bidders.ts";
import { openLots, type LotToBidOn } from "./bidders-sql.ts";
import { Chance } from "@gavelyard/demo/random";
import { bidderIds } from "./people-sql.ts";
import { letPass } from "../testing/wait-for.ts";

const MINUTE_MS = 60_000;
const people = Array.from({ length: 30 }, (_, index) => index + 100);

function lot(more: Partial<LotToBidOn> = {}): LotToBidOn {
  return {
    lotId: 1,
    inventoryId: 11,
    leaderId: null,
    priceCents: null,
    startingCents: 5_000_00,
    increments: defaultIncrements,
    estimateCents: 20_000_00,
    closesInMs: MINUTE_MS,
    ...more,
  };
}

function intentions(lots: readonly LotToBidOn[], seed: number, times = 400): IntendedBid[] {
  const chance = new Chance(seed);
  return Array.from({ length: times }, () => intendBid(lots, people, chance)).filter(
    (bid) => bid !== null,
  );
}

describe("a demo bidder", () => {
  it("bids whole dollars at or above the minimum, below the estimate, never against itself", () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.integer({ min: 1, max: 10_000 }),
        fc.integer({ min: 10, max: 2_000 }),
        fc.option(fc.constantFrom(...people), { nil: null }),
        fc.integer({ min: 1, max: 120 }),
        (seed, lotId, hundreds, leaderId, share) => {
          const estimateCents = hundreds * 10_000;
          const priceCents =
            leaderId === null
              ? null
              : Math.max(10_000, Math.floor((estimateCents * share) / 10_000) * 100);
          const played = lot({ lotId, estimateCents, leaderId, priceCents, startingCents: 10_000 });
          for (const bid of intentions([played], seed, 20)) {
            expect(bid.userId).not.toBe(leaderId);
            expect(bid.amountCents % 100).toBe(0);
            expect(bid.amountCents).toBeGreaterThanOrEqual(
              priceCents === null ? 10_000 : priceCents + 1_000,
            );
            expect(bid.maxCents ?? bid.amountCents).toBeLessThanOrEqual(estimateCents * 0.97);
            expect(bid.maxCents ?? Infinity).toBeGreaterThan(bid.amountCents);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it("leaves a lot to a visitor who bids its estimate", () => {
    expect(intentions([lot({ leaderId: 1, priceCents: 20_000_00 })], 3)).toEqual([]);
  });

  it("is one of a few who are interested, the same ones each time", () => {
    for (let lotId = 1; lotId < 40; lotId++) {
      const users = new Set(
        intentions([lot({ lotId, startingCents: 100_00 })], lotId).map(({ userId }) => userId),
      );
      expect(users.size).toBeGreaterThanOrEqual(2);
      expect(users.size).toBeLessThanOrEqual(6);
    }
  });

  it("focuses on lots that are about to close", () => {
    const soon = lot({ lotId: 5, inventoryId: 55 });
    const late = Array.from({ length: 10 }, (_, index) =>
      lot({ lotId: 10 + index, inventoryId: 90 + index, closesInMs: 90 * MINUTE_MS }),
    );
    const all = intentions([...late, soon], 9, 2_000);
    const share = all.filter(({ inventoryId }) => inventoryId === 55).length / all.length;
    expect(share).toBeGreaterThan(0.6);
    expect(share).toBeLessThan(1);
    expect(intentions(late, 9).length).toBeLessThan(intentions([soon], 9).length / 2);
  });
});

describe("demo bidders at the desk", () => {
  let browse: BrowseApp;
  let desk: BidDesk;
  beforeAll(async () => {
    browse = await openBrowseApp("demo");
    desk = new BidDesk({
      address: browse.context.databaseUrl,
      bus: browse.context.bus,
      log: browse.context.log,
    });
  });
  afterAll(async () => {
    await desk.close();
    await browse.close();
  });

  it("bid by the same rules as everybody", async () => {
    const chance = new Chance(4);
    const users = await bidderIds(browse.pool);
    let accepted = 0;
    for (let turn = 0; turn < 40; turn++) {
      const bid = intendBid(await openLots(browse.pool), users, chance);
      if (bid === null) continue;
      const receipt = await desk.place({
        ...bid,
        raisesBidId: null,
        idempotencyKey: null,
        ip: null,
      });
      expect(receipt.inventoryId).toBe(bid.inventoryId);
      accepted++;
    }
    expect(accepted).toBeGreaterThan(5);
  });

  it("stop immediately when requested", async () => {
    const stopping = new AbortController();
    const playing = playBidders(browse.context, desk, stopping.signal);
    await letPass(20, "bidders are at work");
    const startedAt = performance.now();
    stopping.abort();
    await playing;
    // Their first pause lasts 1.5 seconds or more.
    expect(performance.now() - startedAt).toBeLessThan(1_400);
  });
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { lotRow } from "../testing/lot-row.ts";
import { decideBatch, type BidOrder } from "./batch.ts";
import type { BatchFacts } from "./lock-batch-sql.ts";

const nowMs = Date.UTC(2026, 10, 2, 12);
const userIds = [1, 2, 3];
const plenty = 100_000_000;

const lot = (inventoryId: number) =>
  lotRow(inventoryId, {
    opens_at: new Date(nowMs - 1_000),
    closes_at: new Date(nowMs + 3_600_000),
    starting_cents: 10_000,
  });

/** Lots without a bid, and bidders with so much left of their limits, in cents. */
function factsWith(leftOf: ReadonlyMap<number, number>): BatchFacts {
  return {
    lots: [lot(11), lot(12)],
    closed: [],
    nowMs,
    bidders: userIds.map((userId) => ({
      user_id: userId,
      limit_cents: 5_000 + (leftOf.get(userId) ?? plenty),
      leading_cents: 3_000,
      awarded_cents: 2_000,
      status: "ACTIVE",
      role: "ROLE_CUSTOMER",
    })),
    aliases: new Map(),
    earlier: [],
  };
}

const decide = (orders: readonly BidOrder[], leftOf: ReadonlyMap<number, number>) => {
  const batch = decideBatch(orders, factsWith(leftOf));
  return {
    ...batch,
    accepted: batch.answer(batch.ledger.map((_, id) => id)).map(({ kind }) => kind),
  };
};

const order = fc.record({
  inventoryId: fc.constantFrom(11, 12),
  userId: fc.constantFrom(...userIds),
  amountCents: fc.integer({ min: 1, max: 300 }).map((hundreds) => hundreds * 10_000),
  maxOver: fc.option(fc.integer({ min: 0, max: 100 }).map((hundreds) => hundreds * 10_000)),
});
const orders = fc.array(order, { minLength: 1, maxLength: 25 }).map((all) =>
  all.map(({ maxOver, ...rest }): BidOrder => ({
    ...rest,
    maxCents: maxOver === null ? null : rest.amountCents + maxOver,
    idempotencyKey: null,
    ip: null,
  })),
);

test("with what its bids need left of each limit a batch is decided the same, with less it is not", () => {
  fc.assert(
    fc.property(orders, (all) => {
      const free = decide(all, new Map());
      const needed = new Map(free.needed.map(({ userId, cents }) => [userId, cents]));
      expect(decide(all, needed).accepted).toEqual(free.accepted);
      for (const [userId, cents] of needed) {
        const short = new Map([...needed, [userId, cents - 1]]);
        expect(decide(all, short).accepted).not.toEqual(free.accepted);
      }
    }),
  );
});

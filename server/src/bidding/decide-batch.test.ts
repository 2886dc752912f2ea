import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lotRow } from "../testing/lot-row.ts";
import { decideBatch } from "./decide-batch.ts";
import { aliasKey, type BatchFacts, type BidOrder } from "./facts.ts";

const nowMs = Date.UTC(2026, 10, 2, 12);
const userIds = [1, 2, 3];

const lot = (inventoryId: number) =>
  lotRow(inventoryId, {
    opens_at: new Date(nowMs - 1_000),
    closes_at: new Date(nowMs + 3_600_000),
    starting_cents: 10_000,
    proof_secret: "7f".repeat(32),
  });

/** Two lots without bids, and bidders whose limits last for a few bids. */
const factsAtStart: BatchFacts = {
  nowMs,
  copied: false,
  lots: new Map([11, 12].map((inventoryId) => [inventoryId, lot(inventoryId)])),
  closedAtMs: new Map(),
  bidders: new Map(
    userIds.map((userId) => [
      userId,
      {
        user_id: userId,
        limit_cents: 30_000_00 * userId,
        leading_cents: 0,
        awarded_cents: 0,
        status: "ACTIVE",
        role: "ROLE_CUSTOMER",
      },
    ]),
  ),
  aliases: new Map(),
  earlierBids: new Map(),
  earlierRefusals: new Map(),
  raised: new Map(),
  sellerAccounts: new Map(),
};

function factsAfter(facts: BatchFacts, batch: ReturnType<typeof decideBatch>): BatchFacts {
  const changed = new Map(batch.lots.map((lot) => [lot.lotId, lot]));
  const deltas = new Map(batch.holds.map(({ userId, deltaCents }) => [userId, deltaCents]));
  return {
    ...facts,
    lots: new Map(
      [...facts.lots].map(([unitId, row]) => {
        const lot = changed.get(row.id);
        if (lot === undefined) return [unitId, row];
        const { state, chain, aliasCount } = lot;
        return [
          unitId,
          {
            ...row,
            seq: state.seq,
            bid_count: state.bidCount,
            price_cents: state.priceCents,
            leader_id: state.leader?.userId ?? null,
            leader_max_cents: state.leader?.maxCents ?? null,
            closes_at: new Date(state.closesAtMs),
            extensions: state.extensions,
            alias_count: aliasCount,
            chain_head: chain.head,
          },
        ];
      }),
    ),
    bidders: new Map(
      [...facts.bidders].map(([userId, row]) => [
        userId,
        { ...row, leading_cents: row.leading_cents + (deltas.get(userId) ?? 0) },
      ]),
    ),
    aliases: new Map([
      ...facts.aliases,
      ...batch.aliases.map(
        ({ lot_id, user_id, alias_no }) => [aliasKey(lot_id, user_id), alias_no] as const,
      ),
    ]),
  };
}

const outcome = (orders: readonly BidOrder[], facts: BatchFacts) => {
  const batch = decideBatch(orders, facts);
  return { batch, answers: batch.answer(batch.ledger.map((_, index) => index)) };
};

/** Returns an answer without the ids, which the database assigns. */
const shown = (answer: ReturnType<typeof outcome>["answers"][number]) =>
  answer.accepted ? { ...answer.receipt, id: 0, bidId: 0 } : answer.error.message;

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
    raisesBidId: null,
    idempotencyKey: null,
    ip: null,
  })),
);

test("splitting a batch doesn't change the results", () => {
  fc.assert(
    fc.property(orders, fc.nat(25), (all, cut) => {
      const whole = outcome(all, factsAtStart);
      const first = outcome(all.slice(0, cut), factsAtStart);
      const second = outcome(all.slice(cut), factsAfter(factsAtStart, first.batch));
      expect([...first.answers, ...second.answers].map(shown)).toEqual(whole.answers.map(shown));
      expect([...first.batch.ledger, ...second.batch.ledger]).toEqual(whole.batch.ledger);
    }),
  );
});

test("no batch exceeds a limit", () => {
  fc.assert(
    fc.property(orders, (all) => {
      const { bidders } = factsAfter(factsAtStart, outcome(all, factsAtStart).batch);
      for (const { leading_cents, limit_cents } of bidders.values()) {
        expect(leading_cents).toBeLessThanOrEqual(limit_cents);
        expect(leading_cents).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});

describe("on a server whose clock is behind what was decided (D53)", () => {
  const [one = 0] = userIds;
  const bid: BidOrder = {
    inventoryId: 11,
    userId: one,
    amountCents: 20_000,
    maxCents: null,
    raisesBidId: null,
    idempotencyKey: null,
    ip: null,
  };
  const decidedAt = (ms: number, closesAtMs: number): BatchFacts => ({
    ...factsAtStart,
    lots: new Map([
      [11, { ...lot(11), decided_at: new Date(ms), closes_at: new Date(closesAtMs) }],
    ]),
  });

  test("a bid is placed no earlier than what came before it", () => {
    const { batch } = outcome([bid], decidedAt(nowMs + 1_500, nowMs + 3_600_000));
    expect(batch.ledger.map(({ placedAtMs }) => placedAtMs)).toEqual([nowMs + 1_500]);
  });

  test("a lot reported as closed accepts no bids", () => {
    const { batch, answers } = outcome([bid], decidedAt(nowMs + 1_500, nowMs + 1_000));
    expect(answers).toMatchObject([{ accepted: false, error: { statusCode: 409 } }]);
    expect(batch.ledger).toEqual([]);
  });

  test("a refusal as closed is recorded on the lot", () => {
    const { batch } = outcome([bid], decidedAt(nowMs - 10_000, nowMs - 1));
    expect(batch.judged.map(({ lotId, nowMs: at }) => [lotId, at])).toEqual([[110, nowMs]]);
    expect(batch.lots).toEqual([]);
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  deliveryActs,
  deliveryAfter,
  isDeliveryActive,
  deliveryStatuses,
  goesByCarrier,
  judgeQuote,
  judgeQuoteAnswer,
  refundsOf,
  type DeliveryQuote,
  type DeliveryStatus,
} from "./delivery-order.ts";

const NOW = Date.parse("2026-11-24T18:00:00Z");
const DAY = 86_400_000;
const quote: DeliveryQuote = {
  cents: 1_190_00,
  untilMs: NOW + 3 * DAY,
  pickupFrom: "2026-11-27",
  arrivesFrom: "2026-11-30",
};

describe("a delivery", () => {
  test("goes from request to quote, acceptance, carrier and delivery", () => {
    let status: DeliveryStatus | null = "REQUESTED";
    for (const act of ["QUOTE", "QUOTE", "ACCEPT", "HAND_OVER", "DELIVER"] as const) {
      status = status === null ? null : deliveryAfter(status, act);
    }
    expect(status).toBe("DELIVERED");
  });

  test.each([
    ["REQUESTED", "ACCEPT"],
    ["ACCEPTED", "WITHDRAW"],
    ["ACCEPTED", "QUOTE"],
    ["QUOTED", "HAND_OVER"],
    ["IN_TRANSIT", "CANCEL"],
    ["DELIVERED", "DELIVER"],
  ] as const)("that is %s can't %s", (status, act) => {
    expect(deliveryAfter(status, act)).toBeNull();
  });

  test("that has ended never changes, and one that goes by carrier is active", () => {
    for (const status of deliveryStatuses) {
      const moves = deliveryActs.filter((act) => deliveryAfter(status, act) !== null);
      expect(moves.length > 0).toBe(isDeliveryActive(status));
      if (goesByCarrier(status))
        expect(isDeliveryActive(status) || status === "DELIVERED").toBe(true);
    }
  });
});

test.each([
  ["in time", "REQUESTED", {}, null],
  ["that replaces another", "QUOTED", {}, null],
  ["with pickup and arrival on the same day", "REQUESTED", { arrivesFrom: "2026-11-27" }, null],
  ["with pickup today", "REQUESTED", { pickupFrom: "2026-11-24" }, null],
  ["after acceptance", "ACCEPTED", {}, "NOT_OPEN"],
  ["that has expired", "REQUESTED", { untilMs: NOW }, "IN_THE_PAST"],
  ["valid for 30 days", "REQUESTED", { untilMs: NOW + 30 * DAY }, null],
  ["valid for longer", "REQUESTED", { untilMs: NOW + 30 * DAY + 1 }, "TOO_LONG"],
  ["with pickup yesterday", "REQUESTED", { pickupFrom: "2026-11-23" }, "PAST_DAY"],
  ["that arrives before pickup", "REQUESTED", { arrivesFrom: "2026-11-26" }, "ARRIVES_FIRST"],
] as const)("a quote %s", (_what, status, changes, refusal) => {
  expect(judgeQuote(NOW, "2026-11-24", status, { ...quote, ...changes })).toBe(refusal);
});

test.each([
  ["before the deadline", "QUOTED", 0, { act: "ACCEPT" }, null],
  ["at the deadline", "QUOTED", 3 * DAY, { act: "ACCEPT" }, null],
  ["after the deadline", "QUOTED", 3 * DAY + 1, { act: "ACCEPT" }, "EXPIRED"],
  ["declining after the deadline", "QUOTED", 3 * DAY + 1, { act: "DECLINE" }, null],
  ["for another amount", "QUOTED", 0, { act: "ACCEPT", seenCents: 1_100_00 }, "CHANGED"],
  ["twice", "ACCEPTED", 0, { act: "ACCEPT" }, "NOT_OPEN"],
  ["declining after accepting", "ACCEPTED", 0, { act: "DECLINE" }, "NOT_OPEN"],
] as const)("an answer %s", (_what, status, laterMs, answer, refusal) => {
  const quoteAnswer = { seenCents: quote.cents, ...answer };
  expect(judgeQuoteAnswer(NOW + laterMs, { status, quote }, quoteAnswer)).toBe(refusal);
});

test("there's nothing to answer without a quote", () => {
  expect(
    judgeQuoteAnswer(NOW, { status: "REQUESTED", quote: null }, { act: "ACCEPT", seenCents: 1 }),
  ).toBe("NOT_OPEN");
});

describe("refunds", () => {
  test("start with the newest payment; only the last one is partial", () => {
    const payments = [
      { id: 1, cents: 3_000 },
      { id: 2, cents: 500 },
      { id: 3, cents: 200 },
    ];
    expect(refundsOf(payments, 200)).toEqual([{ paymentId: 3, keptCents: 0 }]);
    expect(refundsOf(payments, 900)).toEqual([
      { paymentId: 3, keptCents: 0 },
      { paymentId: 2, keptCents: 0 },
      { paymentId: 1, keptCents: 2_800 },
    ]);
    expect(refundsOf(payments, 0)).toEqual([]);
    expect(() => refundsOf(payments, 3_701)).toThrow("The refund exceeds");
  });

  test("add up to the requested amount", () => {
    const cents = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(cents, fc.double({ min: 0, max: 1, noNaN: true }), (amounts, part) => {
        const payments = amounts.map((each, index) => ({ id: index + 1, cents: each }));
        const paid = amounts.reduce((sum, each) => sum + each, 0);
        const excess = Math.floor(paid * part);
        const refunds = new Map(
          refundsOf(payments, excess).map(({ paymentId, keptCents }) => [paymentId, keptCents]),
        );
        const keptCents = payments.reduce(
          (sum, { id, cents: whole }) => sum + (refunds.get(id) ?? whole),
          0,
        );
        expect(keptCents).toBe(paid - excess);
      }),
    );
  });
});

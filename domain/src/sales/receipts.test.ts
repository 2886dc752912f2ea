import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { paymentMethods } from "./payment-methods.ts";
import {
  canBeReturned,
  clearsAtMs,
  creditCents,
  defaultClearingDays,
  refuseEnd,
  refuseParts,
  refuseRefund,
  splitMoney,
  type ClearingDays,
  type ReceiptState,
} from "./receipts.ts";

const invoices = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 1, max: 50 }),
    balanceCents: fc.integer({ min: 0, max: 5_000 }),
    auctionId: fc.integer({ min: 1, max: 3 }),
    dueAtMs: fc.integer({ min: 0, max: 3 }),
  }),
  { selector: ({ id }) => id, maxLength: 12 },
);

describe("money split among invoices (D75)", () => {
  test("goes to the oldest due first", () => {
    const open = [
      { id: 1, auctionId: 7, balanceCents: 500, dueAtMs: 30 },
      { id: 2, auctionId: 6, balanceCents: 700, dueAtMs: 10 },
      { id: 3, auctionId: 6, balanceCents: 900, dueAtMs: 10 },
    ];
    expect(splitMoney(1_000, open)).toEqual([
      { invoiceId: 2, cents: 700 },
      { invoiceId: 3, cents: 300 },
    ]);
    // The invoices of the statement that the payer named come before.
    expect(splitMoney(1_000, open, 7)).toEqual([
      { invoiceId: 1, cents: 500 },
      { invoiceId: 2, cents: 500 },
    ]);
  });

  test("loses no cent, and pays no invoice while one due earlier is open", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30_000 }), invoices, (cents, open) => {
        const parts = splitMoney(cents, open);
        expect(refuseParts(cents, parts, open)).toBeNull();
        const paid = parts.reduce((sum, part) => sum + part.cents, 0);
        const owed = open.reduce((sum, { balanceCents }) => sum + balanceCents, 0);
        expect(paid).toBe(Math.min(cents, owed));
        const left = (id: number, balanceCents: number) =>
          balanceCents - (parts.find(({ invoiceId }) => invoiceId === id)?.cents ?? 0);
        for (const { invoiceId } of parts) {
          const due = open.find(({ id }) => id === invoiceId)?.dueAtMs ?? 0;
          for (const one of open) {
            if (one.dueAtMs < due) expect(left(one.id, one.balanceCents)).toBe(0);
          }
        }
      }),
    );
  });

  const open = [{ id: 1, auctionId: 7, balanceCents: 500, dueAtMs: 0 }];
  test.each([
    ["an invoice that isn't open", [{ invoiceId: 2, cents: 1 }], { code: "NOT_OPEN", index: 0 }],
    [
      "an invoice twice",
      [
        { invoiceId: 1, cents: 1 },
        { invoiceId: 1, cents: 1 },
      ],
      { code: "TWICE", index: 1 },
    ],
    ["nothing", [{ invoiceId: 1, cents: 0 }], { code: "NOTHING", index: 0 }],
    ["more than is due", [{ invoiceId: 1, cents: 501 }], { code: "MORE_THAN_DUE", index: 0 }],
    ["more than there is", [{ invoiceId: 1, cents: 401 }], { code: "MORE_THAN_LEFT" }],
    ["all there is", [{ invoiceId: 1, cents: 400 }], null],
    ["no invoice", [], null],
  ])("%s", (_what, parts, refusal) => {
    expect(refuseParts(400, parts, open)).toEqual(refusal);
  });
});

describe("cleared money (D76)", () => {
  const zone = "America/Chicago";
  const clears = (
    method: "CHECK" | "ACH" | "WIRE",
    at: string,
    days: ClearingDays = defaultClearingDays,
  ) => new Date(clearsAtMs(method, Date.parse(at), { days, zone })).toISOString();

  test.each([
    ["a wire at once", "WIRE", "2026-11-24T18:00:00Z", "2026-11-24T18:00:00.000Z"],
    // Thanksgiving and a weekend lie between.
    [
      "a check after five business days",
      "CHECK",
      "2026-11-24T18:00:00Z",
      "2026-12-02T06:00:00.000Z",
    ],
    ["ACH after three", "ACH", "2026-11-24T18:00:00Z", "2026-11-30T06:00:00.000Z"],
    // Still Monday in Chicago.
    ["by the house's date", "ACH", "2026-11-24T05:30:00Z", "2026-11-27T06:00:00.000Z"],
  ] as const)("clears %s", (_what, method, at, expected) => {
    expect(clears(method, at)).toBe(expected);
  });

  test("clears at once if the house sets no days", () => {
    const at = "2026-11-24T18:00:00.000Z";
    expect(clears("CHECK", at, { CHECK: 0, ACH: 0 })).toBe(at);
  });

  test("never clears before the money came in", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...paymentMethods),
        fc.date({ min: new Date("2020-01-01"), max: new Date("2035-01-01"), noInvalidDate: true }),
        fc.record({ CHECK: fc.nat(20), ACH: fc.nat(20) }),
        (method, received, days) => {
          const at = received.getTime();
          expect(clearsAtMs(method, at, { days, zone })).toBeGreaterThanOrEqual(at);
        },
      ),
    );
  });
});

const check: ReceiptState = {
  method: "CHECK",
  cents: 1_000,
  spentCents: 600,
  refundedCents: 0,
  isEnded: false,
  clearsAtMs: 50,
};

test("what no invoice and no refund took is the buyer's credit", () => {
  expect(creditCents(check)).toBe(400);
  expect(creditCents({ ...check, refundedCents: 100 })).toBe(300);
  expect(creditCents({ ...check, isEnded: true })).toBe(0);
});

describe("the end of a receipt (D75)", () => {
  test.each([
    ["a returned check", check, "RETURNED", false, null],
    ["a returned check of a unit that left", check, "RETURNED", true, null],
    ["a mistake", check, "MISTAKE", false, null],
    ["a mistake after the unit left", check, "MISTAKE", true, "UNIT_LEFT"],
    ["a second end", { ...check, isEnded: true }, "MISTAKE", false, "ENDED_ALREADY"],
    ["after a refund", { ...check, refundedCents: 1 }, "RETURNED", false, "REFUNDED"],
    [
      "after a part was removed with its money",
      { ...check, spentCents: 700 },
      "MISTAKE",
      false,
      "PART_GONE",
    ],
    ["a returned wire", { ...check, method: "WIRE" }, "RETURNED", false, "NOT_RETURNABLE"],
  ] as const)("%s", (_what, receipt, end, left, refusal) => {
    expect(refuseEnd(receipt, end, [{ cents: 600, hasLeft: left }])).toBe(refusal);
  });

  test("no bank returns cash, wires or a lender's money", () => {
    expect(paymentMethods.filter((method) => !canBeReturned(method))).toEqual([
      "WIRE",
      "CASH",
      "FINANCED",
    ]);
  });
});

test.each([
  ["nothing", 60, 0, "NOTHING"],
  ["more than the credit", 60, 401, "MORE_THAN_CREDIT"],
  ["a check that hasn't cleared", 49, 400, "NOT_CLEARED"],
  ["cleared credit", 50, 400, null],
] as const)("a refund of %s", (_what, nowMs, cents, refusal) => {
  expect(refuseRefund(nowMs, check, cents)).toBe(refusal);
});

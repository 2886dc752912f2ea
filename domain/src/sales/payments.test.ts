import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { balanceCents, refusePayment, judgeRemoval, type OwedInvoice } from "./payments.ts";

const open: OwedInvoice = { status: "ISSUED", totalCents: 345_000, paidCents: 100_000 };

describe("a payment on an invoice (D29)", () => {
  test.each([
    ["a part", open, 45_000, 1_000, null],
    ["the rest", open, 245_000, 1_000, null],
    ["a cent too much", open, 245_001, 1_000, "MORE_THAN_DUE"],
    ["zero", open, 0, 1_000, "NOTHING"],
    ["a negative amount", open, -1, 1_000, "NOTHING"],
    ["one received tomorrow", open, 1, 1_001, "IN_THE_FUTURE"],
    ["one on a paid invoice", { ...open, status: "PAID" }, 1, 1_000, "INVOICE_PAID"],
    ["one on a void invoice", { ...open, status: "VOID" }, 1, 1_000, "INVOICE_VOID"],
  ] as const)("%s", (_what, invoice, cents, receivedAtMs, refusal) => {
    expect(refusePayment(1_000, invoice, { cents, receivedAtMs })).toBe(refusal);
  });

  test("never adds up to more than the total, however it is split", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000 }),
        fc.array(fc.integer({ min: -5, max: 4_000 }), { maxLength: 30 }),
        (totalCents, parts) => {
          let paidCents = 0;
          for (const cents of parts) {
            const invoice: OwedInvoice = {
              status: paidCents === totalCents ? "PAID" : "ISSUED",
              totalCents,
              paidCents,
            };
            if (refusePayment(0, invoice, { cents, receivedAtMs: 0 }) === null) paidCents += cents;
          }
          expect(paidCents).toBeLessThanOrEqual(totalCents);
        },
      ),
    );
  });
});

test("nothing is owed on a void invoice", () => {
  expect(balanceCents(open)).toBe(245_000);
  expect(balanceCents({ ...open, status: "VOID" })).toBe(0);
});

// A sale of $3,000 with a delivery of $1,000.
const total = 400_000;
test.each([
  ["of an unpaid sale", "ISSUED", 345_000, 345_000, false, "REMOVE"],
  ["left on a void invoice", "VOID", 100_000, 100_000, false, "REMOVE"],
  ["of an open delivery", "ISSUED", 345_000, 45_000, true, "REMOVE"],
  ["of a paid sale whose delivery is open", "ISSUED", 345_000, 45_001, true, "REVERSE"],
  ["for the delivery of a paid invoice", "PAID", total, 100_000, true, "REOPEN"],
  ["for more than the delivery of a paid invoice", "PAID", total, 100_001, true, "REVERSE"],
] as const)("removing a payment %s", (_what, status, paidCents, cents, isPaid, removal) => {
  const invoice: OwedInvoice = { status, totalCents: total, paidCents };
  const sale = { isPaid, hasLeft: false, saleCents: 300_000 };
  expect(judgeRemoval(invoice, { cents, voided: false }, sale)).toBe(removal);
  expect(judgeRemoval(invoice, { cents, voided: true }, sale)).toBe("REMOVED_ALREADY");
  if (!isPaid) return;
  expect(judgeRemoval(invoice, { cents, voided: false }, { ...sale, hasLeft: true })).toBe(
    "UNIT_LEFT",
  );
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultFees } from "./fees.ts";
import { invoiceLines, invoiceStatusAt, invoiceTotalCents } from "./invoice.ts";

test("an invoice has hammer, premium and document fee, and tax if there is any", () => {
  expect(invoiceLines(defaultFees, 12_250_00)).toEqual([
    { kind: "HAMMER", amountCents: 12_250_00 },
    { kind: "BUYER_PREMIUM", amountCents: 1_112_50 },
    { kind: "DOC_FEE", amountCents: 150_00 },
  ]);
  // 8.25 % of $13,362.50, half a cent rounded up.
  expect(invoiceLines({ ...defaultFees, taxBasisPoints: 825 }, 12_250_00).at(-1)).toEqual({
    kind: "TAX",
    amountCents: 1_102_41,
  });
});

test("lines of $0 are left out", () => {
  const free = {
    premiumBrackets: [{ fromCents: 0, basisPoints: 0 }],
    minPremiumCents: 0,
    docFeeCents: 0,
    taxBasisPoints: 0,
  };
  expect(invoiceLines(free, 500_00)).toEqual([{ kind: "HAMMER", amountCents: 500_00 }]);
});

test("the total is whole cents, at least the hammer price, and never falls as the hammer price rises", () => {
  const price = fc.integer({ min: 1, max: 50_000_000 });
  fc.assert(
    fc.property(price, price, fc.nat(10_000), (hammer, more, taxBasisPoints) => {
      const total = (cents: number) =>
        invoiceTotalCents(invoiceLines({ ...defaultFees, taxBasisPoints }, cents));
      expect(Number.isInteger(total(hammer))).toBe(true);
      expect(total(hammer)).toBeGreaterThan(hammer);
      expect(total(hammer + more)).toBeGreaterThan(total(hammer));
    }),
  );
});

test("an unpaid invoice is overdue right after its due time (D29)", () => {
  const invoice = { status: "ISSUED", dueAtMs: 1_000, paidCents: 0 } as const;
  expect(invoiceStatusAt(1_000, invoice)).toBe("ISSUED");
  expect(invoiceStatusAt(1_001, invoice)).toBe("OVERDUE");
  expect(invoiceStatusAt(1_000, { ...invoice, paidCents: 1 })).toBe("PARTIAL");
  expect(invoiceStatusAt(1_001, { ...invoice, paidCents: 1 })).toBe("OVERDUE");
  expect(invoiceStatusAt(1_001, { ...invoice, status: "PAID" })).toBe("PAID");
  expect(invoiceStatusAt(1_001, { ...invoice, status: "VOID" })).toBe("VOID");
});

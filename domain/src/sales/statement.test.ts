import fc from "fast-check";
import { expect, test } from "vitest";
import { readStatementReference, statementReference } from "./statement.ts";

const id = fc.integer({ min: 1, max: 999_999_999 });
const sale = fc.record({ auctionId: id, userId: id });

test("a bank's text names the sale however it prints the reference (D83)", () => {
  fc.assert(
    fc.property(sale, fc.constantFrom("-", " ", "", "/"), (of, between) => {
      const printed = statementReference(of).replaceAll("-", between).toLowerCase();
      expect(readStatementReference(`WIRE IN ${printed} ORG ACME`)).toEqual(of);
    }),
  );
});

test("one wrong digit names nobody", () => {
  fc.assert(
    fc.property(sale, fc.nat(), fc.integer({ min: 1, max: 9 }), (of, place, by) => {
      const reference = statementReference(of);
      const digits = [...reference.matchAll(/\d/g)].map(({ index }) => index);
      const at = digits[place % digits.length] ?? 0;
      const wrong = String((Number(reference[at]) + by) % 10);
      const mistyped = reference.slice(0, at) + wrong + reference.slice(at + 1);
      // A leading zero is the same number.
      if (Number(wrong) === 0 && /[SB-]0/.test(mistyped)) return;
      expect(readStatementReference(mistyped)).toBeNull();
    }),
  );
});

test.each(["", "FW700021", "GY-2026-000042", "GY-S12-B345", "GY-S12-B345-00"])(
  "%s is no statement",
  (text) => {
    expect(readStatementReference(text)).toBeNull();
  },
);

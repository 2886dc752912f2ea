import fc from "fast-check";
import { expect, test } from "vitest";
import { gateCode, readGateCode } from "./gate-code.ts";

test("a pickup paper's code reads back as what it says", () => {
  const pin = fc.integer({ min: 0, max: 999_999 }).map((n) => String(n).padStart(6, "0"));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 ** 12 }), pin, (awardId, gatePin) => {
      expect(readGateCode(gateCode({ awardId, gatePin }))).toEqual({ awardId, gatePin });
    }),
  );
});

test.each([
  "",
  "https://example.com/12/123456",
  "GY-GATE 0 123456",
  "GY-GATE 12 12345",
  "GY-GATE 12 123456 7",
])("another code is refused: %j", (text) => expect(readGateCode(text)).toBeNull());

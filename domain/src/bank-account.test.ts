import { describe, expect, test } from "vitest";
import { accountEnding, isRoutingNumber, mayConfirmAccount } from "./bank-account.ts";

describe("a routing number", () => {
  test.each(["110000000", "021000021", "011401533"])("%s is one", (text) => {
    expect(isRoutingNumber(text)).toBe(true);
  });
  test.each(["110000001", "021000012", "12345678", "1234567890", "000000000", "02100002a", ""])(
    "%s is none",
    (text) => {
      expect(isRoutingNumber(text)).toBe(false);
    },
  );
});

test.each([
  ["000123456789", "6789"],
  ["12345678", "5678"],
  ["123456", "456"],
  ["1234", "34"],
])("of account %s lists show %s", (number, ending) => {
  expect(accountEnding(number)).toBe(ending);
});

test("nobody confirms their own change, unless the rule was off when they asked", () => {
  expect(mayConfirmAccount({ twoPersons: true, requestedBy: 7 }, 7)).toBe(false);
  expect(mayConfirmAccount({ twoPersons: true, requestedBy: 7 }, 8)).toBe(true);
  expect(mayConfirmAccount({ twoPersons: false, requestedBy: 7 }, 7)).toBe(true);
});

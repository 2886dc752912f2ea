import { describe, expect, test } from "vitest";
import { accountEnding, isRoutingNumber, refuseAccountConfirmation } from "./bank-account.ts";

describe("a routing number", () => {
  test.each(["110000000", "021000021", "011401533"])("%s is valid", (text) => {
    expect(isRoutingNumber(text)).toBe(true);
  });
  test.each(["110000001", "021000012", "12345678", "1234567890", "000000000", "02100002a", ""])(
    "%s is not valid",
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
])("account %s is shown as %s", (number, ending) => {
  expect(accountEnding(number)).toBe(ending);
});

test("nobody confirms their own change, unless the rule was off when they requested it", () => {
  const pending = { twoPersons: true, samePerson: false, requesterActive: true };
  expect(refuseAccountConfirmation({ ...pending, samePerson: true })).toBe("OWN");
  expect(refuseAccountConfirmation(pending)).toBeNull();
  expect(refuseAccountConfirmation({ ...pending, requesterActive: false })).toBe("REQUESTER_GONE");
  expect(refuseAccountConfirmation({ ...pending, twoPersons: false, samePerson: true })).toBeNull();
});

import { expect, test } from "vitest";
import { UnknownTexts } from "./unknown-values.ts";

function suggested(field: string, text: string): string | null | undefined {
  const unknown = new UnknownTexts([field]);
  unknown.add([text], { faults: [{ field, message: "" }], askedTexts: new Map() });
  return unknown.all()[0]?.suggestion;
}

test.each([
  ["odometerBrand", "NOT ACTUAL MILES", "NOT_ACTUAL"],
  ["odometerBrand", "Actual mileage not known", null],
  ["odometerBrand", "Non-actual", null],
  ["odometerBrand", "Actual mileage", "ACTUAL"],
  ["titleBrand", "salvage, rebuilt", "REBUILT"],
  ["titleBrand", "ST salvage", "SALVAGE"],
  ["titleBrand", "Not salvage", null],
  ["titleBrand", "Never rebuilt", null],
  ["titleBrand", "Isn't clean", null],
  ["titleBrand", "Unclean", null],
  ["titleBrand", "NOT TITLED TX", "NOT_TITLED"],
  ["runCondition", "Truck does not start", "DOES_NOT_START"],
  ["transmission", "6-speed automated manual", "AUTOMATED_MANUAL"],
  ["transmission", "Automatic or manual", "MANUAL"],
  ["primaryDamage", "Engine burn", "BURN"],
  ["primaryDamage", "Burn engine bay", "BURN_ENGINE"],
])("%s “%s” suggests %s", (field, text, option) => {
  expect(suggested(field, text)).toBe(option);
});

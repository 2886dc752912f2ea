import { describe, expect, it } from "vitest";
import { count, hours, miles, words } from "./format.ts";

describe("number formats", () => {
  const told = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });

  it.each([0, 7, 12.5, 999, 1_000, 412_380, 1_234_567.8, 99.96, 1_000_000_000, -1_234.5])(
    "groups %s as Intl does",
    (value) => {
      expect(count(value)).toBe(told.format(value));
    },
  );

  it.each([
    ["ACH", "ACH"],
    ["ID", "ID"],
    ["RUNS_DRIVES", "Runs and drives"],
    ["BANK_LETTER", "Bank letter"],
  ])("formats %s as %s", (value, text) => {
    expect(words(value)).toBe(text);
  });

  it("names the unit", () => {
    expect(miles(412_380, "MI")).toBe("412,380 mi");
    expect(hours(12_500)).toBe("12,500 h");
  });
});

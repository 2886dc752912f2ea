import { expect, test } from "vitest";
import {
  feesInWords,
  incrementsInWords,
  softCloseInWords,
  startingLimitInWords,
  timeInWords,
} from "./term-words.ts";

const terms = {
  taxedByPlace: false,
  fees: {
    premium: [
      { from: 0, percent: 10 },
      { from: 10_000, percent: 5 },
      { from: 50_000, percent: 2.5 },
    ],
    minPremium: 100,
    docFee: 150,
    taxPercent: 0,
  },
  increments: {
    steps: [
      { from: 0, step: 10 },
      { from: 100, step: 25 },
      { from: 1_000, step: 50 },
    ],
  },
  softClose: { windowSec: 120, extendSec: 120, maxExtensions: null },
  bidLimit: { limit: 25_000 },
};

test.each([
  [0, "0 seconds"],
  [1, "1 second"],
  [60, "one minute"],
  [90, "90 seconds"],
  [120, "two minutes"],
  [1_200, "20 minutes"],
])("%i seconds are %s", (seconds, words) => expect(timeInWords(seconds)).toBe(words));

test("terms in words", () => {
  expect(feesInWords(terms)).toBe(
    "The buyer's premium is 10% of the price up to $10,000, 5% of the part up to $50,000 and 2.5% of the part above $50,000, at least $100. The document fee is $150. Some auctions have their own fees, shown on their lots.",
  );
  expect(incrementsInWords(terms)).toMatch(
    /^Bids increase by \$10 from the start, by \$25 from \$100 and by \$50 from \$1,000, unless/,
  );
  expect(softCloseInWords(terms)).toMatch(
    /in the last two minutes .* to two minutes from that bid, as often as needed/,
  );
  expect(startingLimitInWords(terms)).toMatch(/limit of \$25,000$/);
});

test("terms that are turned off aren't stated", () => {
  const off = {
    ...terms,
    fees: { premium: [{ from: 0, percent: 8 }], minPremium: 0, docFee: 0, taxPercent: 7.25 },
    softClose: { windowSec: 0, extendSec: 0, maxExtensions: 3 },
    bidLimit: { limit: 0 },
  };
  expect(feesInWords({ ...off, taxedByPlace: true })).toContain("depends on where the unit stands");
  expect(feesInWords(off)).toBe(
    "The buyer's premium is 8% of the price. There is no document fee. Sales tax is 7.25% of price and premium. Some auctions have their own fees, shown on their lots.",
  );
  expect(softCloseInWords(off)).toMatch(/extend a lot unless/);
  expect(startingLimitInWords(off)).not.toContain("$");
  expect(
    softCloseInWords({ ...off, softClose: { windowSec: 30, extendSec: 45, maxExtensions: 1 } }),
  ).toMatch(/last 30 seconds .* to 45 seconds from that bid, up to 1 time/);
});

import { expect, test } from "vitest";
import { closingNotice, sayNotice, searchNotice } from "./push-notices.ts";

const lot = { inventoryId: 42, title: "2019 Peterbilt 579" };
const closing = { ...lot, closes: { text: "2:05 PM CST", values: {} } };

test.each([
  ["LEADING", 300_000, "You're the high bidder at $3,000."],
  ["OUTBID", 300_000, "You've been outbid. Current bid: $3,000."],
  ["WATCHING", 300_000, "Current bid: $3,000."],
  ["WATCHING", null, "No bids yet."],
] as const)(
  "a lot that closes soon tells the user's position: %s at %s",
  (position, priceCents, body) => {
    expect(sayNotice(closingNotice({ ...closing, position, priceCents }))).toEqual({
      title: "Closes 2:05 PM CST: 2019 Peterbilt 579",
      body,
      path: "/truck/42",
      tag: "lot-42",
    });
  },
);

test("an alert about one unit opens the unit; one about several opens their search", () => {
  const alert = { searches: ["Petes"], units: [lot], count: 1, path: "/vehicles?state=TX" };
  expect(sayNotice(searchNotice(alert))).toMatchObject({
    title: "2019 Peterbilt 579",
    body: 'New for "Petes".',
    path: "/truck/42",
  });
  expect(
    sayNotice(searchNotice({ ...alert, searches: ["Petes", "Texas"], count: 3 })),
  ).toMatchObject({
    title: "3 units for your saved searches",
    body: 'New for "Petes", "Texas".',
    path: "/vehicles?state=TX",
  });
});

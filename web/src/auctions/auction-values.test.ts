import { newAuction } from "@gavelyard/contract/auctions/auctions-staff";
import type { RunListUnit } from "@gavelyard/contract/auctions/run-list";
import { expect, test } from "vitest";
import {
  bodyOfAuction,
  changedFields,
  closesByForm,
  emptyAuction,
  houseTermsOf,
  movedLine,
  orderedLines,
  renumbered,
  withUnits,
} from "./auction-values.ts";

const part = { id: null, isDefault: true, updatedAt: null, updatedBy: null } as const;
const setting = <T>(value: T) => ({ ...part, value, defaultValue: value });
const house = houseTermsOf({
  increments: setting({
    steps: [
      { from: 0, step: 20 },
      { from: 5_000, step: 250 },
    ],
  }),
  fees: setting({
    premium: [{ from: 0, percent: 7.5 }],
    minPremium: 120,
    docFee: 95,
    taxPercent: 8.25,
  }),
  softClose: setting({ windowSec: 60, extendSec: 90, maxExtensions: 4 }),
});

const filled = {
  ...emptyAuction("America/Chicago", house),
  auctionName: "Amarillo trucks",
  start: "2026-12-01T09:00",
  end: "2026-12-01T17:00",
  increments: house.increments,
  fees: house.fees,
  lots: [
    { inventoryId: 7, label: "1", name: "One" },
    { inventoryId: 9, label: "12a", name: "Two" },
  ],
};

test("sends times in UTC and lot numbers in parts", () => {
  expect(newAuction.parse(bodyOfAuction(null, filled))).toMatchObject({
    startTime: "2026-12-01T15:00:00.000Z",
    scheduledEndTime: "2026-12-01T23:00:00.000Z",
    maxExtensions: 4,
    increments: [
      { from: 0, step: 20 },
      { from: 5_000, step: 250 },
    ],
    fees: { premium: [{ from: 0, percent: 7.5 }], minPremium: 120, docFee: 95, taxPercent: 8.25 },
    lots: [
      { inventoryId: 7, lotNumber: 1, suffix: "" },
      { inventoryId: 9, lotNumber: 12, suffix: "A" },
    ],
  });
});

test("a new auction starts with the default soft close and without tables of its own", () => {
  expect(emptyAuction("America/Denver", house)).toMatchObject({
    softCloseWindowSec: "60",
    softCloseExtendSec: "90",
    maxExtensions: "4",
    increments: null,
    fees: null,
  });
});

test("sends only changes; another zone also changes the times", () => {
  expect(bodyOfAuction(filled, { ...filled, auctionName: "Another" })).toEqual({
    auctionName: "Another",
  });
  expect(changedFields(filled, { ...filled, timeZone: "America/Denver" })).toEqual([
    "timeZone",
    "start",
    "end",
  ]);
  expect(bodyOfAuction(filled, filled)).toEqual({});
});

test.each([
  [{ staggerSec: "often" }, "staggerSec"],
  [{ lots: [{ inventoryId: 7, label: "A1", name: "One" }] }, "lots.0.lotNumber"],
  [{ increments: [{ from: "", step: "10" }] }, "increments.0.from"],
  [{ paymentDueDays: "" }, "paymentDueDays"],
])("%j is refused by name", (changes, field) => {
  const { error } = newAuction.safeParse(bodyOfAuction(null, { ...filled, ...changes }));
  expect(error?.issues.map(({ path }) => path.join("."))).toEqual([field]);
});

test("a moved line takes the number of its new position", () => {
  const lots = ["1", "2", "5A"].map((label, index) => ({
    inventoryId: index + 1,
    label,
    name: `Unit ${index + 1}`,
  }));
  expect(movedLine(lots, 2, 0).map(({ inventoryId, label }) => [inventoryId, label])).toEqual([
    [3, "1"],
    [1, "2"],
    [2, "5A"],
  ]);
  expect(movedLine(lots, 9, 0)).toEqual(lots);
});

test("adds units at the end without duplicates, with the next numbers", () => {
  const lots = [{ inventoryId: 1, label: "12A", name: "One" }];
  const added = withUnits(lots, [
    { id: 1, name: "One" },
    { id: 2, name: "Two" },
  ]);
  expect(added).toEqual([...lots, { inventoryId: 2, label: "13", name: "Two" }]);
});

const listedUnit = (id: number, startingPrice: number): RunListUnit => ({
  id,
  name: "",
  stockNumber: `S${id}`,
  inventoryType: "CAR",
  modelYear: 2019,
  inventoryStatus: "AVAILABLE",
  saleType: "ABSOLUTE",
  startingPrice,
  reservePrice: null,
  image: null,
  gaps: [],
});

test("an order moves units between lot numbers; units that aren't loaded come last", () => {
  const lots = [3, 1, 2].map((id, at) => ({
    inventoryId: id,
    label: ["1", "4", "9A"][at] ?? "",
    name: "",
  }));
  const units = new Map([1, 2].map((id) => [id, listedUnit(id, id * 100)]));
  const ordered = orderedLines(lots, units, "PRICE_HIGH");
  expect(ordered.map(({ inventoryId, label }) => [inventoryId, label])).toEqual([
    [2, "1"],
    [1, "4"],
    [3, "9A"],
  ]);
  expect(renumbered(ordered).map(({ label }) => label)).toEqual(["1", "2", "3"]);
});

test("the last lot closes as much later as there are lots before it", () => {
  expect(closesByForm({ ...filled, staggerSec: "45" })).toEqual({
    first: "2026-12-01T23:00:00.000Z",
    last: "2026-12-01T23:00:45.000Z",
  });
  expect(closesByForm({ ...filled, end: "" })).toBeNull();
  expect(closesByForm({ ...filled, lots: [] })).toBeNull();
});

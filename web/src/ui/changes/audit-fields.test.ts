import { auctionChanges } from "@gavelyard/contract/auctions/auctions-staff";
import * as settings from "@gavelyard/contract/operating-settings";
import { auditFields } from "@gavelyard/domain/audit/audit-fields";
import { describe, expect, test } from "vitest";
import { actionName, changesOf, dayIn, subjectPath } from "./audit-fields.ts";

const changesIn = (before: unknown, after: unknown) => changesOf(before, after, "America/Chicago");

describe("changesOf", () => {
  test("marks what the action changed, and nothing else", () => {
    expect(
      changesIn({ status: "ACTIVE", name: "Jo", limit: 25_000 }, { status: "BANNED", name: "Jo" }),
    ).toEqual([
      { field: "Status", before: "Active", after: "Banned", changed: true },
      { field: "Name", before: "Jo", after: "Jo", changed: false },
      { field: "Limit", before: "$25,000", after: null, changed: false },
    ]);
  });

  test("marks everything when a record is created or removed", () => {
    expect(changesIn(null, { amount: 5 })).toEqual([
      { field: "Amount", before: null, after: "$5", changed: true },
    ]);
    expect(changesIn({ amount: 5 }, null)).toEqual([
      { field: "Amount", before: "$5", after: null, changed: true },
    ]);
    expect(changesIn(null, null)).toEqual([]);
  });

  test.each([
    ["starting_cents", 100_000, "Starting price", "$1,000"],
    ["hammerCents", 1_250, "Hammer price", "$12.50"],
    ["limit", 20_000_000, "Limit", "$20,000,000"],
    ["value", { limitAbove: 250_000 }, "Value: Two-person limit", "$250,000"],
    ["position", 20_000, "Position", "20000"],
    ["lifecycle", "PENDING_REVIEW", "State of the auction", "Pending review"],
    ["role", "ROLE_ADMIN_SUPPORT", "Role", "Admin support"],
    ["vin", "JH4TB2H26CC000000", "VIN", "JH4TB2H26CC000000"],
    ["taxExempt", true, "Tax exempt", "Yes"],
    ["images", ["a", "b"], "Pictures", "a, b"],
    ["images", [], "Pictures", "None"],
    ["images", [{ kind: "VIN" }], "Pictures", '[{"kind":"VIN"}]'],
    ["reserve", null, "Reserve", "None"],
    ["dueAt", "2026-11-26T05:59:00.000Z", "Due", "Nov 25, 2026, 11:59 PM CST"],
    ["due_at", "2026-11-26T05:59:00+00:00", "Due at", "Nov 25, 2026, 11:59 PM CST"],
    ["day", "2026-11-26", "Day", "2026-11-26"],
    ["address", { city: "Amarillo" }, "Address: City", "Amarillo"],
    ["specs", { exteriorColor: "Red" }, "Exterior color", "Red"],
    ["proposal", "UNIT_RELEASE", "Proposal", "Release unit"],
    ["accountNumber", "ends in 6789", "Account number", "ends in 6789"],
    ["permissions", ["money"], "Permissions", "Payments"],
    ["seen_cents", 500, "Seen", "$5"],
  ])("%s of %j is shown as %s: %s", (name, value, field, after) => {
    expect(changesIn({}, { [name]: value })).toMatchObject([{ field, after }]);
  });
});

test.each([
  settings.contactSettings,
  settings.feeSettings,
  settings.incrementSettings,
  settings.softCloseSettings,
  settings.bidLimitSettings,
  settings.twoPersonSettings,
  settings.customerApiKeySettings,
  settings.deliverySettings,
  settings.negotiationSettings,
  settings.reasonSettings,
  settings.noticeSettings,
  auctionChanges.omit({ updatedAt: true }),
])("the log names each field of settings and auctions", ({ shape }) => {
  expect(Object.keys(shape).filter((name) => !Object.hasOwn(auditFields, name))).toEqual([]);
});

test("names an action in words, even one no longer recorded", () => {
  expect(actionName("winner-declared")).toBe("Winner declared");
  expect(actionName("unit-painted")).toBe("Unit painted");
});

test.each([
  ["user", null, null, "?tab=users&user=7"],
  ["inventory", 7, null, "?tab=inventory&unit=7"],
  ["auction", null, null, "?tab=auctions&auction=7"],
  ["enquiry", null, null, "?tab=leads&enquiry=7"],
  ["finance-request", null, null, "?tab=finance&request=7"],
  ["lot", 12, 3, "?tab=inventory&unit=12"],
  ["bid", null, 3, "?tab=auctions&auction=3"],
  ["t", null, null, null],
])("a %s is looked at where it is", (subjectType, inventoryId, auctionId, path) => {
  expect(subjectPath({ subjectType, subjectId: 7, inventoryId, auctionId })).toBe(path);
});

test("a day starts and ends in its zone", () => {
  expect(dayIn("2026-11-20", "America/Chicago")).toEqual({
    begins: "2026-11-20T06:00:00.000Z",
    ends: "2026-11-21T05:59:59.999Z",
  });
  expect(dayIn("2026-02-30", "UTC")).toBeUndefined();
  expect(dayIn("", "UTC")).toBeUndefined();
});

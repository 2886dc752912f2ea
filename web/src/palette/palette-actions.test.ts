import type { FoundRecord } from "@gavelyard/contract/staff-search";
import { permissions, type Permission } from "@gavelyard/domain/users/permissions";
import { expect, test } from "vitest";
import { actionsFor, actionsOnRecord } from "./palette-actions.ts";
import { missingFor, staffTabs } from "../dashboard/staff-tabs.ts";

const titles = (actions: readonly { readonly title: string }[]) =>
  actions.map(({ title }) => title);
const record = (kind: FoundRecord["kind"], state: string): FoundRecord => ({
  kind,
  id: "7",
  title: "Seven",
  detail: "",
  state,
  path: "/admin-dashboard?here",
});

const viewer = (admin: boolean, held: readonly Permission[] = permissions) => ({
  admin,
  permissions: held,
});

test("only administrators are offered administrators' actions", () => {
  const [support, admin] = [titles(actionsFor(viewer(false))), titles(actionsFor(viewer(true)))];
  expect(admin.filter((title) => !support.includes(title))).toEqual(["New support user"]);
});

test.each<[Permission | null, string[]]>([
  [null, []],
  ["documents", []],
  ["money", ["Payments by buyer", "Export payments", "Today's pickups", "Settings: bank details"]],
  ["gate", ["Release unit"]],
  ["titles", ["Titles due today"]],
  ["sellers", ["New seller"]],
  ["users", ["New support user"]],
])("the permission %s alone offers %j beside what everyone does", (held, expected) => {
  const offered = titles(actionsFor(viewer(true, held === null ? [] : [held])));
  expect(offered).toEqual([...expected, "View public site"]);
});

test("for staff who only handle payments, an auction opens its payments", () => {
  const auction = record("AUCTION", "SETTLED");
  const found = { ...auction, path: "/admin-dashboard?tab=auctions&auction=7" };
  expect(titles(actionsOnRecord(found, viewer(false, ["money"])))).toEqual([
    "Payments",
    "View page",
  ]);
  expect(actionsOnRecord({ ...found, state: "DRAFT" }, viewer(false, ["money"]))).toEqual([]);
});

test("every part opens with all permissions, and names the missing one without", () => {
  for (const { value, needs } of staffTabs) {
    const address = new URLSearchParams({ tab: value });
    expect(missingFor(address, permissions)).toBeNull();
    expect(missingFor(address, [])).toBe(needs[0] ?? null);
    for (const one of needs) expect(missingFor(address, [one])).toBeNull();
  }
  const fees = new URLSearchParams({ tab: "settings", part: "fees" });
  expect([missingFor(fees, ["money"]), missingFor(fees, ["settings"])]).toEqual(["settings", null]);
});

test.each<[FoundRecord["kind"], string, string[]]>([
  ["UNIT", "DRAFT", ["Edit", "Title", "View history"]],
  ["UNIT", "SOLD", ["Edit", "View page", "Title", "View history"]],
  ["AUCTION", "DRAFT", ["Edit", "View history"]],
  ["AUCTION", "LIVE", ["Edit", "Control room", "Winners", "Payments", "View page", "View history"]],
  ["AUCTION", "SETTLED", ["Edit", "Winners", "Payments", "View page", "View history"]],
  ["USER", "ROLE_CUSTOMER", ["Open", "Bids", "View history"]],
  ["USER", "ROLE_ADMIN", ["Open", "View activity", "View history"]],
  ["INVOICE", "PAID", ["Open", "Save as PDF"]],
  ["LIMIT_REQUEST", "PENDING", ["Open"]],
])("a %s in state %s offers %j", (kind, state, expected) => {
  const actions = actionsOnRecord(record(kind, state), viewer(false));
  expect(titles(actions)).toEqual(expected);
  expect(actions[0]).toMatchObject({ path: "/admin-dashboard?here" });
});

import type { FoundRecord } from "@gavelyard/contract/office";
import { expect, test } from "vitest";
import { actsOf, actsOfRecord } from "./palette-acts.ts";

const titles = (acts: readonly { readonly title: string }[]) => acts.map(({ title }) => title);
const record = (kind: FoundRecord["kind"], state: string): FoundRecord => ({
  kind,
  id: "7",
  title: "Seven",
  detail: "",
  state,
  path: "/admin-dashboard?here",
});

test("administrators alone are offered what they alone may do", () => {
  const [support, admin] = [titles(actsOf(false)), titles(actsOf(true))];
  expect(admin.filter((title) => !support.includes(title))).toEqual(["New support user"]);
});

test.each<[FoundRecord["kind"], string, string[]]>([
  ["UNIT", "DRAFT", ["Edit", "View history"]],
  ["UNIT", "SOLD", ["Edit", "View page", "View history"]],
  ["AUCTION", "DRAFT", ["Edit", "View history"]],
  ["AUCTION", "LIVE", ["Edit", "Control room", "Winners", "Payments", "View page", "View history"]],
  ["AUCTION", "SETTLED", ["Edit", "Winners", "Payments", "View page", "View history"]],
  ["USER", "ROLE_CUSTOMER", ["Open", "Bids", "View history"]],
  ["USER", "ROLE_ADMIN", ["Open", "View activity", "View history"]],
  ["INVOICE", "PAID", ["Open", "Save as PDF"]],
  ["LIMIT_REQUEST", "PENDING", ["Open"]],
])("a %s that is %s can be met with %j", (kind, state, expected) => {
  const acts = actsOfRecord(record(kind, state));
  expect(titles(acts)).toEqual(expected);
  expect(acts[0]).toMatchObject({ path: "/admin-dashboard?here" });
});

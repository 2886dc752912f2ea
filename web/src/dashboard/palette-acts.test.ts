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
  ["UNIT", "DRAFT", ["Edit", "What was done to it (audit)"]],
  ["UNIT", "SOLD", ["Edit", "See its page", "What was done to it (audit)"]],
  ["AUCTION", "DRAFT", ["Edit", "What was done to it (audit)"]],
  [
    "AUCTION",
    "LIVE",
    ["Edit", "Control room", "Winners", "Payments", "See its page", "What was done to it (audit)"],
  ],
  [
    "AUCTION",
    "SETTLED",
    ["Edit", "Winners", "Payments", "See its page", "What was done to it (audit)"],
  ],
  ["USER", "ROLE_CUSTOMER", ["Open", "Bids", "What was done to it (audit)"]],
  ["USER", "ROLE_ADMIN", ["Open", "What they did (audit)", "What was done to it (audit)"]],
  ["INVOICE", "PAID", ["Open", "Save as PDF"]],
  ["LIMIT_REQUEST", "PENDING", ["Open"]],
])("a %s that is %s can be met with %j", (kind, state, expected) => {
  const acts = actsOfRecord(record(kind, state));
  expect(titles(acts)).toEqual(expected);
  expect(acts[0]).toMatchObject({ path: "/admin-dashboard?here" });
});

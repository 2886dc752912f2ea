import { expect, test } from "vitest";
import { viewOf } from "./view-of.ts";

test.each([
  ["?tab=inventory&status=DRAFT&page=3", "tab=inventory&status=DRAFT"],
  [
    "?tab=inventory&q=a%26b&hide=views.yard&act=7&queue=LEADS",
    "tab=inventory&q=a%26b&hide=views.yard",
  ],
  ["", ""],
])("the view of %j is %j", (search, view) => {
  expect(viewOf(search)).toBe(view);
});

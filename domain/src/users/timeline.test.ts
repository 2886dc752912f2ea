import { expect, test } from "vitest";
import { permissions } from "./permissions.ts";
import { shownKinds, timelineKinds } from "./timeline.ts";

test("the whole timeline is for those who hold all permissions", () => {
  expect(shownKinds(null, permissions)).toEqual(timelineKinds);
  expect(shownKinds("BIDS", ["users"])).toEqual(["BID"]);
});

test("money, titles and documents need their permissions", () => {
  expect(shownKinds("SALES", ["users"])).toEqual(["WIN"]);
  expect(shownKinds("PAPERS", ["users", "titles"])).toEqual(["TITLE", "LIMIT_REQUEST"]);
  expect(shownKinds("PAPERS", ["users", "documents"])).toEqual([
    "DOCUMENT",
    "LIMIT_REQUEST",
    "FINANCE_REQUEST",
  ]);
});

import { screen } from "@testing-library/dom";
import { describe, expect, test } from "vitest";
import {
  pagesAside,
  pagesOfData,
  pagesWithoutData,
  viewsOfData,
} from "../../../tests/public-pages.ts";
import { axeFaults, openScreen, unreachable } from "../testing/open-screen.tsx";

const ofEveryone = [
  ...pagesOfData.map((path) => path.replace("LOT", "7")),
  ...viewsOfData,
  "/auctions/7",
  "/financing?unit=5",
];
const ofCustomers = [
  "/dashboard",
  "/dashboard?tab=bids",
  "/dashboard?tab=winnings",
  "/dashboard?tab=purchased",
  "/dashboard?tab=limit",
  "/dashboard?tab=finance",
  "/dashboard?tab=profile",
  "/watchlist",
  "/financing",
];
const ofStaff = [
  "work",
  "inventory",
  "inventory&unit=5",
  "inventory&unit=new",
  "auctions",
  "auctions&auction=7",
  "auctions&auction=new",
  "questions",
  "control",
  "control&auction=7",
  "winners",
  "winners&auction=7",
  "payments",
  "payments&auction=7",
  "users",
  "users&user=2",
  "limits",
  "confirmations",
  "finance",
  "leads",
  "security",
  "profile",
].map((tab) => `/admin-dashboard?tab=${tab}`);

describe("when the server can't be reached", () => {
  test.each([
    ...ofEveryone.map((path) => [path, undefined] as const),
    ...ofCustomers.map((path) => [path, "customer"] as const),
    ...ofStaff.map((path) => [path, "staff"] as const),
  ])("%s says so and offers to try again, to %s", async (path, who) => {
    await openScreen(path, unreachable, who);
    const [again] = await screen.findAllByRole("button", { name: "Try again" });
    expect(again).toBeDefined();
    expect(screen.getAllByRole("heading", { level: 1 })).toHaveLength(1);
    expect(await axeFaults()).toEqual([]);
    await expect.poll(() => document.title).toMatch(/Gavelyard/);
  });
});

test.each([...pagesWithoutData, ...pagesAside])(
  "%s is complete, since it needs no data",
  async (path) => {
    await openScreen(path, unreachable);
    expect(await screen.findAllByRole("heading", { level: 1 })).toHaveLength(1);
    expect(screen.queryByRole("button", { name: "Try again" })).toBe(null);
  },
);

import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { fleet, openStage, signIn, type Stage } from "../stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
});
afterAll(() => stage?.close());

const admin = { email: "admin@demo.example", password: "keys-to-the-yard-1" } as const;

/** Phones are looked at in the dark, desktops by day. */
const looks = [
  ["phone", "dark"],
  ["desktop", "light"],
] as const;

const visitorsPages = [
  "/",
  "/vehicles",
  "/vehicles?q=nothing-is-called-this",
  "/auctions",
  "/about",
  "/company",
  "/financing",
  "/contact",
  "/security",
  "/bidding-process",
  "/terms",
  "/privacy",
  "/signin",
  "/admin-login",
  "/register",
  "/otp-verification",
  "/no-such-page",
] as const;
const customersPages = ["/dashboard", "/dashboard?tab=profile", "/watchlist"] as const;

async function inspect(page: Page, path: string): Promise<string[]> {
  await page.goto(path, { waitUntil: "networkidle" });
  const { violations } = await new AxeBuilder({ page }).analyze();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  );
  return [
    ...violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${path} ${id} ${nodes[0]?.html}`),
    ...(overflow > 0 ? [`${path} is ${overflow} px wider than the screen`] : []),
  ];
}

test.for(looks)(
  "visitors' pages pass axe and fit on a %s in the %s",
  async ([size, colorScheme]) => {
    const page = await stage.open(size, { colorScheme });
    const inventoryId = await stage.liveLot(600);
    for (const path of [...visitorsPages, `/truck/${inventoryId}`])
      expect(await inspect(page, path)).toEqual([]);
  },
);

test.for(looks)(
  "a customer's pages pass axe and fit on a %s in the %s",
  async ([size, colorScheme]) => {
    const page = await stage.open(size, { colorScheme });
    await signIn(page, fleet);
    for (const path of customersPages) expect(await inspect(page, path)).toEqual([]);
    const inventoryId = await stage.liveLot(600);
    expect(await inspect(page, `/truck/${inventoryId}`)).toEqual([]);
  },
);

test.for(looks)(
  "the staff's pages pass axe and fit on a %s in the %s",
  async ([size, colorScheme]) => {
    const page = await stage.open(size, { colorScheme });
    await signIn(page, admin);
    expect(await inspect(page, "/admin-dashboard")).toEqual([]);
  },
);

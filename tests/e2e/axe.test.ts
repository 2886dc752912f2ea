import type { Page } from "playwright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { accessFaults } from "../axe.ts";
import { fleet, openStage, signIn, type Stage } from "../stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
});
afterAll(() => stage?.close());

const admin = { email: "admin@demo.example", password: "keys-to-the-yard-1" } as const;

const widths = ["phone", "desktop"] as const;

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
  "/terms-and-conditions",
  "/privacy",
  "/landing",
  "/signin",
  "/admin-login",
  "/register",
  "/forgot-password",
  "/reset-password",
  "/reset-password?token=from-a-mail",
  "/otp-verification",
  "/no-such-page",
] as const;
const customersPages = [
  "/dashboard",
  "/dashboard?tab=bids",
  "/dashboard?tab=winnings",
  "/dashboard?tab=purchased",
  "/dashboard?tab=limit",
  "/dashboard?tab=finance",
  "/dashboard?tab=notifications",
  "/dashboard?tab=profile",
  "/watchlist",
  "/financing",
  "/contact",
] as const;

const staffsParts = [
  "work",
  "inventory",
  "inventory&unit=5",
  "inventory&unit=new",
  "auctions",
  "auctions&auction=LIVE",
  "auctions&auction=new",
  "control",
  "control&auction=LIVE",
  "winners",
  "winners&auction=OVER",
  "payments",
  "payments&auction=OVER",
  "users",
  "users&user=3",
  "limits",
  "finance",
  "leads",
  "profile",
];

async function inspect(page: Page, path: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.goto(path);
  return accessFaults(page, path);
}

const TABS = 4;

/** What is wrong with any of these pages, looked at in a few tabs at a time. */
async function inspectAll(page: Page, paths: readonly string[]): Promise<string[]> {
  const left = [...paths];
  const found: string[] = [];
  const work = async (tab: Page) => {
    for (let path = left.shift(); path !== undefined; path = left.shift()) {
      found.push(...(await inspect(tab, path)));
    }
  };
  const context = page.context();
  const others = Array.from({ length: TABS - 1 }, () => context.newPage());
  await Promise.all([page, ...(await Promise.all(others))].map(work));
  await context.close();
  return found;
}

test.for(widths)("visitors' pages pass axe and fit on a %s", async (size) => {
  const page = await stage.open(size);
  const inventoryId = await stage.liveLot(600);
  const [auction] = await stage.query<{ id: string }>(
    "SELECT auction_id AS id FROM lots WHERE inventory_id = $1",
    [inventoryId],
  );
  const [ended] = await stage.query<{ id: string }>(
    "SELECT id FROM auctions WHERE scheduled_end_time < now() ORDER BY id LIMIT 1",
  );
  const paths = [
    ...visitorsPages,
    `/truck/${inventoryId}`,
    `/auctions/${auction?.id}`,
    `/auctions/${ended?.id}`,
  ];
  expect(await inspectAll(page, paths)).toEqual([]);
});

test.for(widths)("a customer's pages pass axe and fit on a %s", async (size) => {
  const page = await stage.open(size);
  await signIn(page, fleet);
  const inventoryId = await stage.liveLot(600);
  expect(await inspectAll(page, [...customersPages, `/truck/${inventoryId}`])).toEqual([]);
});

test("what cannot be read is said on pages that pass axe", async () => {
  const page = await stage.open("phone");
  await signIn(page, fleet);
  const found: string[] = [];
  for (const [name, heading] of [
    ["Vehicles", "Vehicles, trucks and equipment"],
    ["My Watchlist", "My watchlist"],
    ["Dashboard", "Hello"],
  ] as const) {
    await page.goto("/about", { waitUntil: "networkidle" });
    await page.route(/\/(api|inventories|auctions)(\/|\?|$)/, (route) => route.abort());
    await page.getByRole("button", { name: "Open menu" }).click();
    await page.getByRole("link", { name, exact: true }).filter({ visible: true }).first().click();
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    await page.getByRole("button", { name: "Try again" }).first().waitFor();
    found.push(...(await accessFaults(page, `${name}, without an answer`)));
    await page.unrouteAll();
  }
  expect(found).toEqual([]);
  await page.context().close();
});

const staffsPages = staffsParts.map((part) => `/admin-dashboard?tab=${part}`);
test.each([
  ["a customer", "phone", fleet, customersPages],
  ["a customer", "desktop", fleet, customersPages],
  ["staff", "phone", admin, staffsPages],
  ["staff", "desktop", admin, staffsPages],
] as const)(
  "what %s on a %s cannot read is said in every part, on pages that pass axe",
  async (_who, size, account, paths) => {
    const page = await stage.open(size);
    await signIn(page, account);
    await page.context().route(/\/api\//, (route) => route.abort());
    expect(await inspectAll(page, paths)).toEqual([]);
  },
);

test("what is empty says what to do on pages that pass axe", async () => {
  const page = await stage.open("desktop");
  await signIn(page, { email: "new@demo.example", password: "first-day-at-auction-5" });
  const empty = customersPages.filter((path) => !/profile|contact|financing/.test(path));
  expect(await inspectAll(page, empty)).toEqual([]);
});

test.for(widths)("the staff's pages pass axe and fit on a %s", async (size) => {
  const page = await stage.open(size);
  await signIn(page, admin);
  const [live] = await stage.query<{ id: string }>(
    "SELECT auction_id AS id FROM lots WHERE closed_at IS NULL AND opens_at < clock_ms() LIMIT 1",
  );
  const [over] = await stage.query<{ id: string }>(
    "SELECT auction_id AS id FROM lots WHERE outcome = 'SOLD' ORDER BY id DESC LIMIT 1",
  );
  const paths = staffsParts.map((part) =>
    `/admin-dashboard?tab=${part}`.replace("LIVE", live?.id ?? "").replace("OVER", over?.id ?? ""),
  );
  expect(await inspectAll(page, paths)).toEqual([]);
});

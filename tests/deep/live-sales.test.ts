import type { Page } from "playwright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { accessFaults, withholdData } from "../axe.ts";
import { call, tokenOf } from "../office.ts";
import { awake, fleet, openStage, setLimits, signIn, sizes, type Stage } from "../stage.ts";

const rival = { email: "new@demo.example", password: "first-day-at-auction-5" };

let stage: Stage;
let sales: readonly { readonly id: number; readonly name: string }[];
let bidder: Awaited<ReturnType<typeof tokenOf>>;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
  await setLimits(stage, 20_000_000, rival.email, fleet.email);
  bidder = await tokenOf(stage, rival);
  sales = await stage.query<{ id: number; name: string }>(
    `SELECT id::int, name FROM auctions
      WHERE id IN (SELECT auction_id FROM lots WHERE closed_at IS NULL AND opens_at < clock_ms())
      ORDER BY id LIMIT 2`,
  );
});
afterAll(() => stage?.close());

/** The panel of the first or second sale. */
const panelOf = (page: Page, index: number) =>
  page.getByRole("region", { name: sales[index]?.name ?? "", exact: true });
const price = (page: Page, index: number) => panelOf(page, index).getByTestId("price").innerText();
const standing = (page: Page, index: number) =>
  panelOf(page, index).getByTestId("standing").innerText();

/** Places a bid in dollars with another client. */
async function bidElsewhere(inventoryId: number, amount: number): Promise<void> {
  const path = `/api/bids/inventory/${inventoryId}/user/${bidder.userId}?amount=${amount}`;
  expect((await call(stage, path, bidder.jwt, "POST")).status).toBe(200);
}

/** Follows which topics a page subscribes to. */
function topicsOf(page: Page): ReadonlyMap<string, string> {
  const topics = new Map<string, string>();
  const field = (frame: string, name: string) =>
    new RegExp(String.raw`\n${name}:([^\n]*)`).exec(frame)?.[1] ?? "";
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => {
      const text = payload.toString();
      const frames: string[] = text.startsWith("[") ? JSON.parse(text) : [];
      for (const frame of frames) {
        if (frame.startsWith("SUBSCRIBE"))
          topics.set(field(frame, "id"), field(frame, "destination"));
        if (frame.startsWith("UNSUBSCRIBE")) topics.delete(field(frame, "id"));
      }
    }),
  );
  return topics;
}

test("two sales are followed and bid on side by side, on a phone one at a time", async () => {
  const [first, second] = [
    await stage.liveLot(900, sales[0]?.id),
    await stage.liveLot(900, sales[1]?.id),
  ];
  const page = await stage.open("desktop", { serviceWorkers: "block" });
  const topics = topicsOf(page);
  const shared = `auctions=${sales.map(({ id }) => id).join(",")}`;
  await signIn(page, fleet, `/live?${shared}&pin=${first},${second}`);
  await awake(page);
  const subscribed = (...units: number[]) =>
    expect
      .poll(() => [...topics.values()].sort())
      .toEqual(
        [
          ...units.map((unit) => `/topic/bids/${unit}`),
          "/topic/auctions",
          "/topic/prices",
          "/user/queue/events",
        ].sort(),
      );
  await subscribed(first, second);

  await bidElsewhere(first, 900_000);
  await bidElsewhere(second, 900_000);
  for (const index of [0, 1]) await expect.poll(() => price(page, index)).toBe("$900,000");
  const form = panelOf(page, 0);
  await form.getByRole("button", { name: "Bid $901,000" }).click();
  expect(await page.getByRole("button", { name: "Confirm bid" }).count()).toBe(1);
  await form.getByRole("button", { name: "Confirm bid" }).click();
  await expect.poll(() => standing(page, 0)).toBe("Winning");
  expect(await standing(page, 1)).toBe("Not bidding");
  const politely = page.getByRole("status").filter({ hasText: / is at \$901,000\./ });
  await politely.waitFor({ state: "attached" });
  expect(await accessFaults(page, "two sales")).toEqual([]);

  await page.setViewportSize(sizes.phone);
  const tab = (index: number) => page.getByRole("tab").nth(index);
  await tab(1).click();
  await subscribed(second);
  expect(await page.getByTestId("price").count()).toBe(1);
  await bidElsewhere(first, 902_000);
  await expect
    .poll(() => page.getByRole("alert").allInnerTexts())
    .toContainEqual(expect.stringMatching(/^Outbid/));
  await expect.poll(() => tab(0).innerText()).toMatch(/Outbid$/);
  expect(await accessFaults(page, "a tab")).toEqual([]);
  await tab(1).press("ArrowLeft");
  await expect.poll(() => tab(0).getAttribute("aria-selected")).toBe("true");
  expect(await page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("tab");
  await subscribed(first);
  await expect.poll(() => page.getByTestId("standing").innerText()).toBe("Outbid");

  await page.setViewportSize(sizes.desktop);
  await subscribed(first, second);
  await page.getByText("Choose sales").click();
  await page.getByRole("checkbox", { name: sales[1]?.name ?? "" }).click();
  await page.waitForURL(`**/live?auctions=${sales[0]?.id}&**`);
  await subscribed(first);
  // The choice is remembered, and applies to a URL without one.
  await page.goto("/live");
  await page.waitForURL(`**/live?auctions=${sales[0]?.id}`);
  await panelOf(page, 0).waitFor();
  expect(await panelOf(page, 1).count()).toBe(0);
});

test("a lot's result appears before the next lot", async () => {
  const closing = await stage.liveLot(600, sales[0]?.id);
  const page = await stage.open("desktop", { serviceWorkers: "block" });
  await page.goto(`/live?auctions=${sales[0]?.id}&pin=${closing}`);
  const heading = panelOf(page, 0).getByRole("heading", { level: 3 }).first();
  const keep = panelOf(page, 0).getByRole("button", { name: "Pin this lot" });
  expect(await keep.getAttribute("aria-pressed")).toBe("true");
  const lot = await heading.innerText();
  await stage.moveClose(closing, 0);
  await expect.poll(() => standing(page, 0)).toBe("Closed");
  expect(await heading.innerText()).toBe(lot);
  await expect.poll(() => heading.innerText()).not.toBe(lot);
  await expect.poll(() => keep.getAttribute("aria-pressed")).toBe("false");
  await page
    .getByRole("status")
    .filter({ hasText: `${lot} closed.` })
    .waitFor({ state: "attached" });
});

test("auctions link to the live screen, which shows the next sales when nothing is live", async () => {
  const page = await stage.open("desktop", { serviceWorkers: "block" });
  await page.goto("/auctions");
  await awake(page);
  await page.getByRole("main").getByRole("link", { name: "Watch several sales" }).click();
  await page.waitForURL("**/live");
  for (const index of [0, 1]) await panelOf(page, index).waitFor();
  await panelOf(page, 1).getByRole("heading", { level: 2 }).getByRole("link").click();
  await page.waitForURL(`**/auctions/${sales[1]?.id}`);
  await page.getByRole("link", { name: "Add to my live screen" }).click();
  await page.waitForURL(`**/live?auctions=${sales[1]?.id}`);
  await expect.poll(() => panelOf(page, 0).count()).toBe(0);

  await withholdData(page.context(), async (route) => {
    if (!route.request().url().endsWith("/auctions")) return route.continue();
    const response = await route.fetch();
    const all: { status: string }[] = await response.json();
    await route.fulfill({ response, json: all.filter(({ status }) => status !== "LIVE") });
  });
  await page.goto("/live");
  await page.getByText("No auctions are live right now.").waitFor();
  const next = page.getByRole("region", { name: "Next sales" });
  await next.getByRole("button", { name: "Add to calendar" }).first().waitFor();
  expect(await accessFaults(page, "next sales")).toEqual([]);
});

test("a sale whose last lot closes says that it has ended", async () => {
  const page = await stage.open("desktop", { serviceWorkers: "block" });
  await page.goto(`/live?auctions=${sales[0]?.id}`);
  await panelOf(page, 0).getByRole("heading", { level: 3 }).first().waitFor();
  await stage.query(
    `UPDATE lots SET closes_at = clock_ms(), scheduled_closes_at = clock_ms()
      WHERE auction_id = $1 AND closed_at IS NULL`,
    [sales[0]?.id],
  );
  await panelOf(page, 0).getByText("This sale has ended").waitFor();
  await panelOf(page, 0).getByRole("link", { name: "View results" }).waitFor();
  expect(await accessFaults(page, "an ended sale")).toEqual([]);
});

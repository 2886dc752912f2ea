import { randomUUID } from "node:crypto";
import type { Page } from "playwright";
import { session } from "@gavelyard/contract/sign-in/sign-in";
import { bidReceipt } from "@gavelyard/contract/bidding/bidding";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { z } from "zod";
import { letPass } from "../../server/src/testing/wait-for.ts";
import { fleet, openAwake, openStage, panel, setLimits, signIn, type Stage } from "../stage.ts";

const hauler = { email: "hauler@demo.example", password: "one-more-load-home-4" } as const;
const newcomer = { email: "new@demo.example", password: "first-day-at-auction-5" } as const;
const emails = [fleet, hauler, newcomer].map(({ email }) => email);

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
  await setLimits(stage, 90_000_000, ...emails);
});
afterAll(() => stage?.close());

interface Bidder {
  /** Bids and returns the price after it, in dollars. */
  bid(inventoryId: number, amount: number, maxAmount?: number): Promise<number>;
}

/** A bidder without a page. */
async function bidder({ email, password }: typeof fleet | typeof hauler | typeof newcomer) {
  const { url } = stage.product;
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    expect(answer.status, await answer.clone().text()).toBe(200);
    return answer.json();
  };
  const { jwt, userId } = session.parse(await post("/auth/login", { email, password }));
  const bidding: Bidder = {
    async bid(inventoryId, amount, maxAmount) {
      const receipt = await post(
        `/api/bids/inventory/${inventoryId}/user/${userId}`,
        { amount, ...(maxAmount === undefined ? {} : { maxAmount }) },
        { authorization: `Bearer ${jwt}`, "idempotency-key": randomUUID() },
      );
      return bidReceipt.parse(receipt).price;
    },
  };
  return bidding;
}

/** A page's calls about lots from now on. The list of auctions is polled (section 7). */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    const isCall = ["fetch", "xhr"].includes(request.resourceType());
    if (isCall && /^\/(?:inventor|auctions\/|api\/)/.test(pathname)) calls.push(pathname);
  });
  return calls;
}

const dollars = (amount: number) => `$${amount.toLocaleString("en-US")}`;

test("a message changes price, position and history in one paint, without a call", async () => {
  const inventoryId = await stage.liveLot(600);
  const [leader, one, other] = [await bidder(fleet), await bidder(hauler), await bidder(newcomer)];
  let price = await leader.bid(inventoryId, 900_000);
  const [page, visitor] = [await stage.open("desktop"), await stage.open("phone")];
  await signIn(page, fleet);
  for (const each of [page, visitor]) {
    await openAwake(each, `/truck/${inventoryId}`);
    await each.getByRole("region", { name: "Bid history" }).getByText("$900,000").waitFor();
    await each.waitForLoadState("networkidle");
  }
  await expect.poll(() => panel(page).getByTestId("standing").innerText()).toMatch(/Winning/);
  // What each frame showed, without repeats.
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const text = (selector: string) => document.querySelector(selector)?.textContent ?? "";
    const look = () => {
      const now = [
        text("[data-testid=price]"),
        text("[data-testid=standing]").trim(),
        text("[aria-label='Bid history'] tbody tr td:nth-child(3)"),
      ].join(" ");
      if (seen.at(-1) !== now) seen.push(now);
      requestAnimationFrame(look);
    };
    look();
  });
  const calls = [callsOf(page), callsOf(visitor)];
  for (let turn = 0; turn < 12; turn += 1) {
    price = await (turn % 2 === 0 ? one : other).bid(inventoryId, price + 10_000);
    await letPass(100, "the page shows each bid before the next");
  }
  for (const each of [page, visitor]) {
    await expect.poll(() => panel(each).getByTestId("price").innerText()).toBe(dollars(price));
    await expect.poll(() => each.locator("[aria-label='Bid history'] tbody tr").count()).toBe(13);
  }
  expect(await panel(page).getByTestId("standing").innerText()).toMatch(/Outbid/);
  const seen = z.array(z.string()).parse(await page.evaluate(() => Reflect.get(window, "seen")));
  expect(seen[0]).toBe("$900,000 Winning $900,000");
  for (const frame of seen.slice(1)) expect(frame).toMatch(/^(\$[\d,]+) Outbid \1$/);
  // Being outbid changes the customer's own figures, such as the limit, once.
  const [own = [], others] = calls;
  expect(own.filter((path) => path.startsWith("/api/bids/"))).toEqual([]);
  expect(others).toEqual([]);
});

test("lists follow bids and closes of their lots without asking", async () => {
  // Among the lots that close next, and after the pages are open.
  const [inventoryId, closing] = [await stage.liveLot(240), await stage.liveLot(200)];
  const { auction_id: auctionId } = (
    await stage.query<{ auction_id: number }>(
      "SELECT auction_id FROM lots WHERE inventory_id = $1 AND closed_at IS NULL",
      [inventoryId],
    )
  )[0] ?? { auction_id: 0 };
  const [one, other] = [await bidder(fleet), await bidder(hauler)];
  let price = await one.bid(inventoryId, 900_000);
  const own = await stage.open("desktop");
  await signIn(own, fleet, "/dashboard");
  const [home, vehicles] = [await stage.open("phone"), await stage.open("desktop")];
  const [auction, live] = [await stage.open("desktop"), await stage.open("desktop")];
  const seen = [
    [home, "/"],
    [vehicles, "/vehicles?auctionStatus=LIVE&sort=CLOSING_SOON"],
    [auction, `/auctions/${auctionId}`],
    [live, `/live?auctions=${auctionId}`],
    [own, "/dashboard"],
  ] as const;
  const of = (page: Page, unit: number) =>
    page.locator("li, article").filter({ has: page.locator(`a[href="/truck/${unit}"]`) });
  await Promise.all(
    seen.map(async ([page, path]) => {
      await openAwake(page, path);
      await of(page, inventoryId).first().waitFor();
      await page.waitForLoadState("networkidle");
    }),
  );
  const calls = seen.map(([page]) => callsOf(page));
  price = await other.bid(inventoryId, price + 10_000);
  for (const [page, path] of seen) {
    await expect
      .poll(() => of(page, inventoryId).first().innerText(), { timeout: 4_500, message: path })
      .toContain(dollars(price));
  }
  // The row that says so: the customer was outbid.
  expect(await of(own, inventoryId).first().innerText()).toContain("Outbid");
  // An outbid customer's own figures change, such as the limit.
  expect(calls.slice(0, -1)).toEqual([[], [], [], []]);

  await stage.moveClose(closing, 1);
  await expect.poll(() => of(vehicles, closing).first().innerText()).toContain("Closed");
  await expect.poll(() => of(auction, closing).first().innerText()).toContain("No bids");
  await expect.poll(() => of(home, closing).count()).toBe(0);
});

test("notices of two lots name them, stay, follow the price and lead to the bid form", async () => {
  const [first, second] = [await stage.liveLot(600), await stage.liveLot(600)];
  const [own, rival] = [await bidder(fleet), await bidder(hauler)];
  for (const inventoryId of [first, second]) await own.bid(inventoryId, 900_000);
  const page = await stage.open("phone");
  await signIn(page, fleet, "/about");
  await expect.poll(() => page.locator("#toasts").count()).toBe(1);
  await page.waitForLoadState("networkidle");
  await Promise.all([first, second].map((inventoryId) => rival.bid(inventoryId, 910_000)));
  const notices = page.getByRole("alert").filter({ hasText: "Outbid: " });
  await expect.poll(() => notices.count()).toBe(2);
  const names = await stage.query<{ name: string }>(
    `SELECT concat_ws(' ', model_year, manufacturer, model, trim) AS name FROM inventory
      WHERE id = ANY ($1)`,
    [[first, second]],
  );
  for (const { name } of names)
    expect(await notices.allInnerTexts()).toContainEqual(
      expect.stringContaining(`Outbid: ${name}`),
    );
  expect(await page.title()).toMatch(/^\([2-9]\) /);

  // The bell is the same on each device, also on one that was off.
  const desktop = await stage.open("desktop");
  await signIn(desktop, fleet, "/about");
  const bell = (count: string) =>
    desktop.getByRole("button", { name: new RegExp(`^Notifications${count}$`) });
  await bell(", [2-9] new").click();
  const list = desktop.getByRole("region", { name: "Notifications" });
  for (const { name } of names) await list.getByText(`Outbid: ${name}`).first().waitFor();
  await desktop.keyboard.press("Escape");
  await bell("").waitFor();

  const notice = notices.filter({ has: page.locator(`a[href="/truck/${first}"]`) });
  await rival.bid(first, 910_000, 950_000);
  await (await bidder(newcomer)).bid(first, 930_000);
  await expect.poll(() => notice.innerText()).toMatch(/Current bid: \$9[34]\d,\d{3}\./);
  const button = notice.getByRole("link", { name: /^Bid \$9[34]\d,\d{3}$/ });
  await button.click();
  await page.waitForURL(`**/truck/${first}`);
  await expect.poll(() => notices.count()).toBe(1);
  await expect.poll(() => panel(page).getByTestId("standing").innerText()).toMatch(/Outbid/);
});

import type { Page } from "playwright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { letPass } from "../../server/src/testing/wait-for.ts";
import { call, tokenOf } from "../office.ts";
import {
  awake,
  fleet,
  openStage,
  panel,
  setLimits,
  signIn,
  type Size,
  type Stage,
} from "../stage.ts";

const rivalAccounts = [
  { email: "new@demo.example", password: "first-day-at-auction-5" },
  { email: "hauler@demo.example", password: "one-more-load-home-4" },
];

let stage: Stage;
let rivals: Awaited<ReturnType<typeof tokenOf>>[];
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
  const emails = rivalAccounts.map(({ email }) => email);
  await setLimits(stage, 90_000_000, ...emails, fleet.email);
  rivals = await Promise.all(rivalAccounts.map((account) => tokenOf(stage, account)));
});
afterAll(() => stage?.close());

let turn = 0;
/** Sends a bid in dollars of one of two rivals in turn, from another client. Returns its status. */
async function rivalTries(inventoryId: number, amount: number): Promise<number> {
  turn += 1;
  const rival = rivals[turn % rivals.length];
  if (rival === undefined) throw new Error("there are two rivals");
  const path = `/api/bids/inventory/${inventoryId}/user/${rival.userId}?amount=${amount}`;
  return (await call(stage, path, rival.jwt, "POST")).status;
}

async function rivalBids(inventoryId: number, amount: number): Promise<void> {
  expect(await rivalTries(inventoryId, amount)).toBe(200);
}

/** Addresses of bids. */
const bidAddress = /\/api\/bids\/inventory\/\d+\/user\//;

async function openLot(size: Size, closesInSec: number) {
  const inventoryId = await stage.liveLot(closesInSec);
  // Routes don't see what a service worker sends.
  const page = await stage.open(size, { serviceWorkers: "block" });
  await signIn(page, fleet, `/truck/${inventoryId}`);
  await awake(page);
  await page.getByRole("group", { name: "Raise the amount" }).waitFor({ state: "attached" });
  return { inventoryId, page };
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name }).filter({ visible: true });
const price = (page: Page) => panel(page).getByTestId("price").innerText();
const standing = (page: Page) => panel(page).getByTestId("standing").innerText();

/** Follows the bids that a page sends, as bodies, and the statuses of their answers. */
function bidsOf(page: Page) {
  const sent: { amount: number; maxAmount?: number }[] = [];
  const statuses: number[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && bidAddress.test(request.url()))
      sent.push(request.postDataJSON());
  });
  page.on("response", (response) => {
    if (response.request().method() === "POST" && bidAddress.test(response.url()))
      statuses.push(response.status());
  });
  return { sent, statuses };
}

/** The bids on a lot in the ledger, by the buyer's email, oldest first. */
const ledgerOf = (inventoryId: number, email: string) =>
  stage.query<{ requested: number; max: number }>(
    `SELECT g.requested_cents::int / 100 AS requested, g.max_cents::int / 100 AS max
      FROM ledger g JOIN lots l ON l.id = g.lot_id JOIN users u ON u.id = g.user_id
      WHERE l.inventory_id = $1 AND u.email = $2 AND g.kind IN ('BID', 'RAISE') ORDER BY g.seq`,
    [inventoryId, email],
  );

test("the rival bids between look and tap: a bid follows the price, a maximum is placed", async () => {
  const { inventoryId, page } = await openLot("desktop", 600);
  const { sent, statuses } = bidsOf(page);
  await button(page, "Bid $900,000").click();
  await button(page, "Confirm bid").waitFor();
  await rivalBids(inventoryId, 900_000);
  await button(page, "Bid $901,000 instead").click();
  await expect.poll(() => standing(page)).toBe("Winning");
  expect(sent).toEqual([{ amount: 901_000 }]);

  // Being outbid takes one press, with the costs beside it.
  await rivalBids(inventoryId, 902_000);
  await expect.poll(() => standing(page)).toBe("Outbid");
  await expect.poll(() => panel(page).innerText()).toMatch(/\$[\d,.]+ with fees/);
  await panel(page).getByLabel("Or set a maximum bid ($)").pressSequentially("950000");
  expect(await panel(page).getByLabel("Or set a maximum bid ($)").inputValue()).toBe("950,000");
  // The maximum is sent with a next bid that the rival has passed meanwhile.
  await page.route(bidAddress, async (route) => {
    await rivalBids(inventoryId, 904_000);
    await route.continue();
  });
  await button(page, "Set maximum").click();
  await expect.poll(() => standing(page)).toBe("Winning");
  expect(await price(page)).toBe("$905,000");
  expect(sent.at(-1)).toEqual({ amount: 903_000, maxAmount: 950_000 });
  expect(statuses).toEqual([200, 200]);
});

test("a refused bid is offered at the new price and never sent again, also on the board", async () => {
  const { inventoryId, page } = await openLot("desktop", 600);
  const { sent, statuses } = bidsOf(page);
  const passedBy = (amount: number) =>
    page.route(
      bidAddress,
      async (route) => {
        await rivalBids(inventoryId, amount);
        await route.continue();
      },
      { times: 1 },
    );
  await button(page, "Bid $900,000").click();
  await passedBy(900_000);
  await button(page, "Confirm bid").click();
  await button(page, "Bid $901,000 instead").click();
  await expect.poll(() => standing(page)).toBe("Winning");
  expect(sent).toEqual([{ amount: 900_000 }, { amount: 901_000 }]);
  expect(statuses).toEqual([409, 200]);

  await rivalBids(inventoryId, 902_000);
  await page.goto("/dashboard");
  const row = page
    .getByRole("listitem")
    .filter({ has: page.locator(`a[href="/truck/${inventoryId}"]`) })
    .first();
  await row.getByText(/with fees/).waitFor();
  await passedBy(903_000);
  await letPass(400, "the price is seen");
  await row.getByRole("button", { name: /^Bid \$903,000/ }).click();
  await expect.poll(() => row.innerText()).toMatch(/too low\. The next bid is \$904,000/);
  await row.getByRole("button", { name: /^Bid \$904,000/ }).click();
  // A price that has just appeared is asked about.
  const confirm = row.getByRole("button", { name: "Confirm bid" });
  if (await confirm.isVisible()) await confirm.click();
  await expect.poll(() => row.innerText()).toMatch(/Winning/);
  expect(statuses).toEqual([409, 200, 409, 200]);
});

test("at three bids a second on slow 3G, a maximum is placed at once in the last ten seconds", async () => {
  const { inventoryId, page } = await openLot("phone", 600);
  const { sent, statuses } = bidsOf(page);
  const network = await page.context().newCDPSession(page);
  await network.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
  await page.getByRole("region", { name: "Next bid" }).getByRole("button").click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("button", { name: "Back" }).click();
  await sheet.getByLabel("Or set a maximum bid ($)").fill("1500000");
  await stage.moveClose(inventoryId, 10);
  let amount = 900_000;
  let isOver = false;
  const rivalry = (async () => {
    while (!isOver) {
      amount += 1_000;
      await rivalTries(inventoryId, amount);
      await letPass(333, "three bids a second");
    }
  })();
  await expect.poll(() => price(page)).not.toBe("$900,000");
  await sheet.getByRole("button", { name: "Set maximum" }).click();
  await sheet.getByRole("button", { name: "Confirm bid" }).click();
  await expect.poll(() => sheet.innerText()).toMatch(/high bidder|received your maximum/);
  isOver = true;
  await rivalry;
  expect(sent).toHaveLength(1);
  expect(statuses).toEqual([200]);
  expect(await ledgerOf(inventoryId, fleet.email)).toMatchObject([{ max: 1_500_000 }]);
  expect(sent[0]?.amount).toBeLessThanOrEqual(amount);
});

test("a bid whose connection is cut is shown, asked about and placed once", async () => {
  const { inventoryId, page } = await openLot("phone", 600);
  const { sent } = bidsOf(page);
  // The bar opens the confirmation: two presses.
  const bar = page.getByRole("region", { name: "Next bid" });
  await bar.getByRole("button", { name: "Bid $900,000" }).click();
  const sheet = page.getByRole("dialog");
  // The bid arrives, and its answer is lost with the network.
  await page.route(
    bidAddress,
    async (route) => {
      await route.fetch();
      await page.context().setOffline(true);
      await route.abort("internetdisconnected");
    },
    { times: 1 },
  );
  await sheet.getByRole("button", { name: "Confirm bid" }).click();
  await expect
    .poll(() => sheet.innerText())
    .toMatch(/You're offline\. We don't know yet whether your bid of \$900,000/);
  await page.context().setOffline(false);
  await expect.poll(() => sheet.innerText()).toMatch(/high bidder at \$900,000/);
  expect(sent).toEqual([{ amount: 900_000 }, { amount: 900_000 }]);
  expect(await ledgerOf(inventoryId, fleet.email)).toEqual([{ requested: 900_000, max: 900_000 }]);
  await sheet.getByRole("button", { name: "Close" }).click();
  await expect.poll(() => bar.innerText()).toMatch(/Winning/);

  // A server that doesn't answer.
  await rivalBids(inventoryId, 901_000);
  await bar.getByRole("button", { name: /^Bid \$902,000/ }).waitFor();
  await letPass(400, "the price is seen");
  await page.route(bidAddress, (route) => route.abort("connectionreset"));
  await bar.getByRole("button", { name: /^Bid \$902,000/ }).click();
  await bar.getByRole("button", { name: "Bid not confirmed" }).click();
  await expect.poll(() => sheet.innerText()).toMatch(/We can't confirm your bid of \$902,000/);
  await page.unrouteAll();
  await sheet.getByRole("button", { name: "Send again" }).click();
  await expect.poll(() => sheet.innerText()).toMatch(/high bidder at \$902,000/);
  expect(await ledgerOf(inventoryId, fleet.email)).toHaveLength(2);
});

import type { Page } from "playwright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openProxy } from "../../server/src/testing/cuttable.ts";
import { call, tokenOf } from "../office.ts";
import { bid, fleet, openStage, panel, setLimits, signIn, type Stage } from "../stage.ts";

const rival = { email: "new@demo.example", password: "first-day-at-auction-5" };

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
  await setLimits(stage, 20_000_000, rival.email);
});
afterAll(() => stage?.close());

interface Bidder {
  readonly jwt: string;
  readonly userId: number;
}

/** Places a bid in dollars without a page. */
async function bidByHttp({ jwt, userId }: Bidder, inventoryId: number, amount: number) {
  const path = `/api/bids/inventory/${inventoryId}/user/${userId}?amount=${amount}`;
  const answer = await call(stage, path, jwt, "POST");
  expect(answer.status, await answer.text()).toBe(200);
}

/** The notice that the live connection is lost. */
const notice = (page: Page) =>
  panel(page)
    .getByRole("status")
    .filter({ hasText: /onnect/ });
const price = (page: Page) => panel(page).getByTestId("price").innerText();
const prices = async (page: Page) =>
  page
    .getByRole("region", { name: "Bid history" })
    .filter({ visible: true })
    .locator("tbody td:nth-child(3)")
    .allInnerTexts();

test("bids made during a network outage all appear afterward", async () => {
  const proxy = await openProxy(stage.product.url);
  const [first, second] = [await tokenOf(stage, rival), await tokenOf(stage, fleet)];
  const inventoryId = await stage.liveLot(600);
  const page = await stage.open("desktop", { baseURL: proxy.url });
  await page.goto(`/truck/${inventoryId}`, { waitUntil: "networkidle" });
  await bidByHttp(first, inventoryId, 900_000);
  await expect.poll(() => price(page)).toBe("$900,000");

  proxy.cut();
  await expect
    .poll(() => notice(page).innerText())
    .toMatch(/Not connected to live bidding\.\s+This price is .+ old\./);
  await bidByHttp(second, inventoryId, 901_000);
  await bidByHttp(first, inventoryId, 902_000);
  await bidByHttp(second, inventoryId, 903_000);
  expect(await price(page)).toBe("$900,000");

  proxy.restore();
  await expect.poll(() => price(page)).toBe("$903,000");
  await expect.poll(() => notice(page).count()).toBe(0);
  await expect.poll(() => prices(page)).toEqual(["$903,000", "$902,000", "$901,000", "$900,000"]);
  await proxy.close();
});

test("a page reconnects to a restarted server, and can bid again", async () => {
  const bidder = await tokenOf(stage, rival);
  const inventoryId = await stage.liveLot(600);
  const page = await stage.open("phone");
  await signIn(page, fleet);
  await page.goto(`/truck/${inventoryId}`, { waitUntil: "networkidle" });
  await bid(page);
  await expect.poll(() => panel(page).getByTestId("standing").innerText()).toMatch(/Winning/);

  await stage.product.kill();
  await expect.poll(() => notice(page).innerText()).toMatch(/Not connected to live bidding/);
  await stage.product.start();
  await bidByHttp(bidder, inventoryId, 905_000);
  await expect.poll(() => price(page)).toBe("$905,000");
  await expect.poll(() => panel(page).getByTestId("standing").innerText()).toMatch(/Outbid/);
  await expect.poll(() => notice(page).count()).toBe(0);

  await bid(page);
  await expect.poll(() => price(page)).toBe("$906,000");
  await expect.poll(() => prices(page)).toEqual(["$906,000", "$905,000", "$900,000"]);
});

test("a part of the page that fails to load leaves the rest intact, and loads later", async () => {
  const inventoryId = await stage.liveLot(600);
  const page = await stage.open("phone", { serviceWorkers: "block" });
  await signIn(page, fleet);
  const refused = new Map<string, number>();
  /** Blocks scripts of a part until the returned function is called. */
  const refuse = async (part: string) => {
    await page.route(`**/assets/${part}-*.js`, (route) => {
      refused.set(part, (refused.get(part) ?? 0) + 1);
      return route.abort();
    });
    return () => page.unroute(`**/assets/${part}-*.js`);
  };
  await page.route("**/healthz", (route) => route.abort());
  const [giveForm, giveOffer] = [await refuse("bid-parts"), await refuse("push-offer")];
  await page.goto(`/truck/${inventoryId}`);
  await expect.poll(() => refused.get("bid-parts")).toBeGreaterThan(1);
  await giveForm();
  // The first bid asks, once its script is there.
  await panel(page)
    .getByRole("button", { name: /^Bid \$/ })
    .click();
  await panel(page).getByRole("button", { name: "Confirm bid" }).click();
  await expect.poll(() => price(page)).toBe("$900,000");
  await expect.poll(() => refused.get("push-offer")).toBeGreaterThan(2);
  expect(await price(page)).toBe("$900,000");
  const came = page.waitForResponse(/\/assets\/push-offer-/);
  await giveOffer();
  expect((await came).status()).toBe(200);
});

import type { Page } from "playwright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { twoPersonRuleOff } from "../../server/src/testing/two-person-rule.ts";
import { accessFaults } from "../axe.ts";
import { call, goTo, openOffice, waitForText, staff, tokenOf } from "../office.ts";
import { fleet, openStage, setLimits, signIn, type Size, type Stage } from "../stage.ts";

const hauler = { email: "hauler@demo.example", password: "one-more-load-home-4" } as const;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
  await stage.query(twoPersonRuleOff);
  await setLimits(stage, 10_000_000, fleet.email, hauler.email);
});
afterAll(() => stage?.close());

/** Makes a lot that closed at $1,500, the fleet's bid, below its reserve; the hauler bid $1,000. */
async function missedLot(name: string) {
  const { jwt } = await tokenOf(stage, staff.admin);
  const post = async (path: string, token: string, body?: object, method = "POST") => {
    const reply = await call(stage, path, token, method, body);
    expect(reply.status, `${path}: ${await reply.clone().text()}`).toBe(200);
  };
  const [unit] = await stage.query<{ id: number }>(
    // The demo's bidders ignore units without an estimate.
    `UPDATE inventory SET starting_cents = 100000, buy_now_cents = NULL, sale_type = 'RESERVE',
        estimate_low_cents = NULL, estimate_high_cents = NULL, reserve_cents = 90000000
      WHERE id = (SELECT id FROM inventory WHERE status = 'AVAILABLE' ORDER BY id LIMIT 1)
      RETURNING id`,
  );
  const inventoryId = Number(unit?.id);
  const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
  await post("/api/adminsupport/auctions/create", jwt, {
    auctionName: name,
    timeZone: "America/Chicago",
    startTime: inMs(-60_000),
    scheduledEndTime: inMs(3_600_000),
    publish: true,
    lots: [{ inventoryId }],
  });
  for (const [who, amount] of [
    [hauler, 1_000],
    [fleet, 1_500],
  ] as const) {
    const bidder = await tokenOf(stage, who);
    const path = `/api/bids/inventory/${inventoryId}/user/${bidder.userId}?amount=${amount}`;
    await post(path, bidder.jwt);
  }
  const [auction] = await stage.query<{ id: number }>("SELECT id FROM auctions WHERE name = $1", [
    name,
  ]);
  const auctionId = Number(auction?.id);
  await post(
    `/api/adminsupport/auctions/${auctionId}/status`,
    jwt,
    { status: "EXPIRED", reason: "Sold out" },
    "PATCH",
  );
  await expect
    .poll(() =>
      stage.query("SELECT 1 FROM lots WHERE auction_id = $1 AND closed_at IS NULL", [auctionId]),
    )
    .toEqual([]);
  return { inventoryId, auctionId };
}

const alert = (page: Page) => page.getByRole("alertdialog");
const sheet = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

async function counterAsStaff(page: Page, amount: string): Promise<void> {
  await page.getByRole("button", { name: "Make counteroffer" }).click();
  await sheet(page).getByLabel("Amount ($)").fill(amount);
  await button(page, "Send offer").click();
  await sheet(page).waitFor({ state: "detached" });
}

/** Takes both sides through two rounds, up to the bidder's second answer. */
async function negotiate(size: Size) {
  const lot = await missedLot(`Negotiated on a ${size}`);
  const office = await openOffice(stage, "admin", size);
  await goTo(office, `tab=winners&auction=${lot.auctionId}&show=all`);
  await counterAsStaff(office, "1900");
  await office.getByText("We offered $1,900").waitFor();
  await office.getByText(/Round 1 of 3/).waitFor();

  const bidder = await stage.open(size);
  await signIn(bidder, fleet, "/dashboard");
  const offers = bidder.getByRole("region", { name: "Offers to you" });
  // The demo's own negotiations are listed too.
  const offer = offers
    .getByRole("listitem")
    .filter({ has: bidder.locator(`a[href="/truck/${lot.inventoryId}"]`) });
  await offer.getByText("Counteroffer: the seller will accept").waitFor();
  expect(await offer.innerText()).toMatch(/Total before tax\s+\$2,\d{3}/);
  expect(await accessFaults(bidder, `a counteroffer on a ${size}`)).toEqual([]);
  await bidder.setViewportSize(
    size === "phone" ? { width: 390, height: 844 } : { width: 1440, height: 900 },
  );
  await offer.getByRole("button", { name: "Counter", exact: true }).click();
  const amount = sheet(bidder).getByLabel("Your counteroffer ($)");
  await amount.fill("1400");
  await amount.press("Enter");
  await sheet(bidder).getByText("Enter $1,500 to $1,899").waitFor();
  await amount.fill("1600");
  expect(await accessFaults(bidder, `the form of a counteroffer on a ${size}`)).toEqual([]);
  await button(bidder, "Offer $1,600").click();
  await offer.getByText("You offered $1,600", { exact: true }).waitFor();
  await offer.getByText(/The seller must answer by/).waitFor();

  // The office sees it without a reload.
  await button(office, "Accept $1,600").waitFor();
  expect(await accessFaults(office, `the bidder's counteroffer on a ${size}`)).toEqual([]);
  await goTo(office, "tab=work");
  await office
    .getByRole("region", { name: "Reserve not met, to decide" })
    .getByText(/\$1,600 offered, \d+ h left to answer/)
    .first()
    .waitFor();
  await goTo(office, `tab=winners&auction=${lot.auctionId}&show=all`);

  // So does the bidder, on the lot's page.
  await bidder.goto(`/truck/${lot.inventoryId}`);
  await offers.getByText("You offered").first().waitFor();
  await counterAsStaff(office, "1750");
  await offers.getByText("Counteroffer: the seller will accept").waitFor();
  expect(await accessFaults(bidder, `a lot under negotiation on a ${size}`)).toEqual([]);
  return { ...lot, office, bidder };
}

test.each(["phone", "desktop"] as const)(
  "the demo's buyer and staff have negotiations in progress, on a %s",
  async (size) => {
    const buyer = await stage.open(size);
    await signIn(buyer, fleet, "/dashboard");
    const offers = buyer.getByRole("region", { name: "Offers to you" });
    await offers.getByText(/Answer by/).waitFor();
    await offers.getByText(/The seller must answer by/).waitFor();
    const link = offers.getByRole("link").first();
    const name = await link.innerText();
    await link.click();
    await buyer.getByRole("heading", { level: 1, name }).waitFor();
    await offers.getByText(/Round 1 of 3/).waitFor();
    expect(await accessFaults(buyer, `the demo's negotiation on a ${size}`)).toEqual([]);
    const office = await openOffice(stage, "support", size);
    await office
      .getByRole("region", { name: "Reserve not met, to decide" })
      .getByText(/\$[\d,]+ offered, 7[12] h left to answer/)
      .waitFor();
  },
);

test("both sides agree in the second round, on a desktop", async () => {
  const { office, bidder, inventoryId } = await negotiate("desktop");
  await button(bidder, "Accept $1,750").click();
  await alert(bidder).getByRole("button", { name: "Accept offer" }).click();
  await waitForText(bidder, "You bought this lot");
  await office.getByText("$1,750").first().waitFor();
  await expect
    .poll(() =>
      stage.query(
        `SELECT a.hammer_cents, a.status FROM awards a JOIN lots l ON l.id = a.lot_id
          WHERE l.inventory_id = $1`,
        [inventoryId],
      ),
    )
    .toEqual([{ hammer_cents: 175_000, status: "DECLARED" }]);
  await bidder.reload();
  await button(bidder, "Verify in this browser").click();
  await bidder.getByText(/negotiated to \$1,750/).waitFor();
});

test("the bidder declines, and staff offer the lot to the next one in one step, on a phone", async () => {
  const { office, bidder, auctionId } = await negotiate("phone");
  await button(bidder, "Decline").click();
  await alert(bidder).getByText("Your bid of $1,500 stands").waitFor();
  await alert(bidder).getByRole("button", { name: "Decline offer" }).click();
  await waitForText(bidder, "Offer declined");
  await goTo(office, "tab=work");
  await office.getByText(/no agreement, offer it to .+ for \$1,750/).waitFor();
  await goTo(office, `tab=winners&auction=${auctionId}&show=all`);
  await button(office, /^Offer to .+ for \$1,750$/).click();
  await alert(office).getByRole("button", { name: "Send offer" }).click();
  await waitForText(office, "Offer sent");
  const next = await stage.open("phone");
  await signIn(next, hauler, "/dashboard");
  await button(next, "Accept $1,750").waitFor();
  // Nobody won this lot, so no text speaks of a winner.
  await next.getByText(/^You can buy .+ for \$1,750\.$/).waitFor();
  expect(await button(next, "Counter").count()).toBe(0);
});

import type { PublicUnit } from "@gavelyard/contract/inventory/inventory";
import { inventorySpecs } from "@gavelyard/contract/inventory/inventory-specs";
import { fireEvent, screen, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { alerts, answer, axeFaults, openScreen, type Network } from "../testing/open-screen.tsx";
import { confirmAlways } from "./placing/bid-confirmation.ts";

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

const unit: PublicUnit = {
  id: 7,
  slug: "2016-ford-e-450",
  stockNumber: "GY-1007",
  name: "2016 Ford E-450",
  inventoryType: "TRUCK_STRAIGHT",
  modelYear: 2016,
  year: 2016,
  manufacturer: "Ford",
  model: "E-450",
  trim: null,
  bodyStyle: null,
  odometer: 112_400,
  mileage: 112_400,
  odometerUnit: "MI",
  engineHours: null,
  engineType: null,
  fuelType: null,
  transmission: null,
  axleConfig: null,
  titleBrand: "CLEAN",
  runCondition: "RUNS_DRIVES",
  grade: null,
  location: "Amarillo, TX",
  startingPrice: 10_000,
  price: 16_200,
  estimateLow: null,
  estimateHigh: null,
  featured: false,
  inventoryStatus: "IN_AUCTION",
  status: "IN_AUCTION",
  image: null,
  images: [],
  hasVideo: false,
  dateAdded: inMinutes(-1_000),
  uploadedAt: inMinutes(-1_000),
  identifierType: "VIN",
  vin: null,
  odometerBrand: "ACTUAL",
  primaryDamage: "NONE",
  cabType: null,
  gvwrClass: null,
  saleType: "RESERVE",
  description: "",
  yard: {
    name: "Amarillo",
    street: null,
    city: "Amarillo",
    state: "TX",
    zip: "79101",
    lat: null,
    lng: null,
    timeZone: "America/Chicago",
  },
  specs: inventorySpecs.parse({}),
  videos: [],
  spin: null,
  title: null,
  fees: {
    premium: [{ from: 0, percent: 10 }],
    minPremium: 0,
    docFee: 75,
    taxPercent: 0,
    soldIn: { state: "TX", day: "2026-11-30" },
  },
  previousLot: null,
  nextLot: null,
  serverTime: inMinutes(0),
  lot: {
    lotId: 70,
    lotNumber: "27",
    auctionId: 3,
    auctionName: "Panhandle Trucks",
    auctionStatus: "LIVE",
    timeZone: "America/Chicago",
    status: "OPEN",
    opensAt: inMinutes(-60),
    closesAt: inMinutes(60),
    extended: false,
    softClose: { windowSec: 120, extendSec: 90 },
    startingPrice: 10_000,
    price: 16_200,
    minNextBid: 16_300,
    bidCount: 3,
    seq: 5,
    reserveState: "MET",
    outcome: null,
  },
};
const { lot } = unit;
if (lot === null) throw new Error("the unit has a lot");
const served = lot;

/**
 * The unit's page for a customer; `hasBid`: who was outbid there. Bids get `bids` in turn. `change`
 * changes what the server says of the lot.
 */
function lotPage(hasBid: boolean, ...bids: readonly Response[]) {
  let now: typeof served & { bidId: number | null } = { ...served, bidId: 1 };
  const sent: { key: string | null; body: unknown }[] = [];
  const left = [...bids];
  const network: Network = (path, request) => {
    if (path === "/inventory/7") return answer({ ...unit, lot: now });
    if (path === "/api/bids/inventory/7/highest") {
      const mine = hasBid
        ? { leading: false, maxAmount: 16_000, bidderAlias: "Bidder 2" }
        : { leading: false, maxAmount: null, bidderAlias: null };
      return answer({
        ...now,
        inventoryId: 7,
        amount: now.price,
        bidderAlias: now.price === null ? null : "Bidder 1",
        mine,
      });
    }
    if (path === "/api/bids/inventory/7/user/1") {
      const { headers, body } = request ?? {};
      sent.push({
        key: new Headers(headers).get("idempotency-key"),
        body: typeof body === "string" ? JSON.parse(body) : body,
      });
      return left.shift();
    }
    if (path === "/inventory/7/price-guide")
      return answer({ range: { low: 14_000, high: 19_000 } });
    return undefined;
  };
  const open = async () => {
    await openScreen("/truck/7", network, "customer");
    // The server's form has no raises.
    await button("+$500");
  };
  const change = (more: Partial<typeof now>) => (now = { ...now, ...more });
  return { sent, open, change, network };
}

const panel = () => screen.findByRole("region", { name: "Bidding" });
const button = async (name: string | RegExp) =>
  within(await panel()).findByRole("button", { name });
/** Presses a button once it is enabled. */
const press = async (name: string | RegExp) => {
  await expect.poll(async () => (await button(name)).hasAttribute("disabled")).toBe(false);
  fireEvent.click(await button(name));
};

// First in the file: the bid form has to load while the server's is on the page.
test("a press on the server's form that the bid form replaces meanwhile isn't lost", async () => {
  const { sent, network } = lotPage(false);
  const replaced = new MutationObserver((records) => {
    const gone = records.flatMap(({ removedNodes }) => [...removedNodes]);
    const button = gone
      .filter((node) => node instanceof HTMLElement)
      .map((node) => node.querySelector<HTMLButtonElement>("[data-early-bid] button"))
      .find((found) => found !== null);
    if (button === undefined) return;
    replaced.disconnect();
    window.early = button;
  });
  replaced.observe(document.body, { childList: true, subtree: true });
  await openScreen("/truck/7", network, "customer");
  await screen.findByRole("group", { name: "Confirm your bid" });
  expect(window.early).toBeUndefined();
  expect(sent).toEqual([]);
});

test("a first bid is confirmed with its costs; Escape goes back to its button", async () => {
  const { sent, open } = lotPage(false);
  await open();
  await press("Bid $16,300");
  const confirmation = await screen.findByRole("group", { name: "Confirm your bid" });
  expect(confirmation.textContent).toMatch(/Buyer's premium\$1,630.*Total before tax\$18,005/);
  await expect.poll(() => document.activeElement === confirmation).toBe(true);
  expect(await axeFaults()).toEqual([]);
  fireEvent.keyDown(confirmation, { key: "Escape" });
  await expect.poll(() => document.activeElement?.textContent).toBe("Bid $16,300");
  expect(location.pathname).toBe("/truck/7");
  expect(sent).toEqual([]);
});

test("a later bid takes one press, unless every bid is confirmed", async () => {
  const message = "Bidding on this lot hasn't opened yet.";
  const { sent, open } = lotPage(true, answer({ code: "lot-not-open", message }, 409));
  await open();
  await expect.poll(async () => (await panel()).textContent).toContain("$18,005 with fees");
  confirmAlways(true);
  await expect.poll(async () => (await panel()).textContent).not.toContain("with fees");
  await press("Bid $16,300");
  await press("Back");
  confirmAlways(false);
  await expect.poll(async () => (await panel()).textContent).toContain("with fees");
  // A price that can't have been seen yet is asked about.
  const shownAtMs = performance.now();
  await expect.poll(() => performance.now() - shownAtMs).toBeGreaterThan(300);
  await press("Bid $16,300");
  await expect.poll(alerts).toContain(message);
  expect(sent).toMatchObject([{ body: { amount: 16_300 } }]);
});

test("maximums are grouped, and one far above the guide gets a second look", async () => {
  const { sent, open } = lotPage(true);
  await open();
  await press("+$500");
  const field = async () => within(await panel()).findByLabelText("Or set a maximum bid ($)");
  await expect.poll(field).toHaveProperty("value", "16,800");
  await press("To $18,000");
  await expect.poll(field).toHaveProperty("value", "18,000");
  fireEvent.change(await field(), { target: { value: "277000" } });
  await expect.poll(field).toHaveProperty("value", "277,000");
  await press("Set maximum");
  const confirmation = await screen.findByRole("group", { name: "Confirm your bid" });
  await expect.poll(() => confirmation.textContent).toContain("far above");
  expect(sent).toEqual([]);
});

test("a refusal that the same bid would get again isn't sent again", async () => {
  const message = "This bid needs $16,300 of your bid limit; you have $500 available.";
  const { open } = lotPage(false, answer({ code: "bid-limit-exceeded", message }, 409));
  await open();
  await press("Bid $16,300");
  await press("Confirm bid");
  await expect.poll(alerts).toContain(message);
  const link = screen.getByRole("link", { name: "Request a higher limit" });
  expect(link.getAttribute("href")).toBe("/dashboard?tab=limit");
  const names = within(await screen.findByRole("group", { name: "Confirm your bid" }))
    .getAllByRole("button")
    .map(({ textContent }) => textContent);
  expect(names).toEqual(["Change the amount"]);
});

test("the clock says what a late bid does", async () => {
  await lotPage(false).open();
  expect((await panel()).textContent).toContain(
    "A bid in the last 2 minutes moves the close to 90 seconds after it.",
  );
});

test("a first bid at the starting price and a later close are announced", async () => {
  const after = {
    bidId: 9,
    price: 10_000,
    minNextBid: 10_100,
    bidCount: 1,
    seq: 1,
    closesAt: inMinutes(62),
    extended: true,
    reserveState: "NOT_MET" as const,
  };
  const placed = { status: "WINNING", amount: 10_000, maxAmount: null, bidderAlias: "Bidder 1" };
  const receipt = { ...after, ...placed, placedAt: inMinutes(0), message: "You lead." };
  const { open, change } = lotPage(false, answer(receipt));
  change({ price: null, bidId: null, bidCount: 0, seq: 0, minNextBid: 10_000 });
  await open();
  const announced = async () =>
    [...(await panel()).querySelectorAll("[aria-live], [role=status]")].map(
      ({ textContent }) => textContent,
    );
  expect(await announced()).toContain("Starting price$10,000");
  await press("Bid $10,000");
  await press("Confirm bid");
  change(after);
  await expect.poll(announced).toContain("Current bid$10,000");
  await expect.poll(announced).toContainEqual(expect.stringMatching(/^Extended\. Closes in 1 h/));
});

test("a phone's bar opens the confirmation of a first bid as a sheet", async () => {
  const { sent, open } = lotPage(false, answer({ code: "lot-closed", message: "Too late." }, 409));
  await open();
  const bar = screen.getByRole("region", { name: "Next bid" });
  fireEvent.click(await within(bar).findByRole("button", { name: /^Bid \$16,300/ }));
  const sheet = await screen.findByRole("dialog", { name: "Place a bid" });
  const confirm = () => within(sheet).getByRole("button", { name: "Confirm bid" });
  await expect.poll(() => confirm().hasAttribute("disabled")).toBe(false);
  fireEvent.click(confirm());
  await expect.poll(() => sheet.textContent).toContain("Too late.");
  expect(sent).toMatchObject([{ body: { amount: 16_300 } }]);
});

test("a bid without an answer is shown, and sent again with its key", async () => {
  const receipt = { seq: 6, status: "WINNING", placedAt: inMinutes(0), message: "You lead." };
  const { sent, open } = lotPage(false, answer({}, 503), answer(receipt));
  await open();
  await press("Bid $16,300");
  await press("Confirm bid");
  await expect.poll(async () => (await panel()).textContent).toContain("You lead. Received");
  expect(sent.map(({ body }) => body)).toEqual([{ amount: 16_300 }, { amount: 16_300 }]);
  expect(sent[0]?.key).toBe(sent[1]?.key);
});

test("an account that acts for the seller reads why it can't bid, instead of a form", async () => {
  const limit = { userId: 1, limit: 25_000, used: 0, available: 25_000, holds: [], ownUnits: [7] };
  const network: Network = (path) => {
    if (path === "/inventory/7") return answer(unit);
    return path === "/api/bid-limit-status/1" ? answer(limit) : undefined;
  };
  await openScreen("/truck/7", network, "customer");
  const said = await within(await panel()).findByText(/your account acts for its seller/);
  expect(said.getAttribute("role")).toBe("status");
  await expect.poll(async () => within(await panel()).queryByLabelText(/maximum/)).toBeNull();
  expect(await axeFaults()).toEqual([]);
});

import type { Page } from "playwright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import {
  bid,
  fleet as fleetAccount,
  openStage,
  panel,
  setLimits,
  signIn,
  signInByHand,
  type Stage,
} from "../stage.ts";

let stage: Stage;
let product: Stage["product"];
let open: Stage["open"];
let query: Stage["query"];
let liveLot: Stage["liveLot"];
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
  ({ product, open, query, liveLot } = stage);
});
afterAll(() => stage?.close());

/** A page without live bidding asks every 5 s. */
const live = { timeout: 4_500 };

test("two browsers bid against each other until the close, on a phone and a desktop", async () => {
  const [fleet, hauler] = [await open("desktop"), await open("phone")];
  await signInByHand(fleet, fleetAccount);
  const email = `rival-${Date.now()}@people.example`;
  await signUp(hauler, email);
  await setLimits({ query }, 10_000_000, email);
  const inventoryId = await liveLot(600);
  await Promise.all(
    [fleet, hauler].map((page) => page.goto(`/truck/${inventoryId}`, { waitUntil: "networkidle" })),
  );

  await stage.moveClose(inventoryId, 20);
  await bid(fleet);
  await expect.poll(() => panel(fleet).getByTestId("standing").innerText()).toMatch(/Winning/);
  const price = await panel(fleet).getByTestId("price").innerText();
  await expect.poll(() => panel(hauler).getByTestId("price").innerText(), live).toBe(price);

  await bid(hauler);
  await expect.poll(() => panel(hauler).getByTestId("standing").innerText()).toMatch(/Winning/);
  await expect.poll(() => panel(fleet).getByTestId("standing").innerText(), live).toMatch(/Outbid/);
  await expect.poll(() => panel(fleet).innerText()).toMatch(/extended/);

  await bid(fleet);
  await expect.poll(() => panel(hauler).getByTestId("standing").innerText()).toMatch(/Outbid/);
  await expect.poll(() => panel(fleet).getByTestId("standing").innerText()).toMatch(/You won/);
  await expect.poll(() => panel(hauler).getByTestId("standing").innerText()).toMatch(/Sold/);

  await fleet.goto("/dashboard?tab=winnings", { waitUntil: "networkidle" });
  await expect
    .poll(() => fleet.locator(`a[href="/truck/${inventoryId}"]`).count())
    .toBeGreaterThan(0);
  const mails: { subject: string }[] = await (
    await fetch(`${product.url}/demo/mailbox?to=fleet@demo.example`, {
      headers: { accept: "application/json" },
    })
  ).json();
  expect(mails.map((mail) => mail.subject).join("\n")).toMatch(/won/i);
});

/** Returns the code in the newest email to an address; empty until it arrives. */
async function codeOf(email: string): Promise<string> {
  const answer = await fetch(`${product.url}/demo/mailbox?to=${encodeURIComponent(email)}`, {
    headers: { accept: "application/json" },
  });
  const mails: { text: string }[] = await answer.json();
  return /\b\d{6}\b/.exec(mails[0]?.text ?? "")?.[0] ?? "";
}

/** Signs up through all steps: email, code from the mailbox, name and password. */
async function signUp(page: Page, email: string): Promise<void> {
  await page.goto("/register", { waitUntil: "networkidle" });
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send code" }).click();
  await page.waitForURL("**/otp-verification**");
  await expect.poll(() => codeOf(email)).toMatch(/^\d{6}$/);
  await page.getByLabel("Code").fill(await codeOf(email));
  await page.getByLabel("Name").fill("Rival Haulage");
  await page.getByLabel("Password", { exact: true }).focus();
  // The email stays verified, so a reload resumes the sign-up at the same step.
  await page.reload();
  await expect.poll(() => page.getByLabel("Name").inputValue()).toBe("Rival Haulage");
  await page.getByLabel("Password", { exact: true }).fill("a long road home 9");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("**/dashboard");
  // The browser's time zone is saved, for daily alerts (D48).
  const jwt = await page.evaluate(() => localStorage.getItem("jwt"));
  const headers = { authorization: `Bearer ${jwt}` };
  const profile = await page.request.get(`${product.url}/api/user/current`, { headers });
  expect(await profile.json()).toMatchObject({ timeZone: expect.any(String) });
}

test("an ended session shows a message and leads to the sign-in page", async () => {
  const page = await open("desktop");
  await signIn(page, { email: "new@demo.example", password: "first-day-at-auction-5" });
  // Runs before the next page's scripts, so that no call of the current page uses the invalid
  // token.
  await page.addInitScript(() => {
    if (sessionStorage.getItem("spoiled") !== null) return;
    sessionStorage.setItem("spoiled", "yes");
    localStorage.setItem("jwt", "not.a.token");
  });
  await page.goto("/dashboard");
  await page.waitForURL("**/login?expired=true");
  await expect
    .poll(() => page.getByRole("alert").allInnerTexts())
    .toContain("Session expired. Please log in again.");
});

test("a visitor has to sign in before opening a customer's page", async () => {
  const page = await open("desktop");
  await page.goto("/watchlist");
  await page.waitForURL("**/login?from=**");
  await expect.poll(() => page.getByRole("heading", { level: 1 }).innerText()).toBe("Sign in");
});

test("facets narrow the list and are part of the URL", async () => {
  const page = await open("desktop");
  await page.goto("/vehicles", { waitUntil: "networkidle" });
  await page.waitForFunction(() => performance.getEntriesByName("interactive").length > 0);
  const units = () => page.getByText(/^\d+ units?$/).innerText();
  const all = await units();
  await page
    .getByRole("checkbox", { name: /Trailers/ })
    .first()
    .click();
  await page.waitForURL("**inventoryType=TRAILER**");
  await expect.poll(units).not.toBe(all);
  const narrowed = await units();
  await page.reload({ waitUntil: "networkidle" });
  await expect.poll(units).toBe(narrowed);
});

test("pages have their content without JavaScript", async () => {
  const html = await (
    await fetch(`${product.url}/vehicles`, { headers: { accept: "text/html" } })
  ).text();
  expect(html).toMatch(/<title>[^<]*Vehicles/);
  expect(html.match(/href="\/truck\/\d+"/g)?.length).toBeGreaterThanOrEqual(24);
  const missing = await fetch(`${product.url}/no-such-page`, { headers: { accept: "text/html" } });
  expect(missing.status).toBe(404);
  const list = await fetch(`${product.url}/auctions`, { headers: { accept: "application/json" } });
  expect(list.headers.get("content-type")).toMatch(/json/);
});

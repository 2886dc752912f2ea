import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { fleet, openAwake, openStage, panel, signIn, type Stage } from "../stage.ts";

const newcomer = { email: "new@demo.example", password: "first-day-at-auction-5" } as const;

/** The way from a lot's page as a stranger to a first bid there, and back from other screens. */
let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
});
afterAll(() => stage?.close());

const at = (page: Page) => {
  const { pathname, search, hash } = new URL(page.url());
  return pathname + search + hash;
};

async function codeFor(email: string): Promise<string> {
  const codes = () =>
    stage.query<{ code: string }>(
      "SELECT substring(text_body from '[0-9]{6}') AS code FROM mails WHERE recipient = $1 ORDER BY id DESC",
      [email],
    );
  await expect.poll(codes).not.toEqual([]);
  return (await codes())[0]?.code ?? "";
}

test("a stranger on a phone bids on the lot in 4 taps and 4 fields", async () => {
  const unit = await stage.liveLot(900);
  await stage.query(
    "UPDATE lots SET starting_cents = 150000 WHERE inventory_id = $1 AND closed_at IS NULL",
    [unit],
  );
  const email = "stranger@people.example";
  const page = await stage.open("phone");
  await openAwake(page, `/truck/${unit}`);
  let taps = 0;
  let fields = 0;
  const tap = async (what: Locator) => {
    taps += 1;
    await what.click();
  };
  const fill = async (label: string, text: string) => {
    fields += 1;
    await page.getByLabel(label, { exact: true }).fill(text);
  };
  await tap(panel(page).getByRole("link", { name: "Create account" }));
  await fill("Email", email);
  await tap(page.getByRole("button", { name: "Send code" }));
  await page.getByLabel("Code").waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute("name")))
    .toBe("otp");
  await fill("Code", await codeFor(email));
  await page.getByRole("link", { name: "terms and conditions" }).waitFor();
  await fill("Name", "Odd Stranger");
  await fill("Password", "a long road home 9");
  await tap(page.getByRole("button", { name: "Create account" }));
  await page.waitForURL(({ pathname }) => pathname === `/truck/${unit}`);
  await tap(panel(page).getByRole("button", { name: /^Confirm bid/ }));
  await expect.poll(() => panel(page).getByTestId("standing").innerText()).toMatch(/Winning/);
  expect({ taps, fields }).toEqual({ taps: 4, fields: 4 });
  expect(at(page)).toBe(`/truck/${unit}`);
  const accepted = await stage.query(
    "SELECT t.version::text FROM terms_acceptances t JOIN users u ON u.id = t.user_id WHERE u.email = $1",
    [email],
  );
  expect(accepted).toHaveLength(1);
});

test("a mistyped address can be changed, and the lot is kept in mind, also in Spanish", async () => {
  const page = await stage.open("phone");
  await openAwake(page, "/register?from=%2Ftruck%2F1");
  await page.getByLabel("Email").fill("mistyped@people.example");
  await page.getByRole("button", { name: "Send code" }).click();
  await page.getByRole("link", { name: "Change email address" }).click();
  await expect.poll(() => page.getByLabel("Email").inputValue()).toBe("mistyped@people.example");
  expect(at(page)).toBe("/register?from=%2Ftruck%2F1");
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("link", { name: "Español" }).click();
  await page.waitForURL((url) => url.pathname === "/es/register");
  expect(at(page)).toBe("/es/register?from=%2Ftruck%2F1");
});

test("who signs in to ask a question is back at the questions, with the form open", async () => {
  const page = await stage.open("phone");
  const unit = await stage.liveLot(900);
  await openAwake(page, `/truck/${unit}`);
  await page.getByRole("link", { name: "Sign in to ask a question" }).click();
  await page.getByLabel("Email").fill(fleet.email);
  await page.getByLabel("Password", { exact: true }).fill(fleet.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((url) => url.hash === "#questions");
  await page.getByLabel("Your question").waitFor();
  const top = () =>
    page.evaluate(() => document.getElementById("questions")?.getBoundingClientRect().top ?? 0);
  await expect.poll(async () => Math.abs((await top()) - 96)).toBeLessThan(200);
});

test("a lot beyond the limit says so before a bid, and leads to the request", async () => {
  const page = await stage.open("phone");
  const unit = await stage.liveLot(900);
  await signIn(page, newcomer, `/truck/${unit}`);
  const gap = panel(page).getByText(
    "A bid of $900,000 needs a limit of $900,000; yours is $25,000.",
  );
  await gap.waitFor();
  await gap.getByRole("link", { name: "Request a higher limit" }).click();
  await expect.poll(() => page.getByLabel("New limit ($)").inputValue()).toBe("900000");
  await page.getByRole("link", { name: "Back to the lot" }).click();
  await page.waitForURL(({ pathname }) => pathname === `/truck/${unit}`);
});

test("a bid by someone who accepted no terms says that it accepts them, and records it", async () => {
  const page = await stage.open("phone");
  const unit = await stage.liveLot(900);
  const terms = () =>
    stage.query(
      "SELECT FROM terms_acceptances t JOIN users u ON u.id = t.user_id WHERE u.email = $1",
      [fleet.email],
    );
  expect(await terms()).toEqual([]);
  await signIn(page, fleet, `/truck/${unit}`);
  // Only the bid form that has loaded has them; early presses have tests of their own.
  await panel(page).getByRole("group", { name: "Raise the amount" }).waitFor();
  await panel(page)
    .getByRole("button", { name: /^Bid \$/ })
    .click();
  await panel(page).getByText("By confirming, you accept our terms of").waitFor();
  await panel(page).getByRole("button", { name: "Confirm bid" }).click();
  await expect.poll(terms).toHaveLength(1);
});

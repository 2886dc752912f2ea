import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { fleet, openStage, panel, signIn, type Stage } from "../stage.ts";

const hauler = { email: "hauler@demo.example", password: "one-more-load-home-4" } as const;
const newcomer = { email: "new@demo.example", password: "first-day-at-auction-5" } as const;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
});
afterAll(() => stage?.close());

const alerts = async (page: Page) => (await page.getByRole("alert").allInnerTexts()).join("\n");

test("a customer signs in, finds a lot and bids, with the keyboard alone", async () => {
  const page = await stage.open("desktop");
  const inventoryId = await stage.liveLot(600);
  const focused = () =>
    page.evaluate(() => {
      const { activeElement: at } = document;
      const style = at === null ? null : getComputedStyle(at);
      return {
        name: at?.getAttribute("aria-label") ?? at?.textContent ?? "",
        seen: style !== null && style.outlineStyle !== "none" && style.outlineWidth !== "0px",
      };
    });
  /**
   * Presses Tab until the focused element's name matches. Every element on the way must be visible.
   */
  const tabTo = async (name: RegExp) => {
    for (let press = 0; press < 80; press += 1) {
      await page.keyboard.press("Tab");
      const at = await focused();
      if (name.test(at.name)) {
        expect(at).toMatchObject({ seen: true });
        return;
      }
    }
    throw new Error(`Tab never led to ${name}`);
  };
  await page.goto(`/truck/${inventoryId}`, { waitUntil: "networkidle" });
  await tabTo(/^Sign in to bid/);
  await page.keyboard.press("Enter");
  await page.getByLabel("Email").waitFor();
  await page.getByLabel("Email").focus();
  await page.keyboard.type(fleet.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(fleet.password);
  await page.keyboard.press("Enter");
  await page.waitForURL(({ pathname }) => pathname === `/truck/${inventoryId}`);
  await panel(page).getByRole("button", { name: "Confirm bid" }).waitFor();
  await tabTo(/^Confirm bid/);
  await page.keyboard.press("Enter");
  await expect.poll(() => panel(page).getByTestId("standing").innerText()).toMatch(/Winning/);
  await expect.poll(() => panel(page).innerText()).toMatch(/Received .* bid 1 on this lot/);
});

test("the board confirms a first bid on a lot, with its costs", async () => {
  const page = await stage.open("phone");
  await signIn(page, fleet);
  const inventoryId = await stage.liveLot(900);
  await page.goto(`/truck/${inventoryId}`, { waitUntil: "networkidle" });
  await page
    .getByRole("button", { name: /^Watch / })
    .first()
    .click();
  await expect.poll(() => alerts(page)).toContain("Added to watchlist");
  await page.goto("/dashboard");
  const quick = page
    .getByRole("listitem")
    .filter({ hasText: "Watching" })
    .filter({
      has: page.locator(`a[href="/truck/${inventoryId}"]`),
    });
  await quick.getByRole("button", { name: /^Bid \$900,000 on / }).click();
  await expect.poll(() => quick.innerText()).toMatch(/Buyer's premium[\s\S]*Total/);
  await quick.getByRole("button", { name: "Confirm bid" }).click();
  const row = page.getByRole("listitem").filter({
    has: page.locator(`a[href="/truck/${inventoryId}"]`),
  });
  await expect.poll(() => row.first().innerText()).toContain("Winning");
});

test("only the newest bid on a lot says how the customer stands there", async () => {
  const page = await stage.open("phone");
  await signIn(page, fleet, "/dashboard?tab=bids");
  await page.getByText("Earlier bid").first().waitFor();
  const rows = await page.getByRole("listitem").evaluateAll((items) =>
    items.map((item) => ({
      unit: item.querySelector("a")?.pathname ?? "",
      text: item instanceof HTMLElement ? item.innerText : "",
    })),
  );
  const seen = new Set<string>();
  for (const { unit, text } of rows) {
    expect(text).toMatch(
      seen.has(unit) ? /\n(Earlier bid|Won|Paid)(\nRetract bid)?$/ : /\n(?!Earlier bid).+$/,
    );
    seen.add(unit);
  }
  expect(rows.length).toBeGreaterThan(seen.size);
});

test("a higher limit is requested with a document, and the request withdrawn", async () => {
  const page = await stage.open("phone");
  await signIn(page, hauler, "/dashboard?tab=limit");
  await page.getByLabel("New limit ($)").fill("1000");
  await page.getByRole("button", { name: "Send request" }).click();
  await expect.poll(() => alerts(page)).toContain("Enter more than $25,000");
  await expect.poll(() => alerts(page)).toContain("Attach a document");
  await page.getByLabel("New limit ($)").fill("$250,000");
  await page.getByLabel("Documents", { exact: true }).setInputFiles({
    name: "letter.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"),
  });
  await page.getByRole("button", { name: "Send request" }).click();
  await expect.poll(() => alerts(page)).toContain("Request sent");
  const request = page.getByRole("region", { name: "Your request" });
  await expect.poll(() => request.innerText()).toMatch(/In review[\s\S]*\$250,000/);
  await request.getByRole("button", { name: "Withdraw request" }).click();
  await expect.poll(() => request.innerText()).toContain("Withdrawn");
  await page.getByRole("button", { name: "Send request" }).waitFor();
});

test("a finance application is saved as a draft and completed in steps", async () => {
  const page = await stage.open("desktop");
  await signIn(page, newcomer, "/financing");
  const form = page.getByRole("region", { name: "Apply" });
  await form.getByLabel("Price with fees ($)").fill("60,000");
  await form.getByLabel("Down payment ($)").fill("10000");
  await form.getByLabel("Amount to finance ($)").click();
  await expect.poll(() => form.getByLabel("Amount to finance ($)").inputValue()).toBe("50000");
  await form.getByRole("button", { name: "Next" }).click();
  await form.getByRole("heading", { name: "Applicant" }).waitFor();
  await expect.poll(() => form.innerText()).toContain("Draft saved");
  // Entries survive leaving the page.
  await page.reload();
  await expect.poll(() => form.getByLabel("Amount to finance ($)").inputValue()).toBe("50000");
  await form.getByRole("button", { name: "Next" }).click();
  await form.getByLabel("Date of birth").fill("2015-01-01");
  await form.getByLabel("Phone").fill("806 555 0111");
  await form.getByLabel("Street").fill("1 Yard Road");
  await form.getByLabel("City").fill("Amarillo");
  await form.getByLabel("State").selectOption("TX");
  await form.getByLabel("ZIP code").fill("79101");
  await form.getByRole("button", { name: "Next" }).click();
  await form.getByLabel("Who is buying?").selectOption("BUSINESS");
  await form.getByLabel("Business name").fill("Raman Freight");
  await form.getByLabel("Business type").selectOption("LLC");
  await form.getByRole("button", { name: "Next" }).click();
  await form.getByRole("button", { name: "Send application" }).click();
  await expect.poll(() => alerts(page)).toContain("Authorize the credit check to apply");
  await form.getByLabel(/I authorize Gavelyard/).check();
  await form.getByRole("button", { name: "Send application" }).click();
  // The server refuses what the form allowed, and the form goes back to the faulty step.
  await expect.poll(() => alerts(page)).toContain("You must be 18 or older to apply");
  await form.getByLabel("Date of birth").fill("1990-05-01");
  await form.getByRole("button", { name: "Next" }).click();
  await form.getByRole("button", { name: "Next" }).click();
  await form.getByRole("button", { name: "Send application" }).click();
  await page.waitForURL("**/dashboard?tab=finance");
  const request = page.getByRole("region", { name: "$50,000 over 60 months, 5 years" });
  await expect.poll(() => request.innerText()).toContain("Sent");
  await request.getByRole("button", { name: "Withdraw application" }).click();
  await expect.poll(() => request.innerText()).toContain("Withdrawn");
});

test("a profile, password, email preferences and sessions can be changed", async () => {
  const page = await stage.open("phone");
  await signIn(page, newcomer, "/dashboard?tab=profile");
  const data = page.getByRole("region", { name: "Personal details" });
  await data.getByLabel("Name").fill("Priya R. Raman");
  await data.getByLabel("Phone").fill("12");
  await data.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => alerts(page)).toContain("Enter a phone number with 7 to 15 digits");
  await data.getByLabel("Phone").fill("(806) 555-0111");
  await data.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => alerts(page)).toContain("Profile saved");
  await expect
    .poll(() => page.getByRole("heading", { level: 1 }).innerText())
    .toBe("Hello, Priya R. Raman");

  const outbid = page.getByLabel("Email: Someone outbids me");
  await Promise.all([
    page.waitForResponse((answer) => answer.request().method() !== "GET" && answer.ok()),
    outbid.evaluate(async (box: HTMLInputElement) => {
      box.click();
      // The browser paints after the microtasks, and never the old value.
      await Promise.resolve().then(() => {});
      if (box.checked) throw new Error("the choice flickers");
    }),
  ]);
  const zone = page.getByLabel("Time zone");
  await Promise.all([
    page.waitForResponse((answer) => answer.request().method() !== "GET" && answer.ok()),
    zone.selectOption("America/Denver"),
  ]);
  await page.reload();
  await expect.poll(() => outbid.isChecked()).toBe(false);
  expect(await zone.inputValue()).toBe("America/Denver");

  // Another device has changed the zone since. A switch changes only what it says.
  await stage.query("UPDATE users SET time_zone = 'America/Phoenix' WHERE email = $1", [
    newcomer.email,
  ]);
  await Promise.all([
    page.waitForResponse((answer) => answer.request().method() !== "GET" && answer.ok()),
    outbid.check(),
  ]);
  expect(
    await stage.query("SELECT time_zone FROM users WHERE email = $1", [newcomer.email]),
  ).toEqual([{ time_zone: "America/Phoenix" }]);

  const elsewhere = await stage.open("desktop");
  await signIn(elsewhere, newcomer);
  const password = page.getByRole("region", { name: "Password" });
  await password.getByLabel("Current password").fill("not the password");
  await password.getByLabel("New password", { exact: true }).fill("a longer road home 12");
  await password.getByRole("button", { name: "Change password" }).click();
  await expect.poll(() => alerts(page)).toContain("The current password is wrong");
  await password.getByLabel("Current password").fill(newcomer.password);
  await password.getByRole("button", { name: "Change password" }).click();
  await expect.poll(() => alerts(page)).toContain("Password changed");
  // The other device notices by itself.
  await elsewhere.waitForURL("**/login?expired=true");

  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export my data" }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe("my-gavelyard-data.json");
  const exported: unknown = JSON.parse(await readFile(await saved.path(), "utf8"));
  expect(exported).toMatchObject({ profile: { email: newcomer.email } });
});

test("a purchased unit has an invoice, its PDF and a gate PIN", async () => {
  const page = await stage.open("phone");
  await signIn(page, fleet, "/dashboard?tab=purchased");
  const [first] = await page.getByRole("button", { name: /^Invoice GY-/ }).all();
  await expect
    .poll(() => page.getByRole("button", { name: /^Invoice GY-/ }).count())
    .toBeGreaterThan(0);
  await (first ?? page.getByRole("button", { name: /^Invoice GY-/ }).first()).click();
  const sheet = page.getByRole("dialog");
  await expect.poll(() => sheet.innerText()).toMatch(/Paid[\s\S]*Buyer's premium[\s\S]*Total/);
  await expect.poll(() => sheet.innerText()).toMatch(/Gate PIN[\s\S]*\d{6}|Left the yard/);
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    sheet.getByRole("button", { name: "Invoice as PDF" }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^GY-\d{4}-\d+\.pdf$/);
  expect((await readFile(await saved.path())).subarray(0, 5).toString()).toBe("%PDF-");
});

test("a message and a lead are sent, with errors shown at their fields", async () => {
  const page = await stage.open("phone");
  await page.goto("/contact", { waitUntil: "networkidle" });
  await page.getByLabel("Name").fill("Sam Carrier");
  await page.getByLabel("Email").fill("not an address");
  await page.getByLabel("Message").fill("When may I collect lot 12?");
  await page.getByRole("button", { name: "Send" }).click();
  await expect.poll(() => alerts(page)).not.toBe("");
  await page.getByLabel("Email").fill("sam@carrier.example");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("heading", { name: "Message sent" }).waitFor();

  await page.goto("/landing", { waitUntil: "networkidle" });
  await page.getByLabel("Full name").fill("Lee Buyer");
  await page.getByLabel("Email").fill("lee@buyer.example");
  await page.getByLabel("Phone").fill("806 555 0144");
  await page.getByLabel("From").fill("200000");
  await expect.poll(() => page.getByLabel("Up to").inputValue()).toBe("200000");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("heading", { name: "Request received" }).waitFor();
  const [lead] = await stage.query<{ low: string }>(
    "SELECT budget_low_cents AS low FROM enquiries WHERE email = 'lee@buyer.example'",
  );
  expect(Number(lead?.low)).toBe(20_000_000);
});

test("a forgotten password is reset with the emailed link", async () => {
  const page = await stage.open("desktop");
  await page.goto("/login", { waitUntil: "networkidle" });
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  // The previous page has a field with the same name.
  await page.getByRole("heading", { name: "Forgot your password" }).waitFor();
  await page.getByLabel("Email").fill(hauler.email);
  await page.getByRole("button", { name: "Send link" }).click();
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
  let link = "";
  await expect
    .poll(async () => {
      const [mail] = await stage.query<{ text_body: string }>(
        "SELECT text_body FROM mails WHERE recipient = $1 AND text_body LIKE '%reset-password#token=%' ORDER BY id DESC LIMIT 1",
        [hauler.email],
      );
      link = /\/reset-password#token=\S+/.exec(mail?.text_body ?? "")?.[0] ?? "";
      return link;
    })
    .not.toBe("");
  await page.goto(link, { waitUntil: "networkidle" });
  await expect.poll(() => page.url()).toMatch(/\/reset-password$/);
  await page.getByLabel("New password", { exact: true }).fill("a fresh coat of paint 7");
  await page.getByLabel("Confirm new password").fill("a fresh coat of paint 8");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect.poll(() => alerts(page)).toContain("The passwords don't match");
  await page.getByLabel("Confirm new password").fill("a fresh coat of paint 7");
  await page.getByRole("button", { name: "Change password" }).click();
  await page.waitForURL("**/signin");
  await signIn(page, { email: hauler.email, password: "a fresh coat of paint 7" });
  expect(new URL(page.url()).pathname).toBe("/dashboard");
});

test("units are compared side by side, with distances from a ZIP code", async () => {
  const page = await stage.open("desktop");
  await page.goto("/vehicles?sort=NEWEST", { waitUntil: "networkidle" });
  const compare = page.getByRole("button", { name: /^Compare / });
  await compare.nth(0).click();
  await compare.nth(1).click();
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  const table = page.getByRole("dialog").getByRole("table");
  await expect.poll(() => table.getByRole("columnheader").count()).toBe(3);
  await expect.poll(() => table.innerText()).toContain("Stock number");
  await page.keyboard.press("Escape");
  await page.getByLabel("From ZIP code").first().fill("79101");
  await page.getByLabel("Sort").selectOption("NEAREST");
  await expect.poll(() => page.getByRole("article").first().innerText()).toMatch(/\d+ mi away/);
  expect(new URL(page.url()).searchParams.get("zip")).toBe("79101");
});

test("a unit removed from the watchlist is restored with Undo, and by keyboard", async () => {
  const page = await stage.open("phone");
  await signIn(page, fleet, "/watchlist");
  const watch = page.getByRole("button", { name: /^Watch / }).first();
  const name = (await watch.getAttribute("aria-label")) ?? "";
  const removed = page.getByRole("alert").filter({ hasText: "Removed from watchlist" });
  const watched = () => page.getByRole("button", { name, exact: true }).count();
  const undos = [
    () => removed.getByRole("button", { name: "Undo" }).click(),
    () => page.keyboard.press("Control+Z"),
  ];
  for (const undo of undos) {
    await page.getByRole("button", { name, exact: true }).click();
    await removed.waitFor();
    await expect.poll(watched).toBe(0);
    await undo();
    await expect.poll(watched).toBe(1);
    await removed.waitFor({ state: "detached" });
  }
  const rows = await stage.query(
    `SELECT 1 FROM wishlist_items w JOIN users u ON u.id = w.user_id JOIN inventory i ON i.id = w.inventory_id
      WHERE u.email = $1 AND $2 = concat_ws(' ', 'Watch', i.model_year, i.manufacturer, i.model, nullif(i.trim, ''))`,
    [fleet.email, name],
  );
  expect(rows.length).toBeGreaterThan(0);
});

test("a calendar link follows the watchlist until it is turned off (D56)", async () => {
  const page = await stage.open("phone");
  const inventoryId = await stage.liveLot(600);
  await stage.query(
    `INSERT INTO wishlist_items (user_id, inventory_id)
      SELECT id, $2 FROM users WHERE email = $1 ON CONFLICT DO NOTHING`,
    [fleet.email, inventoryId],
  );
  await signIn(page, fleet, "/watchlist");
  await page.getByRole("button", { name: "Add to calendar" }).click();
  const sheet = page.getByRole("dialog", { name: "Watchlist calendar" });
  await sheet.getByRole("button", { name: "Create link" }).click();
  const url = await sheet.getByRole("textbox", { name: "Calendar link" }).inputValue();
  const read = async () => {
    const { pathname, search } = new URL(url);
    return page.request.get(`${pathname}${search}`);
  };
  expect(await (await read()).text()).toContain(`/truck/${inventoryId}`);
  const app = sheet.getByRole("link", { name: "Open in your calendar app" });
  expect(await app.getAttribute("href")).toMatch(/^webcal:\/\//);
  await sheet.getByRole("button", { name: "Done" }).click();
  await sheet.getByRole("button", { name: "Turn off" }).click();
  await sheet.getByRole("button", { name: "Create link" }).waitFor();
  expect((await read()).status()).toBe(404);
});

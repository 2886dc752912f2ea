import { unawaited } from "../../domain/src/unawaited.ts";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { twoPersonRuleOff } from "../../server/src/testing/two-person-rule.ts";
import { accessFaults } from "../axe.ts";
import { call, staff, tokenOf } from "../office.ts";
import { fleet, openStage, signIn, type Stage } from "../stage.ts";

const { admin, support } = staff;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
  await stage.query(twoPersonRuleOff);
});
afterAll(() => stage?.close());

async function openSettings(who: typeof admin | typeof support) {
  const page = await stage.open("desktop");
  // A tab with unsaved changes opens a dialog when closed.
  page.on("dialog", (dialog) => unawaited(dialog.accept()));
  await signIn(page, who, "/admin-dashboard?tab=settings");
  await part(page, "Fees").waitFor();
  return page;
}

const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const save = (page: Page, name: string) =>
  part(page, name)
    .getByRole("button", { name: `Save: ${name}` })
    .click();
const saved = (page: Page, name: string) =>
  expect.poll(() => part(page, name).innerText()).toMatch(/Changed by Ruth Alvarado/);

test("an administrator changes the phone, hours and notice, and visitors see them", async () => {
  const page = await openSettings(admin);
  const contact = part(page, "Contact details");
  await contact.getByLabel("Phone").fill("not a number");
  await save(page, "Contact details");
  await expect.poll(() => contact.getByRole("alert").innerText()).toBe("Enter a phone number");
  await contact.getByLabel("Phone").fill("+1 (806) 555-0177");
  await contact.getByRole("button", { name: "Add line" }).click();
  // The new line has the focus and starts on the day after the last one.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await contact.getByLabel("Closes, line 2").fill("12:00");
  await save(page, "Contact details");
  await saved(page, "Contact details");
  const notice = part(page, "Notice");
  await notice.getByLabel("Text").fill("Closed on Thanksgiving Day");
  await save(page, "Notice");
  await saved(page, "Notice");
  await expect
    .poll(() => page.getByRole("complementary", { name: "Notice" }).innerText())
    .toBe("Closed on Thanksgiving Day");

  const visitor = await stage.open("phone");
  // A page may be a second old. The notice was changed last.
  await expect
    .poll(async () => {
      await visitor.goto("/");
      return visitor.getByRole("complementary", { name: "Notice" }).allInnerTexts();
    })
    .toEqual(["Closed on Thanksgiving Day"]);
  const footer = await visitor.getByRole("contentinfo").innerText();
  expect(footer).toContain("+1 (806) 555-0177");
  expect(footer).toContain("Monday to Friday, 8 AM to 6 PM");
  expect(footer).toContain("Saturday, 9 AM to 12 PM, Pacific Time");
  // Next to the banner of live auctions.
  expect(await visitor.getByRole("link", { name: /^Live now: .*times in/ }).count()).toBe(1);
  const data = await visitor.locator('script[type="application/ld+json"]').first().innerText();
  expect(JSON.parse(data)).toMatchObject({ publisher: { telephone: "+1 (806) 555-0177" } });
  await visitor.goto("/contact");
  await expect.poll(() => visitor.getByText("+1 (806) 555-0177").count()).toBe(2);
  await notice.getByRole("button", { name: "Reset to default" }).click();
  await page.getByRole("button", { name: "Reset to default" }).click();
  await expect.poll(() => notice.innerText()).toContain("Reset to default by Ruth Alvarado");
  await expect.poll(() => page.getByRole("complementary", { name: "Notice" }).count()).toBe(0);
});

test("fees are entered by keyboard, with errors at their fields, and a new auction gets them", async () => {
  const page = await openSettings(admin);
  const fees = part(page, "Fees");
  await fees.getByRole("button", { name: "Add line" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("10");
  await page.keyboard.press("Tab");
  await page.keyboard.type("1.5");
  await page.keyboard.press("Enter");
  await expect
    .poll(() => fees.getByRole("alert").innerText())
    .toBe("Must be more than the line above");
  const from = fees.getByLabel("From ($), line 4");
  await expect.poll(() => from.evaluate((node) => node === document.activeElement)).toBe(true);
  await from.fill("90,000");
  await fees.getByRole("button", { name: "Remove line 2" }).click();
  await fees.getByLabel("Document fee ($)").fill("199.50");
  await page.keyboard.press("Enter");
  await saved(page, "Fees");
  const expected = {
    premium: [
      { from: 0, percent: 10 },
      { from: 50_000, percent: 2.5 },
      { from: 90_000, percent: 1.5 },
    ],
    minPremium: 100,
    docFee: 199.5,
    taxPercent: 0,
  };
  for (const path of ["/bidding-process", "/terms"]) {
    const drawn = async () =>
      (await fetch(stage.product.url + path, { headers: { Accept: "text/html" } })).text();
    await expect
      .poll(drawn)
      .toMatch(/2\.5% of the part up to \$90,000[^<]*The document fee is \$199\.50/);
  }
  const [unit] = await stage.query<{ id: number }>(
    "SELECT id FROM inventory WHERE status = 'AVAILABLE' ORDER BY id LIMIT 1",
  );
  const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
  const created = await call(
    stage,
    "/api/adminsupport/auctions/create",
    (await tokenOf(stage, admin)).jwt,
    "POST",
    {
      auctionName: "Sale with the new fees",
      timeZone: "America/Chicago",
      startTime: inMs(-60_000),
      scheduledEndTime: inMs(3_600_000),
      lots: [{ inventoryId: Number(unit?.id) }],
    },
  );
  expect(await created.json()).toMatchObject({ lifecycle: "PUBLISHED", fees: expected });
  const lot: unknown = await (await call(stage, `/inventory/${unit?.id}`, null)).json();
  expect(lot).toMatchObject({ fees: expected });
  // An auction's custom fees start from the current settings.
  await page.goto("/admin-dashboard?tab=auctions&auction=new");
  const plan = page.getByRole("form", { name: "Auction" });
  await plan.getByLabel("Custom fees").check();
  expect(await plan.getByLabel("Document fee ($)").inputValue()).toBe("199.5");
  expect(await plan.getByLabel("From ($), line 3").inputValue()).toBe("90000");
});

test("unsaved entries survive leaving and reloading the page, until they are discarded", async () => {
  const page = await openSettings(admin);
  const limit = part(page, "Bid limit for new customers");
  await limit.getByLabel("Limit ($)").fill("31000");
  await page.getByRole("link", { name: "Work queue" }).click();
  await page.getByRole("link", { name: "Settings" }).click();
  await expect.poll(() => limit.getByLabel("Limit ($)").inputValue()).toBe("31000");
  await page.reload();
  await expect.poll(() => limit.getByLabel("Limit ($)").inputValue()).toBe("31000");
  expect(await limit.innerText()).toContain("Unsaved changes");
  await limit.getByRole("button", { name: "Discard changes" }).click();
  await page.getByRole("button", { name: "Discard", exact: true }).click();
  await expect.poll(() => limit.getByLabel("Limit ($)").inputValue()).toBe("25,000");
  await page.reload();
  await limit.waitFor();
  expect(await limit.innerText()).not.toContain("Unsaved changes");
});

test("an email's text is changed, previewed, and sent", async () => {
  const page = await openSettings(admin);
  const mails = part(page, "Emails");
  await mails.getByLabel("Email", { exact: true }).selectOption("RESET");
  await expect.poll(() => mails.getByLabel("Subject").inputValue()).toMatch(/^Reset your/);
  await mails.getByLabel("Subject").fill("{name}, a new password");
  await save(page, "Emails");
  await expect.poll(() => mails.getByRole("alert").innerText()).toContain("{name}");
  await mails.getByLabel("Subject").fill("Your key to the yard");
  await mails.getByLabel("Body").fill("Good day,\n\nhere is your <b>new key</b>.");
  await mails.getByRole("button", { name: "Preview" }).click();
  const preview = page.getByRole("dialog");
  await expect.poll(() => preview.innerText()).toContain("Your key to the yard");
  await expect
    .poll(() => page.frameLocator('iframe[title="Email"]').locator("body").innerText())
    .toContain("here is your <b>new key</b>.");
  await page.keyboard.press("Escape");
  await save(page, "Emails");
  await saved(page, "Emails");
  await call(stage, "/auth/forgot-password", null, "POST", { email: fleet.email });
  await expect
    .poll(async () =>
      (await fetch(`${stage.product.url}/demo/mailbox`).then((reply) => reply.text())).includes(
        "Your key to the yard",
      ),
    )
    .toBe(true);
  // A placeholder is inserted at the cursor.
  await mails.getByLabel("Email", { exact: true }).selectOption("WON");
  await mails.getByLabel("Subject").fill("You won ");
  await mails.getByRole("button", { name: /^Insert \{unit\}/ }).click();
  await expect.poll(() => mails.getByLabel("Subject").inputValue()).toBe("You won {unit}");
});

test("support sees the settings but can't change them", async () => {
  const page = await openSettings(support);
  await expect
    .poll(() => page.getByText("Only administrators can change these settings").count())
    .toBe(1);
  const fields = page.locator("main fieldset:not(nav fieldset)").locator("input, select, textarea");
  const count = await fields.count();
  expect(count).toBeGreaterThan(20);
  for (let index = 0; index < count; index += 1)
    expect(await fields.nth(index).isDisabled()).toBe(true);
  expect(await page.getByRole("button", { name: /^Save/ }).count()).toBe(0);
  expect(await page.getByRole("button", { name: "Reset to default" }).count()).toBe(0);
  const refused = await call(
    stage,
    "/api/admin/settings",
    (await tokenOf(stage, support)).jwt,
    "PUT",
    {
      section: "bidLimit",
      value: { limit: 1 },
      updatedAt: null,
    },
  );
  expect(refused.status).toBe(403);
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("dialog").getByText("Subject:").waitFor();
});

test("the settings pass axe and fit the screen", async () => {
  const page = await openSettings(admin);
  const fees = part(page, "Fees");
  await fees.getByRole("button", { name: "Add line" }).click();
  await save(page, "Fees");
  await fees.getByRole("alert").first().waitFor();
  const found: string[] = [];
  found.push(...(await accessFaults(page, "settings")));
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("dialog").getByText("Subject:").waitFor();
  found.push(...(await accessFaults(page, "preview")));
  expect(found).toEqual([]);
});

test("of two administrators saving at once, the later one sees the current value and loses nothing", async () => {
  await stage.query("UPDATE users SET role = 'ROLE_ADMIN' WHERE email = $1", [support.email]);
  const [one, other] = [await openSettings(admin), await openSettings(support)];
  await part(other, "Soft close").getByLabel("Window (seconds)").fill("30");
  await part(one, "Soft close").getByLabel("Window (seconds)").fill("60");
  await save(one, "Soft close");
  await saved(one, "Soft close");
  await save(other, "Soft close");
  const conflict = part(other, "Soft close").getByRole("alert");
  await expect
    .poll(() => conflict.innerText())
    .toMatch(
      /Ruth Alvarado changed this setting while you were editing[^]*Window;[^]*window 60 s, extension 120 s/,
    );
  expect(await part(other, "Soft close").getByLabel("Window (seconds)").inputValue()).toBe("30");
  await save(other, "Soft close");
  await expect.poll(() => part(other, "Soft close").innerText()).not.toContain("Unsaved changes");
  const [row] = await stage.query<{ value: object }>(
    "SELECT value FROM operating_settings WHERE name = 'softClose'",
  );
  expect(row?.value).toEqual({ windowSec: 30, extendSec: 120, maxExtensions: null });
});

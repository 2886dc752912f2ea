import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { accessFaults } from "../axe.ts";
import { call, openOffice, staff, staffRoles, tokenOf, type StaffRole } from "../office.ts";
import { openStage, sizes, type Stage } from "../stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
  // Audited actions, done as the screens do them.
  const admin = (await tokenOf(stage, staff.admin)).jwt;
  const [customer] = await stage.query<{ id: number }>(
    "SELECT id FROM users WHERE email = 'new@demo.example'",
  );
  await send(admin, `/api/admin/update-bid-limit/users/${customer?.id}/70000`, {});
  await send(admin, `/api/admin/update-user-status/${customer?.id}`, {
    status: "SUSPENDED",
    reason: "Papers are missing",
  });
});
afterAll(() => stage?.close());

const figure = (page: Page, title: string) => page.getByRole("figure", { name: title });

const tile = (page: Page, title: string) =>
  page
    .locator("dl > div")
    .filter({ has: page.locator("dt", { hasText: title }) })
    .locator("dd");

describe.each(staffRoles)("for %s", (role) => {
  test("another period has other figures, and a custom one is kept in the URL", async () => {
    const page = await opened(role, "desktop", "stats");
    const bids = tile(page, "Bids").first();
    const month = await bids.innerText();
    expect(month).toMatch(/^[\d,]+\s+up\s+from 0$/);
    await page.getByRole("link", { name: "Last 7 days" }).click();
    await expect.poll(() => bids.innerText()).not.toBe(month);
    expect(page.url()).toContain("period=7d");
    expect(await bids.innerText()).toMatch(/(up|down) [\d.]+%\s+from [\d,]+/);
    await page.goBack();
    await expect.poll(() => bids.innerText()).toMatch(/from 0$/);
  });

  test("an action is found by its kind, with its values before and after", async () => {
    const page = await opened(role, "desktop", "audit");
    await page.getByLabel("Action", { exact: true }).selectOption("status-changed");
    await page.getByLabel("Text").fill("papers are");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.getByText("1 record", { exact: true }).waitFor();
    expect(page.url()).toContain("action=status-changed");
    const table = page.getByRole("table", { name: "Audit log" });
    const subject = table.getByRole("link").last();
    expect(await subject.getAttribute("href")).toMatch(/^\/admin-dashboard\?tab=users&user=\d+$/);
    await table.getByRole("link", { name: "Status changed" }).click();
    const sheet = page.getByRole("dialog", { name: "Status changed" });
    const status = sheet.getByRole("row").filter({ hasText: "SUSPENDED" });
    expect(await status.innerText()).toMatch(/Status\s+Active\s+Suspended\s+Changed/);
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "hidden" });
    // The demo adds records meanwhile.
    const all = async () => (await stage.query("SELECT FROM audit_log")).length;
    const before = await all();
    await page.getByRole("link", { name: "Clear" }).click();
    const shown = Number.parseInt(await page.getByText(/^\d+ records$/).innerText(), 10);
    expect(shown).toBeGreaterThanOrEqual(before);
    expect(shown).toBeLessThanOrEqual(await all());
  });
});

test("custom dates show their days, and invalid ones are refused", async () => {
  const page = await opened("admin", "desktop", "stats");
  await page.getByRole("link", { name: "Custom" }).click();
  await page.getByLabel("First day").fill("2026-03-02");
  await page.getByLabel("Last day").fill("2026-03-01");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await page.getByText("The first day must be before the last.").waitFor();
  await page.getByLabel("Last day").fill("2026-03-08");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await page
    .getByText("Mar 2, 2026 to Mar 8, 2026, compared with Feb 23, 2026 to Mar 1, 2026.")
    .waitFor();
  expect(await tile(page, "Hammer total").innerText()).toMatch(/^\$0\s+unchanged/);
});

test("a chart describes itself, and is also a table and a file", async () => {
  const page = await opened("admin", "desktop", "stats");
  const hammer = figure(page, "Hammer by day");
  const label = await hammer.getByRole("img").getAttribute("aria-label");
  expect(label).toMatch(/^Hammer by day\. \$[\d,]+ total\. Best day: /);
  expect(await hammer.locator("svg path.recharts-rectangle").count()).toBeGreaterThan(2);
  await hammer.getByRole("button", { name: "Show as table" }).click();
  const rows = hammer.getByRole("table", { name: "Hammer by day" }).getByRole("row");
  expect(await rows.count()).toBe(31);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    hammer.getByRole("button", { name: "CSV of Hammer by day" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("hammer-by-day.csv");
  const lines = (await readFile(await download.path(), "utf8")).replace("\uFEFF", "").split("\r\n");
  expect(lines[0]).toBe("Day,Hammer");
  expect(lines).toHaveLength(31);
  const total = lines.slice(1).reduce((sum, line) => sum + Number(line.split(",")[1]), 0);
  expect(await tile(page, "Hammer total").innerText()).toContain(
    `$${Math.trunc(total).toLocaleString("en-US")}`,
  );
  await hammer.getByRole("button", { name: "Show as chart" }).click();
  await hammer.getByRole("img").waitFor();
});

test("a page of the audit log is saved as a file", async () => {
  const page = await opened("support", "phone", "audit");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "CSV of this page" }).click(),
  ]);
  const text = await readFile(await download.path(), "utf8");
  expect(text).toContain("status-changed,user,");
  expect(text).toContain("Papers are missing");
});

test("a visitor on a unit's page is counted once, and staff aren't", async () => {
  const [unit] = await stage.query<{ id: number }>(
    "SELECT id FROM inventory i WHERE status = 'AVAILABLE' AND NOT EXISTS (SELECT 1 FROM unit_views v WHERE v.unit_id = i.id) ORDER BY id DESC LIMIT 1",
  );
  const views = async () =>
    (
      await stage.query<{ views: number }>("SELECT views FROM unit_views WHERE unit_id = $1", [
        unit?.id,
      ])
    ).map((row) => row.views);
  const seen = async (page: Page) => {
    const counted = page.waitForResponse((response) => response.url().endsWith("/views"));
    await page.goto(`/truck/${unit?.id}`);
    expect((await counted).status()).toBe(200);
  };
  const office = await openOffice(stage, "admin");
  await seen(office);
  const visitor = await stage.open("phone");
  await seen(visitor);
  await expect.poll(views).toEqual([1]);
});

test("figures and audit log pass axe and fit the screen", async () => {
  const page = await opened("admin", "desktop", "stats");
  const found = await accessFaults(page, "figures");
  const tables = page.getByRole("button", { name: "Show as table" });
  while ((await tables.count()) > 0) await tables.first().click();
  found.push(...(await accessFaults(page, "figures as tables")));
  await page.goto("/admin-dashboard?tab=audit");
  await page.getByRole("link", { name: "Status changed" }).waitFor();
  found.push(...(await accessFaults(page, "audit")));
  await page.getByRole("link", { name: "Status changed" }).click();
  await page.getByRole("dialog").waitFor();
  found.push(...(await accessFaults(page, "an act")));
  expect(found).toEqual([]);
});

async function opened(
  role: StaffRole,
  size: keyof typeof sizes,
  tab: "stats" | "audit",
): Promise<Page> {
  const page = await openOffice(stage, role, size, `/admin-dashboard?tab=${tab}`);
  await page.getByText(tab === "stats" ? /, compared with/ : /\d records?$/).waitFor();
  return page;
}

async function send(jwt: string, path: string, body: object): Promise<void> {
  const reply = await call(stage, path, jwt, "PUT", body);
  if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`);
}

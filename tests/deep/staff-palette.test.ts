import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { accessFaults } from "../axe.ts";
import { chosen, field, palette } from "../palette.ts";
import { openOffice, staffRoles } from "../office.ts";
import { keysAwake, openStage, type Stage } from "../stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
});
afterAll(() => stage?.close());

async function search(page: Page, text: string): Promise<void> {
  await keysAwake(page);
  await page.keyboard.press("Control+k");
  await field(page).fill(text);
}
async function one<Row extends object>(sql: string): Promise<Row> {
  const [row] = await stage.query<Row>(sql);
  if (row === undefined) throw new Error(`the demo has none: ${sql}`);
  return row;
}

describe.each(staffRoles)("for %s, Ctrl-K", (role) => {
  test("opens a record of every kind, each with its own URL", async () => {
    const page = await openOffice(stage, role);
    const open = async (text: string, name: string | RegExp) => {
      await search(page, text);
      await chosen(page, name).waitFor();
      await page.keyboard.press("Enter");
    };
    const unit = await one<{ id: string; stock_number: string }>(
      "SELECT id, stock_number FROM inventory WHERE status = 'AVAILABLE' ORDER BY id LIMIT 1",
    );
    await open(unit.stock_number, new RegExp(unit.stock_number));
    await page.waitForURL(new RegExp(`tab=inventory&unit=${unit.id}$`));
    const auction = await one<{ id: string; name: string }>(
      "SELECT id, name FROM auctions WHERE lifecycle = 'PUBLISHED' ORDER BY id LIMIT 1",
    );
    await open(auction.name, new RegExp(auction.name));
    await page.waitForURL(/tab=auctions&auction=\d+$/);

    await open("calvin mer", /Calvin Mercer/);
    await page.waitForURL(/tab=leads&enquiry=\d+$/);
    const enquiries = page.getByRole("list", { name: "Inquiries" }).getByRole("listitem");
    await expect.poll(() => enquiries.count()).toBe(1);
    await page.getByRole("link", { name: "All leads" }).click();
    await expect.poll(() => enquiries.count()).toBeGreaterThan(1);
    await page.getByLabel("Name, email, phone or text").fill("wet kit");
    await page.keyboard.press("Enter");
    await expect
      .poll(() => enquiries.allInnerTexts())
      .toEqual([expect.stringContaining("Calvin Mercer")]);
    expect(page.url()).toContain("q=wet+kit");
    await open("scanner", /Marion Ashe/);
    await page.getByRole("link", { name: "All messages" }).waitFor();

    const invoice = await one<{ id: string; number: string }>(
      "SELECT id, number FROM invoices ORDER BY id DESC LIMIT 1",
    );
    await open(invoice.number.toLowerCase(), new RegExp(invoice.number));
    const sheet = page.getByRole("dialog", { name: `Invoice ${invoice.number}` });
    await sheet.getByText("Balance").waitFor();
    await sheet.getByRole("button", { name: "Close", exact: true }).click();
    await expect.poll(() => page.url()).not.toContain("invoice=");

    const finance = await one<{ name: string; id: string }>(
      `SELECT id, application ->> 'fullName' AS name FROM finance_requests
        WHERE status = 'APPROVED' AND deleted_at IS NULL LIMIT 1`,
    );
    await search(page, finance.name);
    await palette(page)
      .getByRole("group", { name: "Finance applications" })
      .getByRole("option", { name: finance.name })
      .click();
    await page.waitForURL(new RegExp(`tab=finance.*request=${finance.id}$`));
    await page.getByRole("heading", { name: new RegExp(finance.name) }).waitFor();
    await page.getByRole("link", { name: "All applications" }).click();
    await page.getByRole("group", { name: "Stage" }).waitFor();
  });

  test("shows a record's actions, and goes back", async () => {
    const page = await openOffice(stage, role);
    await search(page, "fleet@demo");
    await chosen(page, /fleet@demo\.example/).waitFor();
    expect(await accessFaults(page, "the palette")).toEqual([]);
    await page.keyboard.press("ArrowRight");
    await chosen(page, "Open").waitFor();
    expect(await palette(page).getByRole("option").allInnerTexts()).toEqual([
      "Open",
      "Bids",
      "View history",
    ]);
    expect(await accessFaults(page, "a record's acts")).toEqual([]);
    await page.keyboard.press("ArrowLeft");
    await chosen(page, /fleet@demo\.example/).waitFor();
    expect(await field(page).inputValue()).toBe("fleet@demo");
    await palette(page)
      .getByRole("button", { name: /^More actions for / })
      .click();
    await field(page).press("Backspace");
    await chosen(page, /fleet@demo\.example/).waitFor();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(/tab=users&user=\d+&part=bids$/);
    const bids = page.getByRole("region", { name: "Bids", exact: true });
    await expect.poll(() => bids.evaluate((node) => node === document.activeElement)).toBe(true);
    await page.getByRole("link", { name: "All users" }).click();
    await expect.poll(() => page.url()).not.toContain("part=");

    // A live auction leads to its control room, an ended one to its winners.
    const live = await one<{ name: string }>(
      `SELECT a.name FROM auctions a JOIN lots l ON l.auction_id = a.id
        WHERE a.lifecycle = 'PUBLISHED' AND l.closed_at IS NULL AND l.opens_at < now()
          AND l.closes_at > now() + interval '5 minutes' LIMIT 1`,
    );
    await search(page, live.name);
    await chosen(page, new RegExp(live.name)).waitFor();
    await page.keyboard.press("ArrowRight");
    await palette(page).getByRole("option", { name: "Control room" }).click();
    await page.waitForURL(/tab=control&auction=\d+$/);
    await page.getByRole("listbox", { name: "Lots" }).waitFor();
  });

  test("starts every action that the role may take, and shows no other", async () => {
    const page = await openOffice(stage, role);
    await search(page, "new support");
    if (role === "admin") {
      await chosen(page, "New support user").waitFor();
      await page.keyboard.press("Enter");
      const sheet = page.getByRole("dialog", { name: "New support user" });
      await sheet.getByLabel("Email").waitFor();
      await sheet.getByRole("button", { name: "Close", exact: true }).click();
      await expect.poll(() => page.url()).not.toContain("new=");
    } else {
      await palette(page).getByText("No results.").waitFor();
      await page.keyboard.press("Escape");
    }
    await search(page, "export the inv");
    await chosen(page, "Export the inventory as CSV").waitFor();
    const [file] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
    expect(file.suggestedFilename()).toMatch(/\.csv$/);
    await search(page, "settings: soft");
    await chosen(page, "Settings: soft close").waitFor();
    await page.keyboard.press("Enter");
    const card = page.getByRole("region", { name: "Soft close" });
    await expect.poll(() => card.evaluate((node) => node === document.activeElement)).toBe(true);
    await search(page, "pickups");
    await page.keyboard.press("Enter");
    await page.getByLabel("Day", { exact: true }).waitFor();
    await search(page, "sign out");
    await chosen(page, "Sign out").waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => localStorage.getItem("jwt"))).toBe(null);
  });
});

import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { twoPersonRuleOff } from "../../server/src/testing/two-person-rule.ts";
import { call, goTo, openOffice, waitForText, staff, staffRoles, tokenOf } from "../office.ts";
import { fleet, openStage, setLimits, type Stage } from "../stage.ts";

const hauler = { email: "hauler@demo.example", password: "one-more-load-home-4" } as const;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
  await stage.query(twoPersonRuleOff);
  await setLimits(stage, 10_000_000, fleet.email, hauler.email);
});
afterAll(() => stage?.close());

async function send(who: typeof fleet | typeof hauler, path: string, body?: object): Promise<void> {
  const { jwt, userId } = await tokenOf(stage, who);
  const reply = await call(stage, path.replace("{me}", String(userId)), jwt, "POST", body);
  expect(reply.status, `${path}: ${await reply.text()}`).toBeLessThan(300);
}

/**
 * Makes a live auction of units that start at $1,000. The first lot and those from the fifth on
 * have no reserve. Returns the auction's ID and the units' IDs.
 */
async function liveSale(name: string, lots: number) {
  const units = await stage.query<{ id: number }>(
    // The demo's bidders ignore units without an estimate.
    `UPDATE inventory SET starting_cents = 100000, buy_now_cents = NULL, sale_type = 'RESERVE',
        estimate_low_cents = NULL, estimate_high_cents = NULL,
        reserve_cents = CASE WHEN n = 1 OR n > 4 THEN NULL ELSE 90000000 END
      FROM (SELECT id AS chosen, row_number() OVER (ORDER BY id) AS n FROM inventory
        WHERE status = 'AVAILABLE' ORDER BY id LIMIT $1) c
      WHERE id = chosen RETURNING id`,
    [lots],
  );
  const ids = units.map(({ id }) => id).toSorted((one, other) => one - other);
  const { jwt } = await tokenOf(stage, staff.admin);
  const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
  const created = await call(stage, "/api/adminsupport/auctions/create", jwt, "POST", {
    auctionName: name,
    timeZone: "America/Chicago",
    startTime: inMs(-60_000),
    scheduledEndTime: inMs(3_600_000),
    publish: true,
    lots: ids.map((inventoryId) => ({ inventoryId })),
  });
  const auction: unknown = await created.json();
  expect(auction).toMatchObject({ lifecycle: "PUBLISHED" });
  const [row] = await stage.query<{ id: number }>("SELECT id FROM auctions WHERE name = $1", [
    name,
  ]);
  return { id: Number(row?.id), units: ids };
}

const offerOf = async (email: string) =>
  (
    await stage.query<{ id: number }>(
      `SELECT o.id FROM offers o JOIN users u ON u.id = o.user_id
        WHERE u.email = $1 AND o.status = 'OPEN' ORDER BY o.id DESC LIMIT 1`,
      [email],
    )
  )[0]?.id;

const alert = (page: Page) => page.getByRole("alertdialog");
const lotLine = (page: Page, lot: number) =>
  page.getByRole("listitem", { name: `Lot ${lot}`, exact: true });

describe.each(staffRoles)("%s", (role) => {
  test("starts at the work queue and finishes each task there", async () => {
    const page = await openOffice(stage, role);
    const leads = page.getByRole("region", { name: "Leads and messages" });
    const lead = leads.getByRole("link").first();
    const name = (await lead.locator("span").first().innerText()).trim();
    await lead.click();
    const enquiries = page.getByRole("list", { name: "Inquiries" }).getByRole("listitem");
    await expect.poll(() => enquiries.allInnerTexts()).toEqual([expect.stringContaining(name)]);
    await enquiries.getByRole("button", { name: "Mark as handled" }).click();
    await enquiries.getByText("Handled", { exact: true }).waitFor();

    await goTo(page, "tab=work");
    await page
      .getByRole("region", { name: "Finance applications" })
      .getByRole("link")
      .first()
      .click();
    await page.getByLabel("Next step").selectOption({ index: 0 });
    await page.getByLabel("Message to the applicant").fill(`Looked at by ${role}.`);
    await page.getByRole("button", { name: "Update application" }).click();
    await waitForText(page, "Application updated");
    await waitForText(page, `Looked at by ${role}.`);

    await goTo(page, "tab=work");
    const review = page
      .getByRole("region", { name: "Limit requests to review" })
      .getByRole("link")
      .first();
    const address = new URL((await review.getAttribute("href")) ?? "", page.url());
    await review.click();
    await page.getByLabel("Note for the decision").fill("The letter is from last week.");
    await page.getByRole("button", { name: "Save review" }).click();
    await waitForText(page, "Review saved");
    // The queue has led on to its next request.
    address.searchParams.delete("queue");
    await page.goto(address.href);
    if (role === "admin") {
      await page.getByRole("button", { name: "Approve" }).click();
      await alert(page).getByRole("button", { name: "Approve" }).click();
      await waitForText(page, "Bid limit raised");
    }
    await waitForText(page, "This request is closed");
    expect(await page.getByRole("button", { name: "Approve" }).count()).toBe(0);
    await page.getByRole("link", { name: "All requests" }).click();
    await page.getByRole("heading", { name: "To review" }).waitFor();
  });

  test("changes, duplicates, withdraws and exports units", async () => {
    const page = await openOffice(stage, role);
    await goTo(page, "tab=inventory&status=AVAILABLE");
    await page.getByRole("table", { name: "Units" }).getByRole("link").first().click();
    const unit = page.getByRole("form", { name: "Unit" });
    await unit.getByLabel("Trim").fill(`Seen by ${role}`);
    await unit.getByRole("button", { name: "Save", exact: true }).click();
    await waitForText(page, / saved$/);
    const first = page.url();
    await page.getByRole("button", { name: "Duplicate" }).click();
    await waitForText(page, "Unit duplicated");
    await expect.poll(() => page.url()).not.toBe(first);
    await expect.poll(() => unit.getByLabel("VIN or serial number").inputValue()).toBe("");
    await page.getByRole("button", { name: "Archive" }).click();
    await alert(page).getByRole("button", { name: "Archive" }).click();
    await waitForText(page, "Unit archived");
    await page.goto(first);
    await page.getByRole("button", { name: "Withdraw" }).click();
    await alert(page).getByRole("button", { name: "Withdraw" }).click();
    await waitForText(page, "Unit withdrawn");
    await page.getByRole("button", { name: "Publish" }).click();
    await waitForText(page, "Unit published");
    await goTo(page, "tab=inventory&inventoryType=TRAILER");
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export CSV" }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/\.csv$/);
  });

  test("takes a sale from the control room to settlement", async () => {
    const { id, units } = await liveSale(`Books of ${role}`, 6);
    const [one, ...others] = units;
    await send(fleet, `/api/bids/inventory/${one}/user/{me}?amount=1000`);
    await send(hauler, `/api/bids/inventory/${one}/user/{me}?amount=2000`);
    const fifth = units[4];
    await send(hauler, `/api/bids/inventory/${fifth}/user/{me}?amount=1000`);
    for (const unit of others)
      await send(fleet, `/api/bids/inventory/${unit}/user/{me}?amount=1500`);

    const page = await openOffice(stage, role);
    await goTo(page, `tab=control&auction=${id}`);
    await page.getByRole("option").first().click();
    await page.getByRole("button", { name: "Extend" }).click();
    await page.getByLabel("Minutes to add").fill("7");
    await page.getByRole("textbox", { name: "Reason" }).fill("The pictures came late");
    await page.getByRole("button", { name: "Extend lot" }).click();
    await waitForText(page, "Lot 1 extended");
    await goTo(page, `tab=auctions&auction=${id}`);
    await page.getByRole("button", { name: "End now" }).click();
    await alert(page).getByRole("button", { name: "The seller asked for it" }).click();
    await alert(page).getByRole("button", { name: "End auction" }).click();
    await waitForText(page, "Auction rescheduled");

    // All lots are closed. One gets a new winner; of the three below their reserve, one is
    // accepted, one countered and one declined.
    await expect
      .poll(() =>
        stage.query("SELECT 1 FROM lots WHERE auction_id = $1 AND closed_at IS NULL", [id]),
      )
      .toEqual([]);
    await goTo(page, `tab=winners&auction=${id}&show=all`);
    await lotLine(page, 1).getByRole("button", { name: "Override winner" }).click();
    const sheet = page.getByRole("dialog");
    await sheet
      .getByRole("textbox", { name: "Reason" })
      .fill("The highest bidder asked to be let go");
    await sheet.getByRole("button", { name: "Declare", exact: true }).click();
    await waitForText(page, "Winner declared");
    await lotLine(page, 2).getByRole("button", { name: "Accept $1,500" }).click();
    await alert(page).getByRole("textbox", { name: "Reason" }).fill("The seller agrees");
    await alert(page).getByRole("button", { name: "Accept" }).click();
    await expect
      .poll(() =>
        lotLine(page, 2)
          .getByRole("button", { name: /^Accept/ })
          .count(),
      )
      .toBe(0);
    await lotLine(page, 3).getByRole("button", { name: "Make counteroffer" }).click();
    await sheet.getByLabel("Amount ($)").fill("1800");
    await sheet.getByRole("button", { name: "Send offer" }).click();
    await lotLine(page, 3).getByText("We offered $1,800").waitFor();
    await lotLine(page, 4).getByRole("button", { name: "Decline" }).click();
    await alert(page).getByRole("textbox", { name: "Reason" }).fill("The seller keeps it");
    await alert(page).getByRole("button", { name: "Decline" }).click();
    await expect
      .poll(() => lotLine(page, 4).getByRole("button", { name: "Decline" }).count())
      .toBe(0);
    await send(fleet, `/api/offers/${await offerOf(fleet.email)}/answer`, { answer: "ACCEPT" });

    // The fifth lot's award is voided, and the lot goes to the next bidder.
    await lotLine(page, 5).getByRole("button", { name: "Void award" }).click();
    await alert(page).getByRole("textbox", { name: "Reason" }).fill("The bidder cannot collect");
    await alert(page).getByRole("button", { name: "Void award" }).click();
    await waitForText(page, "Award voided");
    await lotLine(page, 5).getByRole("button", { name: "Second-chance offer" }).click();
    await sheet.getByLabel("Amount ($)").fill("1000");
    await sheet.getByRole("button", { name: "Send offer" }).click();
    await lotLine(page, 5).getByText("Second chance of $1,000").waitFor();
    await send(hauler, `/api/offers/${await offerOf(hauler.email)}/answer`, { answer: "ACCEPT" });
    await expect
      .poll(() =>
        stage.query(
          `SELECT a.hammer_cents, u.email FROM awards a JOIN lots l ON l.id = a.lot_id
              JOIN users u ON u.id = a.user_id
              WHERE l.inventory_id = $1 AND a.status IN ('PENDING', 'DECLARED')`,
          [fifth],
        ),
      )
      .toEqual([{ hammer_cents: 100_000, email: hauler.email }]);

    await page.reload();
    await page.getByRole("button", { name: /^Declare \d/ }).click();
    await alert(page).getByRole("button", { name: "Declare" }).click();
    await waitForText(page, "Winners declared");
    await page.getByRole("button", { name: "Settle auction" }).click();
    await alert(page).getByRole("button", { name: "Settle" }).click();
    await waitForText(page, "Auction settled");

    await goTo(page, `tab=auctions&auction=${id}`);
    await page.getByRole("button", { name: "Duplicate" }).click();
    await waitForText(page, "Auction duplicated. Set its times.");
  });

  test("sees the parts of users, settings and audit that the role may see", async () => {
    const page = await openOffice(stage, role);
    const [user] = await stage.query<{ id: number }>("SELECT id FROM users WHERE email = $1", [
      "new@demo.example",
    ]);
    await goTo(page, `tab=users&user=${user?.id}`);
    const notes = page.getByRole("region", { name: "Notes" });
    await notes.getByLabel("New note").fill(`Called by ${role}`);
    await notes.getByRole("button", { name: "Save note" }).click();
    await expect.poll(() => notes.innerText()).toContain(`Called by ${role}`);
    await page.getByRole("region", { name: "Sign-ins" }).waitFor();
    const acts = page.getByRole("region", { name: "Actions" });
    if (role === "admin") {
      await acts.getByLabel("Bid limit ($)").fill("61000");
      await acts.getByRole("button", { name: "Set limit" }).click();
      await alert(page).getByRole("button", { name: "Set limit" }).click();
      await waitForText(page, "Bid limit set");
      await acts.getByRole("button", { name: "Suspend" }).click();
      await alert(page).getByRole("textbox", { name: "Reason" }).fill("Papers are missing");
      await alert(page).getByRole("button", { name: "Suspend" }).click();
      await waitForText(page, "Status changed");
      await acts.getByRole("button", { name: "Restore" }).click();
      await alert(page).getByRole("textbox", { name: "Reason" }).fill("The papers came");
      await alert(page).getByRole("button", { name: "Restore" }).click();
      await acts.getByRole("button", { name: "Suspend" }).waitFor();
    } else {
      expect(await acts.count()).toBe(0);
      expect(await page.getByRole("button", { name: /^Sign out/ }).count()).toBe(0);
    }
  });
});

test("the server refuses support what only administrators may do", async () => {
  const { jwt } = await tokenOf(stage, staff.support);
  const document = "00000000-0000-4000-8000-000000000000";
  const refused: readonly (readonly [method: string, path: string, body?: object])[] = [
    ["PUT", "/api/admin/update-user-status/3", { status: "SUSPENDED", reason: "Because" }],
    ["PUT", "/api/admin/update-bid-limit/users/3/5000"],
    ["PUT", "/api/admin/reset-bid-usage/3"],
    ["DELETE", "/api/admin/delete-user/3"],
    ["DELETE", "/api/admin/users/3/sessions"],
    ["GET", "/api/admin/all-support-users"],
    ["GET", "/api/admin/getAllReviewed-bid-limit-requests"],
    ["POST", `/api/admin/bidLimitRequestApproved/documentId/${document}/bidLimit/5000`],
    ["POST", `/api/admin/bidLimitRequestRejected/documentId/${document}`, { note: "No" }],
    ["PUT", "/api/admin/settings", { section: "bidLimit", value: { limit: 1 }, updatedAt: null }],
  ];
  for (const [method, path, body] of refused) {
    const reply = await call(stage, path, jwt, method, body);
    expect(reply.status, path).toBe(403);
  }
});

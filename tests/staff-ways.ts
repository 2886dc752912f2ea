import { makeVin } from "@gavelyard/domain/inventory/vin";
import type { Page } from "playwright";
import sharp from "sharp";
import { expect, test } from "vitest";
import { csv } from "../server/src/testing/spreadsheets.ts";
import { goTo, openOffice, waitForText, type StaffRole } from "./office.ts";
import { bid, fleet, panel, setLimits, signIn, type Stage } from "./stage.ts";

const hauler = { email: "hauler@demo.example", password: "one-more-load-home-4" } as const;

const form = (page: Page, name: string) => page.getByRole("form", { name });

async function picture(name: string, color: string) {
  const buffer = await sharp({
    create: { width: 960, height: 640, channels: 3, background: color },
  })
    .jpeg()
    .toBuffer();
  return { name, mimeType: "image/jpeg", buffer };
}

/** Adds a unit with pictures and publishes it. `serial` is the end of its VIN. Returns its ID. */
async function enterUnit(page: Page, serial: string): Promise<number> {
  await goTo(page, "tab=inventory&unit=new");
  const unit = form(page, "Unit");
  await unit.getByLabel("Type", { exact: true }).selectOption("TRUCK_TRACTOR");
  await unit.getByLabel("Yard").selectOption({ index: 1 });
  const wrong = unit.getByText("The check digit is wrong");
  const right = unit.getByText("The check digit is valid");
  const digits = "0123456789X";
  for (const digit of digits) {
    await unit.getByLabel("VIN or serial number").fill(`1XPBD49X${digit}KD${serial}`);
    await right.or(wrong).waitFor();
    if (await right.isVisible()) break;
  }
  await right.waitFor();
  await unit.getByRole("button", { name: "Use Peterbilt" }).click();
  // The VIN of a heavy truck can mean two years.
  await unit.getByRole("button", { name: "Use 2019" }).click();
  await expect.poll(() => unit.getByLabel("Make", { exact: true }).inputValue()).toBe("Peterbilt");
  await unit.getByLabel("Model", { exact: true }).fill("579");
  await unit.getByLabel("Odometer", { exact: true }).fill("412,380");
  await unit.getByLabel("Odometer reading").selectOption("ACTUAL");
  await unit.getByLabel("GVWR, lb").fill("52,000");
  // Missing fields are named, and a reload keeps everything typed.
  await page.keyboard.press("Control+s");
  await page.getByText(/Not saved\. .*Starting price/).waitFor();
  await page.reload();
  await page.getByText("We restored your unsaved changes").waitFor();
  await unit.getByLabel("Starting price, $").fill("900,000");
  await unit.getByLabel("Sale type").selectOption("ABSOLUTE");
  await unit.getByRole("button", { name: "Save draft" }).click();
  await page.waitForURL(/unit=\d+/);
  const gaps = page.getByRole("region", { name: "Before you publish" });
  await gaps.getByText("Add at least one picture").waitFor();
  await page
    .getByLabel("Pictures", { exact: true })
    .and(page.locator("input"))
    .setInputFiles([await picture("front.jpg", "#456"), await picture("side.jpg", "#654")]);
  const tiles = page.getByRole("list", { name: "Pictures" }).getByRole("listitem");
  await expect.poll(() => tiles.count()).toBe(2);
  await tiles.nth(1).getByLabel("Description").fill("The left side");
  await tiles.nth(1).getByLabel("View").selectOption("DAMAGE");
  await expect.poll(() => tiles.nth(1).getByLabel("View").inputValue()).toBe("DAMAGE");
  // The keyboard reorders pictures, like dragging.
  await tiles.nth(1).getByRole("button", { name: /^Move/ }).focus();
  await page.keyboard.press("Space");
  await page.getByText("Position 2 of 2.").waitFor({ state: "attached" });
  await page.keyboard.press("ArrowLeft");
  await page.getByText("Position 1 of 2.").waitFor({ state: "attached" });
  await page.keyboard.press("Space");
  await expect
    .poll(() => tiles.first().getByLabel("Description").inputValue())
    .toBe("The left side");
  await gaps.getByText("Nothing is missing").waitFor();
  await gaps.getByRole("button", { name: "Publish" }).click();
  await page.getByRole("region", { name: "Available" }).waitFor();
  return Number(new URL(page.url()).searchParams.get("unit"));
}

/** Plans an auction with the newest unit and starts it now. Returns its ID. */
async function startAuction(page: Page): Promise<number> {
  await goTo(page, "tab=auctions&auction=new");
  const plan = form(page, "Auction");
  await plan.getByLabel("Name").fill("Evening sale");
  await plan.getByLabel("Time zone").selectOption("America/Chicago");
  await plan.getByLabel("Starts").fill("2032-05-01T09:00");
  await plan.getByLabel("First lot closes").fill("2032-05-01T17:00");
  await plan.getByRole("button", { name: "Add units" }).click();
  const units = page.getByRole("dialog", { name: "Add units" });
  await units.getByRole("checkbox").first().check();
  await units.getByRole("button", { name: "Add 1 unit" }).click();
  await plan.getByLabel(/^Lot number for/).fill("7A");
  await plan.getByRole("button", { name: "Save draft" }).click();
  await page.waitForURL(/auction=\d+/);
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Publish" }).click();
  await waitForText(page, "Upcoming");
  await page.getByRole("button", { name: "Start now" }).click();
  await page.getByRole("button", { name: "Start auction" }).click();
  await page.getByRole("link", { name: "Control room" }).nth(1).waitFor();
  return Number(new URL(page.url()).searchParams.get("auction"));
}

/** Imports a unit from a file, adds a picture and publishes it. Returns its ID. */
async function importUnit(page: Page, role: StaffRole): Promise<number> {
  const stock = `RUN-${role}`;
  const cells = {
    "Stock #": stock,
    Type: "Tractor",
    Year: "2019",
    Make: "Peterbilt",
    Model: "579",
    Title: "Clean",
    VIN: makeVin(role === "admin" ? "1XPBD49X0KD612399" : "1XPBD49X0KD612398"),
    Miles: "412380",
    "Odometer reading": "Actual",
    "GVWR (lb)": "52000",
    "Starting price": "900000",
    "Sale type": "Absolute",
  };
  const [headers, row] = [Object.keys(cells), Object.values(cells)];
  await goTo(page, "tab=inventory&import=1");
  await page.getByLabel("CSV or XLSX file").setInputFiles({
    name: "one.csv",
    mimeType: "text/csv",
    buffer: csv([headers, row], ","),
  });
  await page.getByRole("button", { name: "Upload file" }).click();
  await page.getByText("12 of 12 columns are matched").waitFor();
  await page.getByLabel("Yard", { exact: true }).selectOption({ index: 1 });
  await page.getByRole("button", { name: "Check rows" }).click();
  await page.getByText("1 row, none with errors").waitFor();
  await page.getByRole("button", { name: "Import 1 unit" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Import", exact: true }).click();
  await page.getByRole("heading", { name: "1 unit was imported as a draft" }).waitFor();
  await goTo(page, `tab=inventory&q=${stock}`);
  await page.getByRole("link", { name: "2019 Peterbilt 579" }).click();
  await page
    .getByLabel("Pictures", { exact: true })
    .and(page.locator("input"))
    .setInputFiles(await picture("front.jpg", "#345"));
  const gaps = page.getByRole("region", { name: "Before you publish" });
  await gaps.getByText("Nothing is missing").waitFor();
  await gaps.getByRole("button", { name: "Publish" }).click();
  await page.getByRole("region", { name: "Available" }).waitFor();
  return Number(new URL(page.url()).searchParams.get("unit"));
}

/** Staff's main ways, as tests of one role. */
export function staffWays(role: StaffRole, stageOf: () => Stage): void {
  test(`${role} enters a unit with pictures by hand and publishes it`, async () => {
    const stage = stageOf();
    const page = await openOffice(stage, role);
    const id = await enterUnit(page, role === "admin" ? "612345" : "612346");
    const [unit] = await stage.query<{ status: string; pictures: number }>(
      `SELECT status, (SELECT count(*)::int FROM inventory_images p WHERE p.inventory_id = i.id) AS pictures
      FROM inventory i WHERE id = $1`,
      [id],
    );
    expect(unit).toEqual({ status: "AVAILABLE", pictures: 2 });
  });

  test(`${role} takes a unit from import to release while two customers bid`, async () => {
    const stage = stageOf();
    const office = await openOffice(stage, role);
    const unitId = await importUnit(office, role);
    const auctionId = await startAuction(office);
    const [one, two] = [await stage.open("desktop"), await stage.open("phone")];
    await signIn(one, fleet);
    await signIn(two, { ...fleet, ...hauler });
    await setLimits(stage, 10_000_000, hauler.email);
    await one.goto(`/truck/${unitId}`, { waitUntil: "networkidle" });
    await two.goto(`/truck/${unitId}`, { waitUntil: "networkidle" });
    await bid(one);
    await panel(one).getByText("Winning").waitFor();

    // The control room shows new bids without a reload.
    await goTo(office, `tab=control&auction=${auctionId}`);
    const lot = office.getByRole("listbox", { name: "Lots" }).getByRole("option").first();
    await expect.poll(() => lot.innerText()).toContain("$900,000");
    await panel(two)
      .getByRole("button", { name: /^Bid \$90[1-9]/ })
      .waitFor();
    await bid(two);
    await panel(one).getByText("Outbid").waitFor();
    await expect.poll(() => lot.innerText()).toContain("$901,000");
    const log = office.getByRole("list", { name: "Activity" });
    await expect.poll(() => log.getByRole("listitem").count()).toBe(2);

    // Bidders see a pause and its end immediately.
    await office.getByRole("button", { name: "Pause" }).click();
    await office.getByRole("textbox", { name: "Reason" }).fill("The yard has no power");
    await office.getByRole("button", { name: "Pause auction" }).click();
    await panel(one).getByText("Paused. Bidding resumes in").waitFor();
    await office.getByRole("button", { name: "Resume now" }).click();
    await office.getByRole("button", { name: "Resume bidding", exact: true }).click();
    await panel(one).getByText("Closes in").waitFor();
    // The buttons move when this one is back.
    await office.getByRole("button", { name: "Pause", exact: true }).waitFor();

    // Bidders receive a message.
    await office.getByRole("button", { name: "Message bidders" }).click();
    await office.getByLabel("Message", { exact: true }).fill("Lot 7A closes in a minute.");
    await office.getByRole("button", { name: "Send" }).click();
    await waitForText(two, "Lot 7A closes in a minute.");

    // A mistaken bid is voided, and the other bidder leads again.
    await office.getByRole("button", { name: /^Only lot/ }).click();
    await log.getByRole("button", { name: "Void" }).first().click();
    await office.getByRole("textbox", { name: "Reason" }).fill("The bidder asked for it");
    await office.getByRole("button", { name: "Void bid" }).click();
    await panel(one).getByText("Winning").waitFor();

    await office.getByRole("button", { name: "Close x" }).click();
    await office.getByRole("textbox", { name: "Reason" }).fill("The last bid stands");
    await office.getByRole("button", { name: "Close lot" }).click();
    await panel(one).getByText("You won").waitFor();
    await office.getByText("All lots in this auction have closed.").waitFor();
    expect(await panel(two).innerText()).toContain("Sold");

    // The winner is declared, the payment recorded, and the unit released for the buyer's gate PIN.
    await goTo(office, `tab=winners&auction=${auctionId}`);
    await office.getByRole("button", { name: "Declare 1 winner" }).click();
    await office.getByRole("alertdialog").getByRole("button", { name: "Declare" }).click();
    await waitForText(office, "Winners declared");
    await goTo(office, `tab=payments&auction=${auctionId}`);
    await office.getByRole("button", { name: /^Record a payment for / }).click();
    const payment = office.getByRole("dialog");
    await payment.getByLabel("Reference").fill("FW-77");
    await payment.getByLabel("Paid invoice").setInputFiles({
      name: "paid.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from("%PDF-1.4\n"),
    });
    await payment.getByRole("button", { name: "Record payment" }).click();
    await waitForText(office, "Invoice paid");
    await one.goto("/dashboard?tab=purchased");
    const bought = one
      .getByRole("listitem")
      .filter({ has: one.locator(`a[href="/truck/${unitId}"]`) });
    await bought.getByRole("button", { name: /^Invoice / }).click();
    const invoice = one.getByRole("dialog");
    await expect
      .poll(() => invoice.innerText())
      .toMatch(/Gate PIN\. Share it only with your driver\s*\d{6}/);
    const pin =
      /Gate PIN\. Share it only with your driver\s*(\d{6})/.exec(await invoice.innerText())?.[1] ??
      "";
    await goTo(office, `tab=winners&auction=${auctionId}`);
    await office.getByRole("link", { name: "Release unit" }).click();
    const gate = office.getByRole("main");
    await gate.getByLabel("Gate PIN").fill(pin === "000000" ? "000001" : "000000");
    await gate.getByLabel("Driver").fill("Sam Ortiz");
    await gate.getByRole("button", { name: "Release unit" }).click();
    await gate.getByRole("alert").first().waitFor();
    await gate.getByLabel("Gate PIN").fill(pin);
    await gate.getByRole("button", { name: "Release unit" }).click();
    await waitForText(office, "Unit released");
    const [left] = await stage.query<{ status: string }>(
      "SELECT status FROM inventory WHERE id = $1",
      [unitId],
    );
    expect(left?.status).toBe("RELEASED");
  });

  test(`${role} acts on several units and auctions at once, and sees the result for each`, async () => {
    const stage = stageOf();
    const page = await openOffice(stage, role);
    const withdrawn = "SELECT 1 FROM inventory WHERE status = 'WITHDRAWN'";
    const before = (await stage.query(withdrawn)).length;
    await goTo(page, "tab=inventory&status=AVAILABLE");
    const units = page.getByRole("table", { name: "Units" });
    await units.getByRole("checkbox").nth(1).check();
    await units.getByRole("checkbox").nth(2).check();
    await page.getByRole("button", { name: "Withdraw" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Withdraw" }).click();
    await waitForText(page, "2 done, 0 failed.");
    await page.getByRole("button", { name: "Undo for 2 units" }).click();
    await expect
      .poll(async () => (await stage.query(withdrawn)).length, { timeout: 60_000 })
      .toBe(before);
    await page.goBack();
    await waitForText(page, "2 done, 0 failed.");
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await goTo(page, "tab=inventory&status=WITHDRAWN");
    await expect.poll(() => units.getByRole("row").count()).toBe(before === 0 ? 0 : before + 1);

    await goTo(page, "tab=auctions&view=live");
    const auctions = page.getByRole("table", { name: "Auctions" });
    await auctions.getByRole("checkbox").nth(1).check();
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await page.getByRole("button", { name: "Cancel auctions" }).click();
    const report = page.getByRole("dialog", { name: "Results" });
    await report.getByRole("listitem").first().waitFor();
    expect(await report.innerText()).toContain("you can't cancel it");
  });
}

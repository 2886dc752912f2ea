import { spendingOfUser } from "@gavelyard/contract/sales/spending";
import { dollarsToCents, formatDollars } from "@gavelyard/domain/money";
import { walkAround } from "../../server/src/demo/walk-around.ts";
import { fileURLToPath } from "node:url";
import type { Locator } from "playwright";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { accessFaults } from "../axe.ts";
import { goTo, openOffice } from "../office.ts";
import { fleet, openAwake, openStage, signIn, sizes, type Size, type Stage } from "../stage.ts";

const money = (dollars: number) => formatDollars(dollarsToCents(dollars));

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
});
afterAll(() => stage?.close());

const eachSize = Object.keys(sizes).filter((size): size is Size => size in sizes);

/** Returns a unit of a type whose report has defects. */
async function unitWithDefects(type: string): Promise<number> {
  const [unit] = await stage.query<{ id: number }>(
    `SELECT id FROM inventory WHERE inventory_type = $1 AND status IN ('IN_AUCTION', 'AVAILABLE')
       AND specs @? '$.conditionReport.sections[*] ? (@.severity != "NONE")'
     ORDER BY id LIMIT 1`,
    [type],
  );
  if (unit === undefined) throw new Error(`the demo has no ${type} with defects`);
  return unit.id;
}

describe.each(eachSize)("the drawing of a unit's condition on a %s", (size) => {
  test("links each number to its line and back, by keyboard and pointer", async () => {
    const page = await stage.open(size);
    await openAwake(page, `/truck/${await unitWithDefects("TRUCK_TRACTOR")}`);
    const condition = page.locator("section", {
      has: page.getByRole("heading", { name: "Condition" }),
    });
    const drawing = condition.getByRole("figure");
    await drawing
      .getByRole("img", { name: /^Drawing of a .*tractor from its left side$/ })
      .waitFor();
    const mark = drawing.getByRole("button", { name: /^1: .+, \d of 5\. Show in the list$/ });
    const line = condition.getByRole("button", { name: "Show 1 on the drawing" });
    const leads = async (from: Locator, to: Locator) => {
      await from.press("Enter");
      await expect.poll(() => to.evaluate((each) => each === document.activeElement)).toBe(true);
    };
    await leads(mark, line);
    await expect.poll(() => mark.getAttribute("class")).toContain("outline-amber");
    await leads(line, mark);
    await mark.blur();
    const row = condition.getByRole("listitem").first();
    await row.hover();
    await expect.poll(() => mark.getAttribute("class")).toContain("outline-amber");
    expect(await accessFaults(page, "the condition")).toEqual([]);
  });
});

test("has a mark for each finding, and none for sound parts", async () => {
  const page = await stage.open("desktop");
  for (const type of ["PICKUP", "TRAILER", "EQUIPMENT"]) {
    await openAwake(page, `/truck/${await unitWithDefects(type)}`);
    // By ID, since queries by role skip lines that are too far below the screen to be rendered.
    const lines = page.locator("[id^=list-finding-]");
    const marked = await page.locator("[id^=drawing-finding-]").count();
    expect(marked).toBeGreaterThan(0);
    expect(await lines.count()).toBe(marked);
    expect(
      await page
        .locator("li")
        .filter({ hasText: "No defect noted" })
        .filter({ has: lines })
        .count(),
    ).toBe(0);
  }
});

describe.each(eachSize)("a buyer's money on a %s", (size) => {
  test("shows the amounts held, free, paid and due", async () => {
    const [limit] = await stage.query<{ free: number }>(
      `SELECT (b.limit_cents - b.leading_cents - b.awarded_cents)::bigint / 100 AS free
        FROM bidders b JOIN users u ON u.id = b.user_id WHERE u.email = $1`,
      [fleet.email],
    );
    const page = await stage.open(size);
    // A busy server can refuse the first request, which the page repeats.
    const reply = page.waitForResponse((each) => each.url().endsWith("/spending") && each.ok());
    await signIn(page, fleet, "/dashboard");
    const newest = spendingOfUser.response.parse(await (await reply).json()).at(-1);
    if (newest === undefined) throw new Error("the demo's buyer has no invoices");
    const card = page.getByRole("region", { name: "Bid limit" });
    await card.getByRole("listitem").filter({ hasText: "Won, not paid yet" }).waitFor();
    const free = card.getByRole("listitem").filter({ hasText: "Free" });
    expect(await free.innerText()).toContain(money(Number(limit?.free)));
    const month = page
      .getByRole("region", { name: "Spending by month" })
      .getByRole("listitem")
      .first();
    expect(await month.innerText()).toContain(money(newest.total));
    expect(await month.innerText()).toContain(`${money(newest.total - newest.paid)} of it due`);
    expect(await accessFaults(page, "the dashboard")).toEqual([]);
  });
});

test("a buyer without invoices is told when they count", async () => {
  const page = await stage.open("phone");
  await signIn(
    page,
    { email: "new@demo.example", password: "first-day-at-auction-5" },
    "/dashboard",
  );
  const spending = page.getByRole("region", { name: "Spending by month" });
  await expect.poll(() => spending.innerText()).toContain("No invoices in the last 12 months.");
});

describe.each(eachSize)("the yard on a map on a %s", (size) => {
  test("marks the yard in its state, links to directions, and doesn't shift the layout", async () => {
    const page = await stage.open(size);
    await page.addInitScript(() => localStorage.setItem("zip", "79101"));
    await openAwake(page, `/truck/${await unitWithDefects("PICKUP")}`);
    const location = page.locator("section", {
      has: page.getByRole("heading", { name: "Location" }),
    });
    await location.scrollIntoViewIfNeeded();
    const height = () => location.evaluate((each) => each.getBoundingClientRect().height);
    const before = await height();
    await location.getByRole("img", { name: /^Map of .+ with .+, [A-Z]{2} marked$/ }).waitFor();
    await location.getByText(/^About [\d,]+ miles by road from 79101$/).waitFor();
    expect(await height()).toBe(before);
    const directions = location.getByRole("link", { name: /^Directions to .+, [A-Z]{2}/ });
    await directions.focus();
    const [yard] = await stage.query<{ street: string }>(
      "SELECT y.street FROM yards y JOIN inventory i ON i.yard_id = y.id WHERE i.id = $1",
      [/\d+$/.exec(page.url())?.[0]],
    );
    const to = new URL((await directions.getAttribute("href")) ?? "");
    expect(to.searchParams.get("destination")).toContain(yard?.street);
  });
});

describe.each(eachSize)("a unit's page on a %s", (size) => {
  test("explains the run condition, by keyboard and pointer", async () => {
    const [unit] = await stage.query<{ id: number }>(
      `SELECT id FROM inventory WHERE run_condition = 'RUNS_DRIVES'
        AND status IN ('IN_AUCTION', 'AVAILABLE') ORDER BY id LIMIT 1`,
    );
    const page = await stage.open(size);
    await openAwake(page, `/truck/${unit?.id}`);
    const fact = page.getByRole("button", { name: "Runs and drives: what it means" }).first();
    await fact.press("Enter");
    const sheet = page.getByRole("dialog", { name: "Runs: Runs and drives" });
    await sheet.getByText("moved under its own power in the yard").waitFor();
    await sheet.getByText("What it doesn't promise").waitFor();
    expect(await accessFaults(page, "what a run condition means")).toEqual([]);
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "detached" });
    await expect.poll(() => fact.evaluate((each) => each === document.activeElement)).toBe(true);
    await fact.click();
    await sheet.waitFor();
  });

  test("shows pictures by the kind that staff chose, and the video and 360° view that they add", async () => {
    const [unit] = await stage.query<{ id: number; pictures: number }>(
      `SELECT m.inventory_id AS id, count(*)::int AS pictures FROM inventory_images m
        JOIN inventory i ON i.id = m.inventory_id WHERE i.status = 'AVAILABLE'
        GROUP BY 1 HAVING count(*) > 4 ORDER BY 1 LIMIT 1 OFFSET ${size === "phone" ? 0 : 1}`,
    );
    if (unit === undefined) throw new Error("the demo has no unit with pictures");
    const { id, pictures } = unit;
    const office = await openOffice(
      stage,
      "support",
      size,
      `/admin-dashboard?tab=inventory&unit=${id}`,
    );
    const tiles = office.getByRole("list", { name: "Pictures" });
    for (const nth of [1, 2]) {
      await tiles
        .getByRole("checkbox", { name: /^Select: / })
        .nth(nth)
        .check();
    }
    const bulk = office.getByRole("group", { name: "Selected pictures" });
    await bulk.getByText(`2 of ${pictures} selected`).waitFor();
    expect(await accessFaults(office, "selected pictures")).toEqual([]);
    await bulk.getByLabel("View shown in selected pictures").selectOption("TIRES");
    await office.getByText("Pictures saved").waitFor();
    await bulk.getByText(`0 of ${pictures} selected`).waitFor();
    const views = tiles.getByRole("combobox", { name: "View" });
    await expect.poll(() => views.nth(2).inputValue()).toBe("TIRES");

    await office.getByLabel("Video", { exact: true }).setInputFiles(fileURLToPath(walkAround.path));
    const form = office.getByRole("form", { name: "Video: Walk-around" });
    await form.getByRole("option", { name: "A frame of the video" }).waitFor({ state: "attached" });
    await form.getByLabel("Transcript").fill("The truck from all sides.");
    await form.getByRole("button", { name: "Save video" }).click();
    await office.getByText("Video saved").waitFor();
    expect(await accessFaults(office, "a unit's videos")).toEqual([]);

    // Names have no leading zeros, and sizes grow with the number.
    const around = await Promise.all(
      [10, 2, 12, 1, 3, 4, 5, 6, 7, 8, 9, 11].map(async (number) => {
        const [width, height] = [1440 + 3 * number, 960 + 2 * number];
        const background = { r: 20 * number, g: 90, b: 250 - 20 * number };
        const create = { width, height, channels: 3, background } as const;
        const buffer = await sharp({ create }).jpeg().toBuffer();
        return { name: `side ${number}.jpg`, mimeType: "image/jpeg", buffer };
      }),
    );
    const desk = office.getByRole("region", { name: "360° view" });
    const files = desk.getByLabel("Pictures of the 360° view");
    await files.setInputFiles(around.slice(1));
    await desk.getByText("Choose 12 to 72 pictures at once.").waitFor();
    await files.setInputFiles(around);
    await desk.getByText("12 pictures", { exact: true }).waitFor();
    await desk.getByRole("button", { name: "Show 360° view" }).click();
    await desk.getByText("Drag the picture, or use the arrow keys.").waitFor();
    expect(await accessFaults(office, "a unit's 360° view")).toEqual([]);
    const frames = await stage.query<{ id: string; width: number }>(
      `SELECT m.id, m.width FROM unit_spin_frames f JOIN media m ON m.id = f.media_id
        WHERE f.inventory_id = $1 ORDER BY f.position`,
      [id],
    );
    expect(frames.map(({ width }) => (width - 1440) / 3)).toEqual(
      Array.from({ length: 12 }, (_, index) => index + 1),
    );

    // Requests of a service worker can't be intercepted.
    const page = await stage.open(size, { serviceWorkers: "block" });
    // Scrolls to the top, so that the bar covers no button.
    const toTop = () => page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    await openAwake(page, `/truck/${id}`);
    const gallery = page.getByRole("region", { name: "Pictures" });
    await gallery.getByText(`1 / ${pictures}`).waitFor();
    await gallery.getByRole("button", { name: "Tires 2" }).click();
    await gallery.getByText("1 / 2").waitFor();
    await gallery.getByRole("button", { name: "Next picture" }).click();
    await gallery.getByText("2 / 2").waitFor();
    await toTop();
    expect(await accessFaults(page, "pictures by kind")).toEqual([]);
    await gallery.getByRole("button", { name: `All ${pictures}` }).click();
    await gallery.getByText(`1 / ${pictures}`).waitFor();

    const parts: number[] = [];
    page.on("response", (response) => {
      if (response.url().includes("/media/videos/")) parts.push(response.status());
    });
    await gallery.getByRole("button", { name: "Play video: Walk-around, 0:08" }).press("Enter");
    const video = gallery.locator("video");
    const time = () => video.evaluate((each: HTMLVideoElement) => each.currentTime);
    await expect.poll(time).toBeGreaterThan(0.2);
    await video.evaluate(async (each: HTMLVideoElement) => {
      const seeked = new Promise((resolve) => each.addEventListener("seeked", resolve));
      each.pause();
      each.currentTime = 7;
      await seeked;
    });
    expect(await time()).toBeCloseTo(7);
    expect(new Set(parts)).toEqual(new Set([206]));
    await toTop();
    expect(await accessFaults(page, "a video that plays")).toEqual([]);
    await gallery.getByText("Transcript").click();
    await gallery.getByText("The truck from all sides.").waitFor();
    await gallery.getByRole("button", { name: /^Picture 2: / }).click();
    await video.waitFor({ state: "detached" });
    await gallery.getByText(`2 / ${pictures}`).waitFor();

    const third = `**/media/${frames[2]?.id}/*`;
    await page.route(third, (route) => route.abort());
    await gallery.getByRole("button", { name: "Show 360° view" }).press("Enter");
    const view = gallery.getByRole("figure", { name: "360° view" });
    await view.getByText("Couldn't load some pictures of this view.").waitFor();
    await page.unroute(third);
    await view.getByRole("button", { name: "Try again" }).click();
    await view.getByText("Drag the picture, or use the arrow keys.").waitFor();
    const shows = async (number: number) => {
      await view.getByRole("img", { name: `Frame ${number} of 12` }).waitFor();
      expect(await view.locator("img:visible").getAttribute("src")).toContain(
        frames[number - 1]?.id,
      );
    };
    const slider = view.getByRole("slider", { name: "Rotate the unit" });
    await slider.press("ArrowLeft");
    await shows(12);
    await slider.press("ArrowRight");
    await slider.press("ArrowRight");
    await shows(2);
    expect(await slider.getAttribute("aria-valuetext")).toBe("Frame 2 of 12");
    await view.scrollIntoViewIfNeeded();
    const box = await view.locator("img:visible").boundingBox();
    if (box === null) throw new Error("no picture to drag");
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    await page.mouse.move(middle.x - box.width / 4, middle.y);
    await page.mouse.up();
    await shows(5);
    await page.mouse.move(middle.x, middle.y);
    await shows(5);
    await toTop();
    expect(await accessFaults(page, "a 360° view")).toEqual([]);
  });
});

describe.each(eachSize)("trends in the office on a %s", (size) => {
  test("state their values: views of units, bids of auctions, spending of users, figures by day", async () => {
    const [seen] = await stage.query<{ id: number; stock_number: string; views: number }>(
      `SELECT i.id, i.stock_number, sum(v.views)::int AS views FROM inventory i
        JOIN unit_views v ON v.unit_id = i.id AND v.day > clock_ms()::date - 14
        GROUP BY i.id ORDER BY views DESC LIMIT 1`,
    );
    if (seen === undefined) throw new Error("the demo has no views");
    const page = await openOffice(
      stage,
      "support",
      size,
      `/admin-dashboard?tab=inventory&q=${seen.stock_number}`,
    );
    const row = page.getByRole("row").filter({ hasText: seen.stock_number });
    const trend = row.getByRole("img", { name: /^Views of .+ by day: (\d+, ){13}\d+$/ });
    await trend.waitFor();
    const days = /by day: (.+)$/.exec((await trend.getAttribute("aria-label")) ?? "")?.[1] ?? "";
    const total = days.split(", ").reduce((sum, views) => sum + Number(views), 0);
    // Somebody can open the unit's page in between.
    expect(total).toBeGreaterThanOrEqual(seen.views);
    expect(await row.innerText()).toContain(total.toLocaleString("en-US"));
    expect(await accessFaults(page, "the units")).toEqual([]);
    await goTo(page, "tab=inventory");
    const links = page.getByRole("table", { name: "Units" }).locator("a[href*='unit=']");
    await links.nth(0).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    expect(await links.nth(1).evaluate((each) => each === document.activeElement)).toBe(true);
    await goTo(page, "tab=auctions&view=live");
    await page
      .getByRole("img", { name: /^Bids in .+ over 12 equal periods: (\d+, ){11}\d+$/ })
      .first()
      .waitFor();
    expect(await accessFaults(page, "the auctions")).toEqual([]);
    await goTo(page, "tab=users&q=fleet");
    await page
      .getByRole("img", {
        name: /^Spending by Marisol Vega per month: (\$[\d,.]+, ){11}\$[\d,.]+$/,
      })
      .waitFor();
    expect(await accessFaults(page, "the users")).toEqual([]);
    await goTo(page, "tab=stats");
    await page
      .getByRole("img", { name: /^By day: from .+ to .+, at most .+/ })
      .first()
      .waitFor();
    expect(await page.getByRole("img", { name: /^By day: from/ }).count()).toBe(6);
  });
});

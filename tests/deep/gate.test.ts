import { gateCode } from "@gavelyard/domain/sales/gate-code";
import type { Locator, Page } from "playwright";
import sharp from "sharp";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { accessFaults } from "../axe.ts";
import { call, openOffice, staff, tokenOf, waitForText } from "../office.ts";
import { fleet, openStage, type Stage } from "../stage.ts";

interface PaidUnit {
  readonly awardId: number;
  readonly stockNumber: string;
  readonly gatePin: string;
}

let stage: Stage;
/** Paid units of the demo's fleet. */
const paid: PaidUnit[] = [];
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
  await stage.query(
    `UPDATE users SET withheld_permissions = '{documents,money,titles,auctions,sellers,users,settings}' WHERE email = $1`,
    [staff.support.email],
  );
  const { jwt } = await tokenOf(stage, fleet);
  const rows = await stage.query<{ id: number }>(
    `SELECT v.id FROM releases r JOIN invoices v ON v.award_id = r.award_id
      JOIN users u ON u.id = v.user_id WHERE u.email = $1 AND r.released_at IS NULL ORDER BY v.id`,
    [fleet.email],
  );
  for (const { id } of rows) {
    const { awardId, stockNumber, release } = (await (
      await call(stage, `/api/invoices/${id}`, jwt)
    ).json()) as PaidUnit & { release: PaidUnit };
    if (release.gatePin !== null) paid.push({ awardId, stockNumber, gatePin: release.gatePin });
  }
});
afterAll(() => stage?.close());

const unitAt = (index: number): PaidUnit => paid[index] ?? expect.fail("the demo has too few");
const picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: "#357" } })
  .jpeg()
  .toBuffer();

/** Counts what a thumb does; typing a PIN or a name is counted as a field, not as taps. */
function counted() {
  let taps = 0;
  return {
    tap: (what: Locator) => {
      taps += 1;
      return what.click();
    },
    taps: () => taps,
  };
}

async function openGate(unit: PaidUnit): Promise<Page> {
  const page = await openOffice(stage, "support", "phone", "/admin-dashboard");
  await page.getByRole("heading", { name: "Gate", level: 1 }).waitFor();
  const [yard] = await stage.query<{ name: string }>(
    `SELECT y.name FROM awards a JOIN lots l ON l.id = a.lot_id JOIN inventory i ON i.id = l.inventory_id
      JOIN yards y ON y.id = i.yard_id WHERE a.id = $1`,
    [unit.awardId],
  );
  await page.getByLabel("Yard").selectOption({ label: yard?.name ?? "" });
  return page;
}

async function takePicture(page: Page, press: () => Promise<void>): Promise<void> {
  const [camera] = await Promise.all([page.waitForEvent("filechooser"), press()]);
  await camera.setFiles({ name: "exit.jpg", mimeType: "image/jpeg", buffer: picture });
  await waitForText(page, "Picture saved");
}

const left = async ({ awardId }: PaidUnit) =>
  (
    await stage.query(
      `SELECT r.driver_name, r.plate, (SELECT count(*)::int FROM exit_pictures x
          WHERE x.award_id = r.award_id) AS pictures
        FROM releases r WHERE r.award_id = $1 AND r.released_at IS NOT NULL`,
      [awardId],
    )
  )[0];

test("a guard releases a unit by its PIN, with a picture, in three taps", async () => {
  const unit = unitAt(0);
  const page = await openGate(unit);
  expect(await accessFaults(page, "the gate")).toEqual([]);
  expect(await page.getByRole("main").innerText()).not.toContain("$");
  const { tap, taps } = counted();
  await tap(page.getByRole("link").filter({ hasText: unit.stockNumber }));
  expect(await accessFaults(page, "a unit at the gate")).toEqual([]);
  // The PIN's field has the focus; the keyboard's Next key leads on.
  await page.keyboard.type(unit.gatePin);
  await page.keyboard.press("Tab");
  await page.keyboard.type("Sam Ortiz");
  await page.keyboard.press("Tab");
  await page.keyboard.type("TX 4821");
  await takePicture(page, () => tap(page.getByRole("button", { name: "Take picture" })));
  await tap(page.getByRole("button", { name: "Release unit" }));
  await waitForText(page, "Unit released");
  expect(taps()).toBe(3);
  expect(await left(unit)).toEqual({ driver_name: "Sam Ortiz", plate: "TX 4821", pictures: 1 });
});

test("a guard scans the pickup paper instead, and the yard is remembered", async () => {
  const unit = unitAt(1);
  const page = await openGate(unit);
  // Only phones have a detector of codes, and this machine has no camera.
  await page.addInitScript((code) => {
    Object.assign(window, {
      BarcodeDetector: class {
        async detect() {
          return [{ rawValue: code }];
        }
      },
    });
    const canvas = document.createElement("canvas");
    const draw = () => {
      canvas.getContext("2d")?.fillRect(0, 0, 9, 9);
      requestAnimationFrame(draw);
    };
    draw();
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(10);
  }, gateCode(unit));
  await page.reload();
  const yard = page.getByLabel("Yard");
  await expect.poll(() => yard.locator("option:checked").innerText()).not.toBe("");
  await page.getByRole("link").filter({ hasText: unit.stockNumber }).waitFor();
  const { tap, taps } = counted();
  await tap(page.getByRole("button", { name: "Scan" }));
  expect(await page.getByLabel("Gate PIN").inputValue()).toBe(unit.gatePin);
  await page.getByLabel("Driver").fill("Ana Ruiz");
  await tap(page.getByRole("button", { name: "Release unit" }));
  await waitForText(page, "Unit released");
  expect(taps()).toBe(2);
  expect(await left(unit)).toMatchObject({ driver_name: "Ana Ruiz" });
});

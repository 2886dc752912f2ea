import type { Page } from "playwright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { accessFaults } from "../axe.ts";
import { call, openOffice, tokenOf, waitForText } from "../office.ts";
import { fleet, openStage, type Stage } from "../stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
});
afterAll(() => stage?.close());

/** Inserts a live sale whose lots close one second after the other. */
async function liveSale(lots: number, firstClosesInSec: number): Promise<number> {
  const [sale] = await stage.query<{ id: number }>(
    `WITH sale AS (
        INSERT INTO auctions (name, time_zone, start_time, scheduled_end_time, lifecycle)
        VALUES ('Cockpit', 'America/Chicago', clock_ms() - interval '1 hour',
          clock_ms() + interval '2 hours', 'PUBLISHED') RETURNING id),
      unit AS (
        INSERT INTO inventory (slug, stock_number, inventory_type, identifier_type, model_year, manufacturer,
          model, title_brand, yard_id, specs, starting_cents, reserve_cents, status)
        SELECT 'cockpit-' || sale.id || '-' || n, 'CK' || sale.id || '-' || n, 'TRUCK_TRACTOR', 'NONE', 2019,
          'Peterbilt', '579', 'CLEAN', (SELECT min(id) FROM yards), '{}', 100000, 200000, 'IN_AUCTION'
        FROM sale, generate_series(1, $1::int) AS n RETURNING id),
      made AS (
        INSERT INTO lots (inventory_id, auction_id, opens_at, closes_at, scheduled_closes_at,
          starting_cents, reserve_cents, lot_number, soft_close_window_sec, soft_close_extend_sec)
        SELECT u.id, sale.id, clock_ms() - interval '1 minute', at, at, 100000, 200000, nr, 20, 20
        FROM sale, (SELECT id, row_number() OVER (ORDER BY id) AS nr FROM unit) u,
          LATERAL (SELECT clock_ms() + make_interval(secs => $2 + nr) AS at) z
        RETURNING id, inventory_id, auction_id)
    SELECT min(auction_id) AS id FROM made`,
    [lots, firstClosesInSec],
  );
  const id = Number(sale?.id);
  await stage.query(
    `UPDATE inventory i SET current_lot_id = l.id FROM lots l
      WHERE l.inventory_id = i.id AND l.auction_id = $1`,
    [id],
  );
  return id;
}

const openRoom = (id: number) =>
  openOffice(stage, "admin", "desktop", `/admin-dashboard?tab=control&auction=${id}`);
const lotsOf = (page: Page) => page.getByRole("listbox", { name: "Lots" });

test("25 lots are all in view, and one is extended with two keys", async () => {
  const id = await liveSale(25, 300);
  const page = await openRoom(id);
  const lots = lotsOf(page).getByRole("option");
  await expect.poll(() => lots.count()).toBe(25);
  const inView = () =>
    lots.evaluateAll(
      (rows) =>
        rows.filter((row) => {
          const { top, bottom } = row.getBoundingClientRect();
          return top >= 0 && bottom <= window.innerHeight;
        }).length,
    );
  await expect.poll(inView).toBe(25);
  expect(await accessFaults(page, "the control room")).toEqual([]);

  const closesAt = async () =>
    (
      await stage.query<{ ms: number }>(
        `SELECT (extract(epoch FROM closes_at) * 1000)::bigint AS ms FROM lots
          WHERE auction_id = $1 AND lot_number = 1`,
        [id],
      )
    )[0]?.ms;
  const before = Number(await closesAt());
  await page.keyboard.press("e");
  await waitForText(page, "Extend lot 1 by 2 min. Why?");
  await page.keyboard.press("1");
  await waitForText(page, "Lot extended");
  expect(Number(await closesAt()) - before).toBe(120_000);
  const [row] = await stage.query<{ reason: string }>(
    `SELECT g.reason FROM ledger g JOIN lots l ON l.id = g.lot_id
      WHERE l.auction_id = $1 AND g.kind = 'EXTENSION'`,
    [id],
  );
  expect(row?.reason).toBe("Bidders are still active");
});

test("1,000 lots cost the page a screenful, and a bid shows on its line", async () => {
  const id = await liveSale(1_000, 1_800);
  const page = await openRoom(id);
  const lots = lotsOf(page).getByRole("option");
  await lots.first().waitFor();
  expect(await lots.first().getAttribute("aria-setsize")).toBe("1000");
  expect(await lots.count()).toBeLessThan(80);
  const { jwt, userId } = await tokenOf(stage, fleet);
  const units = await stage.query<{ inventory_id: number }>(
    "SELECT inventory_id FROM lots WHERE auction_id = $1 ORDER BY lot_number LIMIT 3",
    [id],
  );
  for (const { inventory_id: unit } of units) {
    const path = `/api/bids/inventory/${unit}/user/${userId}?amount=1000`;
    expect((await call(stage, path, jwt, "POST")).status).toBe(200);
  }
  await lots.filter({ hasText: "1/1" }).nth(2).waitFor();
  await page.keyboard.press("j");
  await lotsOf(page).getByRole("option", { selected: true }).filter({ hasText: /^2/ }).waitFor();
});

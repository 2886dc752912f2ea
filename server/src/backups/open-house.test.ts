import type { Pool } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { createPool } from "../db/pool.ts";
import { openAuthApp } from "../testing/auth-app.ts";
import { salesOn } from "../testing/sales.ts";
import { openHouse } from "./open-house.ts";
import { hold } from "./sql.ts";

const HOUR_MS = 3_600_000;

/** Opens a house that was restored to two hours ago, with offers and a quote about four unsold lots. */
async function heldHouse() {
  const app = await openAuthApp();
  const pool: Pool = createPool(app.ownerUrl, 1);
  onTestFinished(async () => {
    await pool.end();
    await app.close();
  });
  const staff = await app.support();
  await app.administrator();
  const sales = salesOn(app, staff);
  const lots = await sales.closedWith([1_100], [1_200], [1_300], [1_400]);
  const offer = (place: number, kind: string, status: string, endsIn: string) =>
    app.query(
      `INSERT INTO offers (lot_id, user_id, bid_id, kind, status, cents, valid_until, created_by)
        SELECT lot_id, user_id, id, $2, $3, 110000, clock_ms() + $4::interval, $5
        FROM ledger WHERE lot_id = $1 AND kind = 'BID' ORDER BY id LIMIT 1`,
      [lots[place]?.lotId, kind, status, endsIn, staff.userId],
    );
  await offer(0, "SECOND_CHANCE", "OPEN", "-1 hour");
  await offer(1, "SECOND_CHANCE", "OPEN", "-3 hours");
  await offer(2, "COUNTER_OFFER", "OPEN", "1 hour");
  await offer(3, "SECOND_CHANCE", "DECLINED", "1 hour");
  const { awardId } = await sales.declared();
  await app.query(
    `INSERT INTO deliveries (award_id, status, address, contact_name, contact_phone, instructions,
        quote_cents, quote_until, pickup_from, arrives_from, quoted_by, quoted_at)
      VALUES ($1, 'QUOTED', '{}', 'Ray', '', '', 80000, clock_ms() + interval '1 hour', current_date,
        current_date, $2, clock_ms())`,
    [awardId, staff.userId],
  );
  await hold(pool, new Date(Date.now() - 2 * HOUR_MS).toISOString());
  const byName = async () =>
    (
      await app.query(
        `SELECT 'quote' AS name, quote_until AS at FROM deliveries
          UNION ALL SELECT concat_ws(' ', kind, status, lot_id), valid_until FROM offers ORDER BY name`,
      )
    ).map(({ name, at }) => [String(name), Number(at)] as const);
  return { pool, lots, byName };
}

test("opening with the lost time moves what buyers have until then, but no ended or recorded deadline", async () => {
  const { pool, lots, byName } = await heldHouse();
  const before = new Map(await byName());
  await openHouse(pool, "extend");
  const moved = (await byName()).filter(([name, at]) => {
    const byMs = at - (before.get(name) ?? 0);
    expect(byMs === 0 || Math.abs(byMs - 2 * HOUR_MS) < 60_000).toBe(true);
    return byMs > 0;
  });
  expect(moved.map(([name]) => name)).toEqual([`SECOND_CHANCE OPEN ${lots[0]?.lotId}`, "quote"]);
});

test("opening as is moves no deadline", async () => {
  const { pool, byName } = await heldHouse();
  const before = await byName();
  await openHouse(pool, "as-is");
  expect(await byName()).toEqual(before);
});

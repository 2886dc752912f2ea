import type { Pool, PoolClient } from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { closeLots } from "../bidding/close-lots.ts";
import { Bus } from "../events/bus.ts";
import type { ProductEvent } from "../events/events.ts";
import { createPool } from "../db/pool.ts";
import { openDatabase, type TestDatabase } from "../testing/database.ts";
import { openMarketplace } from "../testing/marketplace.ts";
import { OutageWatch } from "./outage-watch.ts";

const log = pino({ level: "silent" });
let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.drop());

/**
 * Starts a process after an outage and returns the lot's result; times in seconds before now. A bid
 * that is `underWay` commits only once the process waits for it.
 */
async function startAfter(pulse: number | null, closed: number, { underWay = false } = {}) {
  const before = await openMarketplace(database);
  const bidder = await before.bidder();
  const unit = await before.lot();
  await before.bid(bidder, unit, 1_000);
  await before.close();
  const pool = createPool(database.url, 2);
  await pool.query(
    `UPDATE lots SET closes_at = clock_ms() - make_interval(secs => $2),
        decided_at = clock_ms() - interval '1 hour', opens_at = clock_ms() - interval '2 hours'
      WHERE inventory_id = $1`,
    [unit, closed],
  );
  await pool.query(
    `INSERT INTO offers (lot_id, user_id, bid_id, kind, cents, valid_until, created_by)
      SELECT lot_id, user_id, id, 'SECOND_CHANCE', 100000, clock_ms() - make_interval(secs => $2), user_id
      FROM ledger WHERE kind = 'BID' AND lot_id = (SELECT id FROM lots WHERE inventory_id = $1)`,
    [unit, closed],
  );
  await pool.query("UPDATE bidding_pulse SET at = clock_ms() - make_interval(secs => $1)", [pulse]);
  const bus = new Bus(database.url, log);
  const events: ProductEvent[] = [];
  bus.listen({ onEvent: (event) => events.push(event), onGap: () => {} });
  const watch = new OutageWatch(database.url, { bus, log });
  const bidding = await pool.connect();
  await bidding.query("BEGIN");
  if (underWay) await repeatBid(bidding, unit);
  const started = watch.start();
  if (underWay) await expect.poll(() => waiting(pool)).toBe(1);
  await bidding.query("COMMIT");
  bidding.release();
  await started;
  const { rows } = await pool.query<{
    kind: string;
    reason: string | null;
    left: number;
    /** Whether a second-chance offer that ended with the lot still does. */
    offerMoved: boolean;
  }>(
    `SELECT g.kind, g.reason, round(extract(epoch FROM l.closes_at - clock_ms()))::int AS left,
        (SELECT abs(extract(epoch FROM o.valid_until - l.closes_at)) < 0.1 FROM offers o
          WHERE o.lot_id = l.id) AS "offerMoved"
      FROM lots l JOIN ledger g ON g.lot_id = l.id AND g.seq = l.seq WHERE l.inventory_id = $1`,
    [unit],
  );
  await watch.stop();
  await pool.end();
  const notices = events.flatMap((event) =>
    event.type === "users-told" && event.event.type === "NOTICE" ? [...event.userIds] : [],
  );
  return { last: rows[0], notices, bidder: bidder.userId, isOpen: watch.isOpen };
}

/** Writes the last bid on a unit once more, and leaves it to be committed. */
async function repeatBid(tx: PoolClient, unit: number): Promise<void> {
  await tx.query("UPDATE lots SET seq = seq + 1 WHERE inventory_id = $1", [unit]);
  await tx.query(
    `INSERT INTO ledger (lot_id, seq, kind, user_id, alias_no, placed_at, closes_at, amount_cents,
        requested_cents, max_cents, bid_count, extended, leader_alias, hash)
      SELECT lot_id, seq + 1, kind, user_id, alias_no, placed_at, closes_at, amount_cents,
        requested_cents, max_cents, bid_count, extended, leader_alias, hash
      FROM ledger WHERE lot_id = (SELECT id FROM lots WHERE inventory_id = $1)`,
    [unit],
  );
}

/** Connections to the test's database that wait for a lock. */
async function waiting(db: Pool): Promise<number> {
  const { rowCount } = await db.query(
    `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rowCount ?? 0;
}

test("a lot due during an outage is extended by its length and 30 s, with an announcement (D36)", async () => {
  const { last, notices, bidder, isOpen } = await startAfter(60, 20);
  // It had 40 s left when the outage began.
  expect(last).toMatchObject({ kind: "EXTENSION", reason: "Outage", offerMoved: true });
  expect(Math.abs((last?.left ?? 0) - 70)).toBeLessThanOrEqual(5);
  expect(notices).toContain(bidder);
  expect(isOpen).toBe(true);
});

test.each([
  ["before the outage", 60, 90],
  ["in a time that is too short to be one", 1, 0.5],
  ["before the first process ever", null, 20],
])("a lot due %s doesn't change", async (_when, pulse, closed) => {
  const { last, notices } = await startAfter(pulse, closed);
  expect(last).toMatchObject({ kind: "BID" });
  expect(notices).toEqual([]);
});

test("a bid in progress when the outage began is recorded before the extension", async () => {
  const { last } = await startAfter(60, 20, { underWay: true });
  expect(last).toMatchObject({ kind: "EXTENSION", reason: "Outage" });
});

test("a lot that ran out while the machine was suspended stays open and is extended", async () => {
  const market = await openMarketplace(database);
  const pool = createPool(database.url, 2);
  const bus = new Bus(database.url, log);
  const watch = new OutageWatch(database.url, { bus, log });
  await watch.start();
  const unit = await market.lot();
  await market.bid(await market.bidder(), unit, 1_000);
  const lastStep = async () =>
    (
      await pool.query<{ kind: string }>(
        `SELECT g.kind FROM lots l JOIN ledger g ON g.lot_id = l.id AND g.seq = l.seq
          WHERE l.inventory_id = $1`,
        [unit],
      )
    ).rows[0]?.kind;
  // The wall clock goes on during the suspension, and the monotonic one stands still.
  const wallMs = Date.now();
  vi.setSystemTime(wallMs + 600_000);
  const suspended = await pool.connect();
  try {
    await suspended.query("BEGIN");
    await suspended.query("UPDATE bidding_pulse SET at = clock_ms() - interval '10 minutes'");
    await suspended.query(
      `UPDATE lots SET closes_at = clock_ms() - interval '5 minutes',
          decided_at = clock_ms() - interval '1 hour', opens_at = clock_ms() - interval '2 hours'
        WHERE inventory_id = $1`,
      [unit],
    );
    await suspended.query("COMMIT");
    await closeLots(market.context);
    await expect.poll(lastStep).toBe("EXTENSION");
  } finally {
    vi.useRealTimers();
    suspended.release();
    await watch.stop();
    await pool.end();
    await market.close();
  }
});

import type { Db } from "../db/pool.ts";
import { takeSerials } from "./serial.ts";

/** A lot's leader, price and maximum in cents, and outcome. */
export interface LotSpec {
  readonly leaderId?: number;
  readonly priceCents?: number;
  readonly maxCents?: number;
  readonly outcome?: "SOLD" | "RESERVE_NOT_MET";
}

export interface TestLot {
  readonly lotId: number;
  readonly inventoryId: number;
}

/** Inserts a unit with its lot directly, including the leader's hold. */
export async function insertLot(db: Db, spec: LotSpec = {}): Promise<TestLot> {
  const number = takeSerials();
  const { leaderId = null, priceCents = null, maxCents = priceCents, outcome = null } = spec;
  const one = async (text: string, values: unknown[]): Promise<number> => {
    const { rows } = await db.query<{ id: number }>(text, values);
    const id = rows[0]?.id;
    if (id === undefined) throw new Error("nothing was inserted");
    return id;
  };
  const yardId = await one(
    "INSERT INTO yards (name, city, state, zip, time_zone) VALUES ('Yard', 'Amarillo', 'TX', '79101', 'America/Chicago') RETURNING id",
    [],
  );
  const auctionId = await one(
    `INSERT INTO auctions (name, time_zone, start_time, scheduled_end_time, lifecycle)
      VALUES ('Amarillo Fall Sale', 'America/Chicago', clock_ms() - interval '1 day', clock_ms() + interval '1 day', 'PUBLISHED')
      RETURNING id`,
    [],
  );
  const status = outcome === null ? "IN_AUCTION" : outcome === "SOLD" ? "SOLD" : "PENDING_DECISION";
  const inventoryId = await one(
    `INSERT INTO inventory (slug, stock_number, inventory_type, identifier_type, model_year, manufacturer,
        model, title_brand, yard_id, specs, starting_cents, status)
      VALUES ($1, $2, 'TRUCK_TRACTOR', 'NONE', 2019, 'Peterbilt', '579', 'CLEAN', $3, '{}', 100000, $4)
      RETURNING id`,
    [`2019-peterbilt-579-${number}`, `T${number}`, yardId, status],
  );
  const lotId = await one(
    `INSERT INTO lots (inventory_id, auction_id, opens_at, closes_at, scheduled_closes_at, closed_at,
        outcome, starting_cents, price_cents, leader_id, leader_max_cents, lot_number,
        soft_close_window_sec, soft_close_extend_sec, proof_secret)
      VALUES ($1, $2, clock_ms() - interval '1 day', clock_ms() + interval '1 hour',
        clock_ms() + interval '1 hour', CASE WHEN $3::text IS NOT NULL THEN clock_ms() END, $3, 100000,
        $4, $5, $6, 1, 120, 120, NULL)
      RETURNING id`,
    [inventoryId, auctionId, outcome, priceCents, leaderId, maxCents],
  );
  await db.query("UPDATE inventory SET current_lot_id = $2 WHERE id = $1", [inventoryId, lotId]);
  if (leaderId !== null && outcome !== "SOLD") {
    await db.query("UPDATE bidders SET leading_cents = leading_cents + $2 WHERE user_id = $1", [
      leaderId,
      maxCents,
    ]);
  }
  return { lotId, inventoryId };
}

/** Inserts a sold lot's award and its hold on the winner's limit. */
export async function insertAward(
  db: Db,
  lotId: number,
  award: { userId: number; hammerCents: number; status: "PENDING" | "DECLARED" | "PAID" | "VOID" },
): Promise<void> {
  const { userId, hammerCents, status } = award;
  await db.query(
    `WITH alias AS (
      INSERT INTO lot_bidders (lot_id, user_id, alias_no) VALUES ($1, $2, 1)
      ON CONFLICT (lot_id, user_id) DO NOTHING),
    bid AS (
      INSERT INTO ledger (lot_id, user_id, placed_at, closes_at, amount_cents, seq, bid_count, extended, kind)
      VALUES ($1, $2, clock_ms(), clock_ms(), $3, 1, 1, false, 'BID') RETURNING id)
    INSERT INTO awards (lot_id, bid_id, user_id, hammer_cents, status) SELECT $1, id, $2, $3, $4 FROM bid`,
    [lotId, userId, hammerCents, status],
  );
  if (status === "PAID" || status === "VOID") return;
  await db.query("UPDATE bidders SET awarded_cents = awarded_cents + $2 WHERE user_id = $1", [
    userId,
    hammerCents,
  ]);
}

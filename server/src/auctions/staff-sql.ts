import type { AuctionForStaff, AuctionLine } from "@gavelyard/contract/auctions/auctions-staff";
import type { IncrementTable } from "@gavelyard/domain/bidding/bid-increments";
import { feeTableOf, type FeeSchedule } from "@gavelyard/domain/sales/fees";
import { centsToDollars } from "@gavelyard/domain/money";
import type { Db } from "../db/pool.ts";
import { auctionColumns, auctionLots, toAuction, type AuctionRow } from "./sql.ts";
import { unitTitle } from "../inventory/sql.ts";

/** SQL for whether an award with its invoice is still to be paid, also only its delivery (D62). */
export const isUnpaid = (award: string, invoice: string): string =>
  `(${award}.status IN ('PENDING', 'DECLARED') OR ${award}.status = 'PAID' AND ${invoice}.status = 'ISSUED')`;

interface StaffRow extends AuctionRow {
  readonly lifecycle: AuctionLine["lifecycle"];
  readonly soft_close_window_sec: number;
  readonly soft_close_extend_sec: number;
  readonly max_extensions: number | null;
  readonly stagger_sec: number;
  readonly payment_due_days: number;
  readonly pickup_due_days: number;
  readonly increments: IncrementTable | null;
  readonly fee_schedule: FeeSchedule | null;
  readonly bids: number;
  readonly undecided: number;
  readonly unpaid: number;
  readonly planned: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly settled_at: Date | null;
}

const staffColumns = `${auctionColumns}, a.lifecycle, a.soft_close_window_sec, a.soft_close_extend_sec,
  a.max_extensions, a.stagger_sec, a.payment_due_days, a.pickup_due_days, a.increments, a.fee_schedule,
  (SELECT coalesce(sum(l.bid_count), 0) FROM lots l WHERE l.auction_id = a.id) AS bids,
  (SELECT count(*) FROM lots l JOIN inventory i ON i.id = l.inventory_id WHERE l.auction_id = a.id
    AND (l.closed_at IS NULL OR (l.outcome = 'RESERVE_NOT_MET' AND i.current_lot_id = l.id
      AND i.status = 'PENDING_DECISION'))) AS undecided,
  (SELECT count(*) FROM lots l JOIN awards w ON w.lot_id = l.id LEFT JOIN invoices v ON v.award_id = w.id
    WHERE l.auction_id = a.id AND ${isUnpaid("w", "v")}) AS unpaid,
  (SELECT count(*) FROM planned_lots p WHERE p.auction_id = a.id) AS planned,
  a.created_at, a.updated_at, a.settled_at`;

/** SQL for an auction's status by the database's clock (D16). */
export const statusNow = `CASE WHEN a.start_time IS NULL OR coalesce(z.last_close, a.scheduled_end_time) IS NULL
    THEN 'UNKNOWN' WHEN clock_ms() < a.start_time THEN 'UPCOMING'
    WHEN clock_ms() <= coalesce(z.last_close, a.scheduled_end_time) THEN 'LIVE' ELSE 'EXPIRED' END`;

function toLine(row: StaffRow): AuctionLine {
  const { increments, fee_schedule: fees } = row;
  return {
    ...toAuction(row),
    lots: Math.max(row.lots, row.planned),
    lifecycle: row.lifecycle,
    softCloseWindowSec: row.soft_close_window_sec,
    softCloseExtendSec: row.soft_close_extend_sec,
    maxExtensions: row.max_extensions,
    staggerSec: row.stagger_sec,
    paymentDueDays: row.payment_due_days,
    pickupDueDays: row.pickup_due_days,
    increments:
      increments?.map(({ fromCents, stepCents }) => ({
        from: centsToDollars(fromCents),
        step: centsToDollars(stepCents),
      })) ?? null,
    fees: fees === null ? null : feeTableOf(fees),
    bids: row.bids,
    undecidedLots: row.undecided,
    unpaidLots: row.unpaid,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    settledAt: row.settled_at?.toISOString() ?? null,
  };
}

export interface AuctionSearch {
  readonly q?: string | undefined;
  readonly status?: readonly string[] | undefined;
  readonly lifecycle?: readonly string[] | undefined;
  /** Matches auctions that run at some time between `from` and `to`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export async function searchAuctions(
  db: Db,
  search: AuctionSearch,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<{ lines: AuctionLine[]; total: number }> {
  const some = (list: readonly string[] | undefined) =>
    list === undefined || list.length === 0 ? null : list;
  const { rows } = await db.query<StaffRow & { total: number }>(
    `SELECT ${staffColumns}, count(*) OVER () AS total FROM auctions a ${auctionLots}
      WHERE ($1::text IS NULL OR position(lower($1) in lower(a.name)) > 0)
        AND ($2::text[] IS NULL OR ${statusNow} = ANY ($2))
        AND ($3::text[] IS NULL OR a.lifecycle = ANY ($3))
        AND ($4::timestamptz IS NULL OR coalesce(z.last_close, a.scheduled_end_time) >= $4)
        AND ($5::timestamptz IS NULL OR a.start_time <= $5)
      ORDER BY coalesce(z.last_close, a.scheduled_end_time) DESC NULLS FIRST, a.id DESC
      LIMIT $6 OFFSET $7`,
    [
      search.q === undefined || search.q === "" ? null : search.q,
      some(search.status),
      some(search.lifecycle),
      search.from ?? null,
      search.to ?? null,
      size,
      page * size,
    ],
  );
  return { lines: rows.map(toLine), total: rows[0]?.total ?? 0 };
}

export async function unsettledAuctions(db: Db): Promise<AuctionLine[]> {
  const { rows } = await db.query<StaffRow>(
    `SELECT ${staffColumns} FROM auctions a ${auctionLots}
      WHERE a.lifecycle = 'PUBLISHED' AND ${statusNow} = 'EXPIRED'
      ORDER BY coalesce(z.last_close, a.scheduled_end_time), a.id LIMIT 500`,
  );
  return rows.map(toLine);
}

interface RunRow {
  readonly inventory_id: number;
  readonly lot_number: number;
  readonly lot_suffix: string;
  readonly name: string;
  readonly lot_id: number | null;
  readonly closes_at: Date | null;
}

export async function auctionForStaff(db: Db, id: number): Promise<AuctionForStaff | null> {
  const { rows } = await db.query<StaffRow>(
    `SELECT ${staffColumns} FROM auctions a ${auctionLots} WHERE a.id = $1`,
    [id],
  );
  const row = rows[0];
  if (row === undefined) return null;
  const { rows: ended } = await db.query<{ reason: string | null }>(
    `SELECT reason FROM audit_log WHERE subject_type = 'auction' AND subject_id = $1
      AND action = 'auction-moved' AND after ->> 'status' = 'EXPIRED' ORDER BY id DESC LIMIT 1`,
    [id],
  );
  const { rows: run } = await db.query<RunRow>(
    `SELECT r.inventory_id, r.lot_number, r.lot_suffix, r.lot_id, r.closes_at,
        ${unitTitle} AS name
      FROM (SELECT inventory_id, lot_number, lot_suffix, id AS lot_id, closes_at FROM lots WHERE auction_id = $1
        UNION ALL SELECT inventory_id, lot_number, lot_suffix, NULL, NULL FROM planned_lots WHERE auction_id = $1) r
      JOIN inventory i ON i.id = r.inventory_id ORDER BY r.lot_number, r.lot_suffix`,
    [id],
  );
  return {
    ...toLine(row),
    endReason: ended[0]?.reason ?? null,
    runList: run.map((lot) => ({
      inventoryId: lot.inventory_id,
      lotNumber: `${lot.lot_number}${lot.lot_suffix}`,
      name: lot.name,
      lotId: lot.lot_id,
      closesAt: lot.closes_at?.toISOString() ?? null,
    })),
  };
}

export interface LockedAuction {
  readonly id: number;
  readonly name: string;
  readonly lifecycle: AuctionLine["lifecycle"];
  readonly start_time: Date | null;
  readonly scheduled_end_time: Date | null;
  readonly stagger_sec: number;
  readonly soft_close_window_sec: number;
  readonly soft_close_extend_sec: number;
  readonly max_extensions: number | null;
  readonly increments: IncrementTable | null;
  readonly updated_at: Date;
  readonly bids: number;
  /** Whether a lot's record has begun, which includes the terms. */
  readonly begun: boolean;
  readonly last_close: Date | null;
  readonly open_lots: number;
  /** Lots whose close has passed, even if it isn't written yet. */
  readonly closed_lots: number;
  readonly now: Date;
}

/** Locks the open lots of auctions in the order of their ids, like the bid desk. */
export async function lockOpenLots(tx: Db, auctionIds: readonly number[]): Promise<void> {
  await tx.query(
    `SELECT 1 FROM lots WHERE auction_id = ANY($1::bigint[]) AND closed_at IS NULL
      ORDER BY id FOR NO KEY UPDATE`,
    [auctionIds],
  );
}

/** Locks an auction, then its open lots; null when there is none. */
export async function lockAuction(tx: Db, id: number): Promise<LockedAuction | null> {
  await tx.query("SELECT 1 FROM auctions WHERE id = $1 FOR UPDATE", [id]);
  await lockOpenLots(tx, [id]);
  const { rows } = await tx.query<LockedAuction>(
    `WITH clock AS MATERIALIZED (SELECT clock_ms() AS now)
      SELECT a.id, a.name, a.lifecycle, a.start_time, a.scheduled_end_time, a.stagger_sec,
        a.soft_close_window_sec, a.soft_close_extend_sec, a.max_extensions, a.increments, a.updated_at,
        z.bids, z.begun, z.last_close, z.lots - z.closed_lots AS open_lots, z.closed_lots, c.now
      FROM clock c CROSS JOIN auctions a CROSS JOIN LATERAL (
        SELECT coalesce(sum(l.bid_count), 0) AS bids,
          coalesce(bool_or(l.chain_head IS NOT NULL), false) AS begun, max(l.closes_at) AS last_close,
          count(*) AS lots,
          count(*) FILTER (WHERE l.closed_at IS NOT NULL OR l.closes_at < c.now) AS closed_lots
        FROM lots l WHERE l.auction_id = a.id) z
      WHERE a.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/** Returns which fee and increment tables an auction takes from Settings. */
export async function openTermsOf(
  tx: Db,
  id: number,
): Promise<{ readonly increments: boolean; readonly fees: boolean }> {
  const { rows } = await tx.query<{ increments: boolean; fees: boolean }>(
    `SELECT increments IS NULL AS increments, fee_schedule IS NULL AS fees FROM auctions WHERE id = $1`,
    [id],
  );
  return rows[0] ?? { increments: false, fees: false };
}

export type AuctionColumn =
  | "name"
  | "description"
  | "image_id"
  | "time_zone"
  | "start_time"
  | "scheduled_end_time"
  | "lifecycle"
  | "increments"
  | "soft_close_window_sec"
  | "soft_close_extend_sec"
  | "max_extensions"
  | "stagger_sec"
  | "payment_due_days"
  | "pickup_due_days"
  | "fee_schedule"
  | "increments_from_settings"
  | "fees_from_settings"
  | "taxed_by_place"
  | "created_by";

export async function insertAuction(
  tx: Db,
  columns: ReadonlyMap<AuctionColumn, unknown>,
): Promise<number> {
  const names = [...columns.keys()];
  const { rows } = await tx.query<{ id: number }>(
    `INSERT INTO auctions (${names.join(", ")}) VALUES (${names.map((_, n) => `$${n + 1}`).join(", ")})
      RETURNING id`,
    [...columns.values()],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("an auction was not written");
  return id;
}

export async function updateAuction(
  tx: Db,
  id: number,
  columns: ReadonlyMap<AuctionColumn, unknown>,
): Promise<void> {
  const sets = [...columns.keys()].map((name, n) => `${name} = $${n + 2}`);
  await tx.query(
    `UPDATE auctions SET ${[...sets, "updated_at = clock_ms()"].join(", ")} WHERE id = $1`,
    [id, ...columns.values()],
  );
}

/**
 * Copies an auction as a draft without times, its unsold units as run list; returns the id (D30).
 */
export async function copyAuction(tx: Db, id: number, userId: number): Promise<number | null> {
  const { rows } = await tx.query<{ id: number }>(
    `INSERT INTO auctions (name, description, image_id, time_zone, increments, soft_close_window_sec,
        soft_close_extend_sec, max_extensions, stagger_sec, payment_due_days, pickup_due_days,
        fee_schedule, created_by)
      SELECT left(name, 113) || ' (copy)', description, image_id, time_zone,
        CASE WHEN NOT increments_from_settings THEN increments END,
        soft_close_window_sec, soft_close_extend_sec, max_extensions, stagger_sec, payment_due_days,
        pickup_due_days, CASE WHEN NOT fees_from_settings THEN fee_schedule END, $2
      FROM auctions WHERE id = $1 RETURNING id`,
    [id, userId],
  );
  const copy = rows[0]?.id ?? null;
  if (copy === null) return null;
  await tx.query(
    `INSERT INTO planned_lots (auction_id, inventory_id, lot_number, lot_suffix)
      SELECT $2, r.inventory_id, row_number() OVER (ORDER BY r.lot_number, r.lot_suffix), ''
      FROM (SELECT inventory_id, lot_number, lot_suffix FROM lots WHERE auction_id = $1
        UNION ALL SELECT inventory_id, lot_number, lot_suffix FROM planned_lots WHERE auction_id = $1) r
      JOIN inventory i ON i.id = r.inventory_id WHERE i.status IN ('AVAILABLE', 'UNSOLD')`,
    [id, copy],
  );
  return copy;
}

/** Removes a picture from all auctions; returns their ids. */
export async function removeImage(tx: Db, imageId: string): Promise<number[]> {
  const { rows } = await tx.query<{ id: number }>(
    "UPDATE auctions SET image_id = NULL, updated_at = clock_ms() WHERE image_id = $1 RETURNING id",
    [imageId],
  );
  return rows.map((row) => row.id);
}

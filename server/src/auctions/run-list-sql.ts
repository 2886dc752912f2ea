import type { RunListUnit } from "@gavelyard/contract/auctions/run-list";
import { lotColumns, type LotRow } from "../bidding/lot-sql.ts";
import type { Db } from "../db/pool.ts";
import { unitTitle } from "../inventory/sql.ts";
import { titleColumns, type TitleColumns } from "../inventory/title-sql.ts";

export interface RunLine {
  readonly inventoryId: number;
  readonly lotNumber: number;
  readonly suffix: string;
}

export async function plannedLots(tx: Db, auctionId: number): Promise<RunLine[]> {
  const { rows } = await tx.query<RunLine>(
    `SELECT inventory_id AS "inventoryId", lot_number AS "lotNumber", lot_suffix AS suffix
      FROM planned_lots WHERE auction_id = $1 ORDER BY lot_number, lot_suffix`,
    [auctionId],
  );
  return rows;
}

export async function setPlannedLots(
  tx: Db,
  auctionId: number,
  lines: readonly RunLine[],
): Promise<void> {
  await tx.query("DELETE FROM planned_lots WHERE auction_id = $1", [auctionId]);
  await tx.query(
    `INSERT INTO planned_lots (auction_id, inventory_id, lot_number, lot_suffix)
      SELECT $1, * FROM unnest($2::bigint[], $3::int[], $4::text[])`,
    [
      auctionId,
      lines.map((line) => line.inventoryId),
      lines.map((line) => line.lotNumber),
      lines.map((line) => line.suffix),
    ],
  );
}

/** A unit's media ID, alt, width and height. */
type FirstPicture = readonly [string, string, number, number];

export interface ListedRow {
  readonly id: number;
  readonly name: string;
  readonly stock_number: string;
  readonly inventory_type: RunListUnit["inventoryType"];
  readonly model_year: number;
  readonly status: RunListUnit["inventoryStatus"];
  readonly sale_type: RunListUnit["saleType"];
  readonly starting_cents: number;
  readonly reserve_cents: number | null;
  readonly pictures: number;
  readonly has_report: boolean;
  readonly picture: FirstPicture | null;
}

/** Returns what a run list shows of its units, by ID. */
export async function listedUnits(db: Db, ids: readonly number[]): Promise<ListedRow[]> {
  const { rows } = await db.query<ListedRow>(
    `SELECT i.id, ${unitTitle} AS name, i.stock_number, i.inventory_type, i.model_year, i.status,
        i.sale_type, i.starting_cents, i.reserve_cents,
        (SELECT count(*) FROM inventory_images p WHERE p.inventory_id = i.id) AS pictures,
        coalesce(i.specs -> 'conditionReport', 'null') <> 'null' AS has_report,
        (SELECT json_build_array(m.id, p.alt, m.width, m.height) FROM inventory_images p
          JOIN media m ON m.id = p.media_id WHERE p.inventory_id = i.id AND p.position = 0) AS picture
      FROM inventory i WHERE i.id = ANY($1::bigint[]) ORDER BY i.id`,
    [ids],
  );
  return rows;
}

export interface RunUnit {
  readonly id: number;
  readonly status: string;
  readonly name: string;
  readonly planned_in: number | null;
}

/** Locks units in the order of their ids. Returns each with another draft that lists it, if any. */
export async function lockRunUnits(
  tx: Db,
  ids: readonly number[],
  auctionId: number,
): Promise<Map<number, RunUnit>> {
  const { rows } = await tx.query<RunUnit>(
    `SELECT i.id, i.status, ${unitTitle} AS name,
        (SELECT p.auction_id FROM planned_lots p WHERE p.inventory_id = i.id AND p.auction_id <> $2 LIMIT 1)
          AS planned_in
      FROM inventory i WHERE i.id = ANY($1::bigint[]) ORDER BY i.id FOR NO KEY UPDATE OF i`,
    [ids, auctionId],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export interface PlannedTitle extends TitleColumns {
  readonly id: number;
  readonly name: string;
  /** The auction's last day in its time zone, such as `2026-11-24`. */
  readonly closes_on: string;
}

/** Returns the units of a run list whose titles the house keeps (D82). */
export async function plannedTitles(tx: Db, auctionId: number): Promise<PlannedTitle[]> {
  const { rows } = await tx.query<PlannedTitle>(
    `SELECT i.id, ${unitTitle} AS name, i.vin, i.title_brand, i.odometer, ${titleColumns},
        (a.scheduled_end_time AT TIME ZONE a.time_zone)::date::text AS closes_on
      FROM planned_lots p JOIN auctions a ON a.id = p.auction_id JOIN inventory i ON i.id = p.inventory_id
      WHERE p.auction_id = $1 AND EXISTS (SELECT FROM title_events e WHERE e.inventory_id = i.id)
      ORDER BY p.lot_number, p.lot_suffix`,
    [auctionId],
  );
  return rows;
}

/** Turns a run list into lots with staggered closes (D17), and marks the units as IN_AUCTION. */
export async function openPlannedLots(tx: Db, auctionId: number): Promise<number> {
  const { rowCount } = await tx.query(
    `WITH opened AS (
        INSERT INTO lots (inventory_id, auction_id, opens_at, closes_at, scheduled_closes_at, starting_cents,
          reserve_cents, lot_number, lot_suffix, soft_close_window_sec, soft_close_extend_sec,
          max_extensions, increments)
        SELECT p.inventory_id, a.id, a.start_time, t.at, t.at, i.starting_cents, i.reserve_cents,
          p.lot_number, p.lot_suffix, a.soft_close_window_sec, a.soft_close_extend_sec, a.max_extensions,
          a.increments
        FROM auctions a JOIN planned_lots p ON p.auction_id = a.id JOIN inventory i ON i.id = p.inventory_id,
          LATERAL (SELECT a.scheduled_end_time + make_interval(secs => a.stagger_sec * (
            SELECT count(*) FROM planned_lots e WHERE e.auction_id = a.id
              AND (e.lot_number, e.lot_suffix) < (p.lot_number, p.lot_suffix))) AS at) t
        WHERE a.id = $1 RETURNING id, inventory_id
      ), listed AS (
        UPDATE inventory i SET status = 'IN_AUCTION', current_lot_id = opened.id, updated_at = clock_ms()
        FROM opened WHERE i.id = opened.inventory_id
      )
      DELETE FROM planned_lots WHERE auction_id = $1`,
    [auctionId],
  );
  return rowCount ?? 0;
}

/**
 * Reads an auction's lots that are open at `now`, by number. Leaves out lots whose close has
 * passed, even if it isn't written yet, or a bidder was already told so: nothing may move them
 * (D16).
 */
export async function openLots(tx: Db, auctionId: number, now: Date): Promise<LotRow[]> {
  const { rows } = await tx.query<LotRow>(
    `SELECT ${lotColumns} FROM lots l JOIN inventory i ON i.id = l.inventory_id
      WHERE l.auction_id = $1 AND l.closed_at IS NULL AND l.closes_at >= greatest($2, l.decided_at)
      ORDER BY l.lot_number, l.lot_suffix`,
    [auctionId, now],
  );
  return rows;
}

/** Returns the aliases of the leaders of lots, by lot. */
export async function leaderAliases(
  tx: Db,
  lotIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await tx.query<{ lot_id: number; alias_no: number }>(
    `SELECT b.lot_id, b.alias_no FROM lots l
      JOIN lot_bidders b ON b.lot_id = l.id AND b.user_id = l.leader_id WHERE l.id = ANY($1::bigint[])`,
    [lotIds],
  );
  return new Map(rows.map((row) => [row.lot_id, row.alias_no]));
}

export async function setLotTerms(tx: Db, auctionId: number): Promise<void> {
  await tx.query(
    `UPDATE lots l SET soft_close_window_sec = a.soft_close_window_sec,
        soft_close_extend_sec = a.soft_close_extend_sec, max_extensions = a.max_extensions,
        increments = a.increments
      FROM auctions a WHERE a.id = $1 AND l.auction_id = a.id AND l.closed_at IS NULL AND l.bid_count = 0
        AND l.chain_head IS NULL`,
    [auctionId],
  );
}

export interface LotTimes {
  readonly lotId: number;
  readonly opensAtMs: number;
  readonly closesAtMs: number;
  readonly seq: number;
  /** Of its chain after the move; null where the move isn't on record. */
  readonly head: string | null;
}

/** Writes new times of open lots, as decided at `now`. */
export async function moveLots(tx: Db, moves: readonly LotTimes[], now: Date): Promise<void> {
  const iso = (ms: number) => new Date(ms).toISOString();
  await tx.query(
    `UPDATE lots l SET opens_at = m.opens_at, closes_at = m.closes_at, scheduled_closes_at = m.closes_at,
        seq = m.seq, chain_head = coalesce(decode(m.head, 'hex'), l.chain_head),
        decided_at = greatest(l.decided_at, $6)
      FROM unnest($1::bigint[], $2::timestamptz[], $3::timestamptz[], $4::int[], $5::text[])
        AS m(id, opens_at, closes_at, seq, head) WHERE l.id = m.id`,
    [
      moves.map((move) => move.lotId),
      moves.map((move) => iso(move.opensAtMs)),
      moves.map((move) => iso(move.closesAtMs)),
      moves.map((move) => move.seq),
      moves.map((move) => move.head),
      now,
    ],
  );
}

/** Deletes an auction's lots without ledger rows; their units become available again. */
export async function removeLots(tx: Db, auctionId: number): Promise<void> {
  await tx.query(
    `UPDATE inventory i SET status = 'AVAILABLE', updated_at = clock_ms(), current_lot_id = (
        SELECT max(o.id) FROM lots o WHERE o.inventory_id = i.id AND o.auction_id <> $1)
      FROM lots l WHERE l.auction_id = $1 AND l.seq = 0 AND i.current_lot_id = l.id`,
    [auctionId],
  );
  await tx.query("DELETE FROM lots WHERE auction_id = $1 AND seq = 0", [auctionId]);
}

/** A line of a printed run list or catalog. Money is in cents. */
export interface PrintedLot {
  /** With its suffix: "12A". */
  readonly lotNumber: string;
  readonly stockNumber: string;
  readonly name: string;
  readonly vin: string | null;
  readonly odometer: number | null;
  readonly odometerUnit: "MI" | "KM";
  readonly titleBrand: string;
  readonly place: string;
  readonly startingCents: number;
  readonly reserveCents: number | null;
}

/** Returns the lots of an auction, or the units that its draft plans, in their order. */
export async function printedLots(db: Db, auctionId: number): Promise<PrintedLot[]> {
  const { rows } = await db.query<PrintedLot>(
    `SELECT r.lot_number || r.lot_suffix AS "lotNumber", i.stock_number AS "stockNumber",
        ${unitTitle} AS name, i.vin, i.odometer, i.odometer_unit AS "odometerUnit",
        i.title_brand AS "titleBrand", y.city || ', ' || y.state AS place,
        coalesce(r.starting_cents, i.starting_cents) AS "startingCents",
        CASE WHEN r.is_lot THEN r.reserve_cents ELSE i.reserve_cents END AS "reserveCents"
      FROM (SELECT inventory_id, lot_number, lot_suffix, starting_cents, reserve_cents, true AS is_lot
          FROM lots WHERE auction_id = $1
        UNION ALL SELECT inventory_id, lot_number, lot_suffix, NULL, NULL, false
          FROM planned_lots WHERE auction_id = $1) r
        JOIN inventory i ON i.id = r.inventory_id JOIN yards y ON y.id = i.yard_id
      ORDER BY r.lot_number, r.lot_suffix`,
    [auctionId],
  );
  return rows;
}

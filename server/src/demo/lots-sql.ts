import type { LotOutcome } from "@gavelyard/domain/sales/settlement";
import type { InventoryStatus } from "@gavelyard/contract/inventory/inventory-fields";
import type { PoolClient } from "pg";
import type { PlannedAuction } from "./auction-plan.ts";
import { LotChain, insertOpenings, type UnchainedRow } from "../bidding/chain-sql.ts";
import { lotColumns, type LotRow } from "../bidding/lot-sql.ts";
import { publishRoots } from "../bidding/roots-sql.ts";
import { insertLedger, notRequested } from "../bidding/ledger-sql.ts";
import { forgetSums } from "../reports/sums-sql.ts";
import { insertRows } from "./insert-rows.ts";
import type { PastBidding } from "./past-bidding.ts";

export interface LotToWrite {
  readonly inventoryId: number;
  readonly auctionId: number;
  readonly lotNumber: number;
  readonly scheduledClosesMs: number;
  readonly bidding: PastBidding;
}

export interface AwardToWrite {
  readonly inventoryId: number;
  /** `seq` of the winning bid. */
  readonly seq: number;
  readonly userId: number;
  readonly hammerCents: number;
  readonly status: "PENDING" | "DECLARED" | "PAID";
  readonly createdMs: number;
  readonly dueMs: number;
}

const iso = (ms: number) => new Date(ms).toISOString();

export async function insertAuction(
  tx: PoolClient,
  auction: PlannedAuction,
  settled: boolean,
): Promise<number> {
  const last = auction.closesMs.at(-1) ?? auction.startMs;
  const { rows } = await tx.query<{ id: number }>(
    `INSERT INTO auctions (name, description, time_zone, start_time, scheduled_end_time, lifecycle, stagger_sec, created_at, settled_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, least(clock_ms(), $4::timestamptz - interval '6 days'), $8) RETURNING id`,
    [
      auction.name,
      auction.description,
      auction.timeZone,
      iso(auction.startMs),
      iso(last),
      settled ? "SETTLED" : "PUBLISHED",
      auction.staggerSec,
      settled ? iso(last + 6 * 86_400_000) : null,
    ],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("an auction was not written");
  return id;
}

/** Inserts lots with their ledgers and aliases, and makes each the current lot of its unit. */
export async function insertLots(tx: PoolClient, lots: readonly LotToWrite[]): Promise<void> {
  await insertRows(
    tx,
    "lots",
    {
      inventory_id: "bigint",
      auction_id: "bigint",
      opens_at: "timestamptz",
      closes_at: "timestamptz",
      scheduled_closes_at: "timestamptz",
      closed_at: "timestamptz",
      starting_cents: "bigint",
      reserve_cents: "bigint",
      price_cents: "bigint",
      leader_id: "bigint",
      leader_max_cents: "bigint",
      seq: "int",
      bid_count: "int",
      alias_count: "int",
      extensions: "int",
      lot_number: "smallint",
      soft_close_window_sec: "smallint",
      soft_close_extend_sec: "smallint",
      outcome: "text",
    },
    lots.map(({ inventoryId, auctionId, lotNumber, scheduledClosesMs, bidding }) => {
      const { state, aliases, closedAtMs, outcome } = bidding;
      return {
        inventory_id: inventoryId,
        auction_id: auctionId,
        opens_at: iso(state.opensAtMs),
        closes_at: iso(state.closesAtMs),
        scheduled_closes_at: iso(scheduledClosesMs),
        closed_at: closedAtMs === null ? null : iso(closedAtMs),
        starting_cents: state.startingCents,
        reserve_cents: state.reserveCents,
        price_cents: state.priceCents,
        leader_id: state.leader?.userId ?? null,
        leader_max_cents: state.leader?.maxCents ?? null,
        seq: state.seq,
        bid_count: state.bidCount,
        alias_count: aliases.length,
        extensions: state.extensions,
        lot_number: lotNumber,
        soft_close_window_sec: state.softCloseWindowSec,
        soft_close_extend_sec: state.softCloseExtendSec,
        outcome,
      };
    }),
  );
  const auctionIds = [...new Set(lots.map(({ auctionId }) => auctionId))];
  const { rows } = await tx.query<LotRow>(
    `SELECT ${lotColumns} FROM lots l JOIN inventory i ON i.id = l.inventory_id
      WHERE l.auction_id = ANY($1::bigint[])`,
    [auctionIds],
  );
  const written = new Map(rows.map((row) => [row.inventory_id, row]));
  await insertRows(
    tx,
    "lot_bidders",
    { lot_id: "bigint", user_id: "bigint", alias_no: "int" },
    lots.flatMap(({ inventoryId, bidding }) =>
      bidding.aliases.map((userId, index) => ({
        lot_id: written.get(inventoryId)?.id,
        user_id: userId,
        alias_no: index + 1,
      })),
    ),
  );
  await insertLedgers(tx, lots, written);
  await tx.query(
    "UPDATE inventory i SET current_lot_id = l.id FROM lots l WHERE l.inventory_id = i.id AND l.auction_id = ANY($1::bigint[])",
    [auctionIds],
  );
}

/**
 * Drops the daily sums from the first played bid on, because they were computed without these bids.
 */
async function dropPlayedDays(tx: PoolClient, rows: readonly { placedAtMs: number }[]) {
  const first = rows.reduce((earliest, { placedAtMs }) => Math.min(earliest, placedAtMs), Infinity);
  if (Number.isFinite(first)) await forgetSums(tx, new Date(first));
}

/**
 * Inserts the rows in chronological order, so that ledger ids and the list of roots follow it too.
 */
async function insertLedgers(
  tx: PoolClient,
  lots: readonly LotToWrite[],
  written: ReadonlyMap<number, LotRow>,
): Promise<void> {
  const chained = lots.flatMap((lot) => {
    const row = written.get(lot.inventoryId);
    return row === undefined || lot.bidding.rows.length === 0 ? [] : [chainOf(lot, row)];
  });
  const rows = chained.flatMap(({ rows }) => rows);
  await insertLedger(
    tx,
    rows.toSorted((one, other) => one.placedAtMs - other.placedAtMs || one.seq - other.seq),
  );
  await dropPlayedDays(tx, rows);
  await insertOpenings(
    tx,
    chained.map(({ chain }) => chain),
  );
  await tx.query(
    "UPDATE lots l SET chain_head = decode(c.head, 'hex') FROM unnest($1::bigint[], $2::text[]) AS c(id, head) WHERE l.id = c.id",
    [chained.map(({ lotId }) => lotId), chained.map(({ chain }) => chain.head)],
  );
  const closed = chained.flatMap(({ lotId, chain, closedAtMs }) =>
    closedAtMs === null || chain.head === null ? [] : [{ lotId, root: chain.head, closedAtMs }],
  );
  await publishRoots(
    tx,
    closed.toSorted((one, other) => one.closedAtMs - other.closedAtMs || one.lotId - other.lotId),
  );
}

/** Chains the rows of a played lot action by action, as real bids are. */
function chainOf({ scheduledClosesMs, bidding }: LotToWrite, row: LotRow) {
  const chain = new LotChain({ ...row, closes_at: new Date(scheduledClosesMs), chain_head: null });
  let aliases = 0;
  const rows = bidding.rows.flatMap((past, index) => {
    // A proxy bid belongs to the same action as the bid that triggers it.
    const answer = bidding.rows[index + 1]?.kind === "PROXY" ? bidding.rows[index + 1] : undefined;
    if (past.kind === "PROXY") return [];
    const act = (answer === undefined ? [past] : [past, answer]).map((each): UnchainedRow => ({
      ...each,
      lotId: row.id,
      ...notRequested,
    }));
    const newBidder = (past.aliasNo ?? 0) > aliases;
    if (newBidder) aliases = past.aliasNo ?? aliases;
    return chain.add(act, (answer ?? past).aliasNo, { newBidder, outcome: bidding.outcome });
  });
  return { lotId: row.id, chain, rows, closedAtMs: bidding.closedAtMs };
}

export async function insertAwards(tx: PoolClient, awards: readonly AwardToWrite[]): Promise<void> {
  await tx.query(
    `INSERT INTO awards (lot_id, bid_id, user_id, hammer_cents, status, created_at, declared_at, payment_due_at)
      SELECT g.lot_id, g.id, r.user_id, r.hammer_cents, r.status, r.created_at,
        CASE WHEN r.status <> 'PENDING' THEN r.created_at + interval '3 hours' END, r.due_at
      FROM jsonb_to_recordset($1::jsonb) AS r(inventory_id bigint, seq int, user_id bigint,
        hammer_cents bigint, status text, created_at timestamptz, due_at timestamptz)
      JOIN inventory i ON i.id = r.inventory_id JOIN ledger g ON g.lot_id = i.current_lot_id AND g.seq = r.seq
      ORDER BY r.created_at`,
    [
      JSON.stringify(
        awards.map((award) => ({
          inventory_id: award.inventoryId,
          seq: award.seq,
          user_id: award.userId,
          hammer_cents: award.hammerCents,
          status: award.status,
          created_at: iso(award.createdMs),
          due_at: iso(award.dueMs),
        })),
      ),
    ],
  );
}

export async function setUnitStatuses(
  tx: PoolClient,
  statuses: readonly { readonly inventoryId: number; readonly status: InventoryStatus }[],
): Promise<void> {
  await tx.query(
    `UPDATE inventory i SET status = r.status FROM unnest($1::bigint[], $2::text[]) AS r(id, status) WHERE i.id = r.id`,
    [statuses.map(({ inventoryId }) => inventoryId), statuses.map(({ status }) => status)],
  );
}

/** Returns a unit's status by its lot's outcome and the lot's age (D27 to D29). */
export function statusAfter(outcome: LotOutcome | null, ageMs: number): InventoryStatus {
  const days = ageMs / 86_400_000;
  switch (outcome) {
    case null:
      return "IN_AUCTION";
    case "SOLD":
      if (days > 10) return "RELEASED";
      return days > 4 ? "PAID" : "SOLD";
    case "RESERVE_NOT_MET":
      return days > 1 ? "UNSOLD" : "PENDING_DECISION";
    case "NO_BIDS":
      return "UNSOLD";
  }
}

/** Inserts daily view counts for units during their lots. More bids mean more views. */
export async function insertViews(tx: PoolClient, now: Date): Promise<void> {
  await tx.query(
    `INSERT INTO unit_views (unit_id, day, views)
      SELECT l.inventory_id, d.day::date, sum(3 + (l.inventory_id * 7 + extract(day FROM d.day)::int * 5) % 11
        + 6 * (SELECT count(*) FROM ledger g WHERE g.lot_id = l.id AND g.kind IN ('BID', 'RAISE')
          AND g.placed_at >= d.day AND g.placed_at < d.day + interval '1 day'))
      FROM lots l CROSS JOIN LATERAL generate_series(date_trunc('day', l.opens_at),
        least(l.closes_at, $1::timestamptz), interval '1 day') AS d(day)
      GROUP BY 1, 2`,
    [now],
  );
}

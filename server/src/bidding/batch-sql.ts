import type { LotState } from "@gavelyard/domain/bidding/bidding";
import {
  bigints,
  packedArray,
  rowArrays,
  selectArrays,
  textArray,
  type ArrayColumn,
} from "../db/row-arrays.ts";
import { prepared, type Statement } from "../db/statement.ts";
import { lotColumns, type LotRow } from "./lot-sql.ts";

/** Whether a batch waits for lots that another transaction has locked, or skips them. */
export type LockedLots = "skip" | "wait";

/** An empty commit, to wait for a standby. */
export const mark = prepared("copy-mark", "SELECT pg_logical_emit_message(true, 'gavelyard', '')");

/** Locks the units' open lots in the order of their ids. */
export function lotsLock(unitIds: readonly number[], lockedLots: LockedLots): Statement<LotRow> {
  return prepared(
    `bid-lots-${lockedLots}`,
    // The `+ 0` sorts after the lookup; in the order of an index it would read every lot.
    `SELECT ${lotColumns} FROM lots l JOIN inventory i ON i.id = l.inventory_id
      WHERE l.inventory_id = ANY($1::bigint[]) AND l.closed_at IS NULL
      ORDER BY l.id + 0 FOR NO KEY UPDATE OF l ${lockedLots === "skip" ? "SKIP LOCKED" : ""}`,
    [bigints(unitIds)],
  );
}

/** Reads the database's clock. Runs after the locks, since those may have to wait. */
export const clock = prepared<{
  now: Date;
  /** Whether the server waits for a standby before it confirms a commit. */
  copied: boolean;
}>(
  "bid-clock",
  "SELECT clock_ms() AS now, current_setting('synchronous_standby_names') <> '' AS copied",
);

export interface BidderRow {
  readonly user_id: number;
  readonly limit_cents: number;
  readonly leading_cents: number;
  readonly awarded_cents: number;
  readonly status: string;
  readonly role: string;
}

/** Locks the bidders and the leaders of the units' open lots in the order of their ids. */
export function biddersLock(
  userIds: readonly number[],
  unitIds: readonly number[],
): Statement<BidderRow> {
  return prepared(
    "bid-bidders",
    `SELECT b.user_id, b.limit_cents, b.leading_cents, b.awarded_cents, u.status, u.role
      FROM bidders b JOIN users u ON u.id = b.user_id
      WHERE b.user_id = ANY(ARRAY(
        SELECT unnest($1::bigint[])
        UNION SELECT l.leader_id FROM lots l WHERE l.inventory_id = ANY($2::bigint[]) AND l.closed_at IS NULL))
      ORDER BY b.user_id + 0 FOR NO KEY UPDATE OF b`,
    [bigints(userIds), bigints(unitIds)],
  );
}

export interface AliasRow {
  readonly lot_id: number;
  readonly user_id: number;
  readonly alias_no: number;
}

/** Reads the aliases of bidders and leaders on the units' open lots; null where there is none. */
export function aliasesOf(
  pairs: readonly { readonly userId: number; readonly inventoryId: number }[],
): Statement<Omit<AliasRow, "alias_no"> & { readonly alias_no: number | null }> {
  return prepared(
    "bid-aliases",
    // Looked up one by one: a plan made while a table is empty would scan it forever.
    `SELECT n.lot_id, n.user_id,
        (SELECT a.alias_no FROM lot_bidders a WHERE a.lot_id = n.lot_id AND a.user_id = n.user_id) AS alias_no
      FROM (
        SELECT p.user_id, (SELECT l.id FROM lots l
            WHERE l.inventory_id = p.inventory_id AND l.closed_at IS NULL) AS lot_id
          FROM unnest($1::bigint[], $2::bigint[]) AS p(user_id, inventory_id)
        UNION SELECT l.leader_id, l.id FROM lots l
          WHERE l.inventory_id = ANY($2::bigint[]) AND l.closed_at IS NULL) n`,
    [bigints(pairs.map(({ userId }) => userId)), bigints(pairs.map((pair) => pair.inventoryId))],
  );
}

export interface KeyOfUser {
  readonly userId: number;
  readonly key: string;
}

const keyArrays = (keys: readonly KeyOfUser[]) => [
  bigints(keys.map(({ userId }) => userId)),
  textArray(keys.map(({ key }) => key)),
];

export interface EarlierBidRow extends Pick<
  LotRow,
  "inventory_id" | "starting_cents" | "reserve_cents" | "increments" | "proof_secret"
> {
  readonly idempotency_key: string;
  readonly request: string;
  readonly id: number;
  readonly lot_id: number;
  readonly user_id: number;
  readonly alias_no: number;
  readonly seq: number;
  readonly placed_at: Date;
  readonly closes_at: Date;
  readonly amount_cents: number;
  readonly requested_cents: number;
  readonly max_cents: number;
  readonly bid_count: number;
  readonly extended: boolean;
  readonly proxy_cents: number | null;
  readonly step_hash: string | null;
}

export function earlierBids(keys: readonly KeyOfUser[]): Statement<EarlierBidRow> | null {
  if (keys.length === 0) return null;
  return prepared(
    "bid-earlier-bids",
    `SELECT b.idempotency_key, b.request, b.id, b.lot_id, b.user_id, b.alias_no, b.seq, b.placed_at,
        b.closes_at, b.amount_cents, b.requested_cents, b.max_cents, b.bid_count, b.extended,
        p.amount_cents AS proxy_cents, encode(b.hash, 'hex') AS step_hash,
        encode(l.proof_secret, 'hex') AS proof_secret, l.inventory_id, l.starting_cents, l.reserve_cents,
        l.increments
      FROM unnest($1::bigint[], $2::text[]) AS k(user_id, key)
      JOIN ledger b ON b.user_id = k.user_id AND b.idempotency_key = k.key
      JOIN lots l ON l.id = b.lot_id
      LEFT JOIN ledger p ON p.lot_id = b.lot_id AND p.seq = b.seq + 1 AND p.kind = 'PROXY'`,
    keyArrays(keys),
  );
}

export interface EarlierRefusalRow {
  readonly user_id: number;
  readonly idempotency_key: string;
  readonly request: string;
  readonly status: number;
  readonly answer: unknown;
}

export function earlierRefusals(keys: readonly KeyOfUser[]): Statement<EarlierRefusalRow> | null {
  if (keys.length === 0) return null;
  return prepared(
    "bid-earlier-refusals",
    `SELECT r.user_id, r.idempotency_key, r.request, r.status, r.answer
      FROM unnest($1::bigint[], $2::text[]) AS k(user_id, key)
      JOIN refused_requests r ON r.user_id = k.user_id AND r.idempotency_key = k.key`,
    keyArrays(keys),
  );
}

/** An account that acts or acted for the seller of an open lot. */
export interface SellerAccountRow {
  readonly lot_id: number;
  readonly user_id: number;
  /** Null while it does. */
  readonly left_at: Date | null;
}

/**
 * Reads which bidders act for the sellers of the units' open lots (D93). Runs after the bidders are
 * locked, since making one a member locks it first.
 */
export function sellerAccounts(
  userIds: readonly number[],
  unitIds: readonly number[],
): Statement<SellerAccountRow> {
  return prepared(
    "bid-seller-accounts",
    `SELECT l.id AS lot_id, a.user_id, a.left_at
      FROM lots l JOIN seller_accounts a ON a.seller_id = l.seller_id
      WHERE l.inventory_id = ANY($2::bigint[]) AND l.closed_at IS NULL AND l.seller_id IS NOT NULL
        AND a.user_id = ANY($1::bigint[])`,
    [bigints(userIds), bigints(unitIds)],
  );
}

export interface RaisedBidRow {
  readonly id: number;
  readonly lot_id: number;
  readonly closes_at: Date;
  /** Whether it was neither retracted, voided nor lapsed. */
  readonly stands: boolean;
}

export function raisedBids(bidIds: readonly number[]): Statement<RaisedBidRow> | null {
  if (bidIds.length === 0) return null;
  return prepared(
    "bid-raised",
    `SELECT g.id, g.lot_id, l.closes_at,
        NOT EXISTS (SELECT FROM ledger u WHERE u.lot_id = g.lot_id AND u.undoes_seq = g.seq)
          AND NOT EXISTS (SELECT FROM ledger p WHERE p.lot_id = g.lot_id AND p.kind = 'LAPSE'
            AND p.user_id = g.user_id AND p.seq > g.seq) AS stands
      FROM ledger g JOIN lots l ON l.id = g.lot_id WHERE g.id = ANY($1::bigint[])`,
    [bigints(bidIds)],
  );
}

/** The last lot of a unit that has no lot to lock. */
export interface OtherLotRow {
  readonly inventory_id: number;
  readonly closes_at: Date;
  /** Null while it is open, which means that another transaction has locked it. */
  readonly closed_at: Date | null;
}

export function otherLots(unitIds: readonly number[]): Statement<OtherLotRow> | null {
  if (unitIds.length === 0) return null;
  return prepared(
    "bid-other-lots",
    `SELECT DISTINCT ON (inventory_id) inventory_id, closes_at, closed_at FROM lots
      WHERE inventory_id = ANY($1::bigint[]) ORDER BY inventory_id, closed_at DESC NULLS FIRST`,
    [bigints(unitIds)],
  );
}

export interface LotChange {
  readonly lotId: number;
  readonly aliasCount: number;
  readonly state: LotState;
  /** The chain's new head; null leaves it unchanged. */
  readonly chainHead: string | null;
  readonly decidedAtMs: number;
}

const lotChangeColumns: readonly ArrayColumn<LotChange>[] = [
  { name: "id", type: "bigint", of: ({ lotId }) => lotId },
  { name: "seq", type: "int", of: ({ state }) => state.seq },
  { name: "bid_count", type: "int", of: ({ state }) => state.bidCount },
  { name: "price_cents", type: "bigint", of: ({ state }) => state.priceCents },
  { name: "leader_id", type: "bigint", of: ({ state }) => state.leader?.userId ?? null },
  { name: "leader_max_cents", type: "bigint", of: ({ state }) => state.leader?.maxCents ?? null },
  { name: "closes_at", type: "timestamptz", of: ({ state }) => state.closesAtMs },
  { name: "extensions", type: "int", of: ({ state }) => state.extensions },
  { name: "alias_count", type: "int", of: ({ aliasCount }) => aliasCount },
  { name: "chain_head", type: "bytea", of: ({ chainHead }) => chainHead },
  { name: "decided_at", type: "timestamptz", of: ({ decidedAtMs }) => decidedAtMs },
];

export function lotsUpdate(changes: readonly LotChange[]): Statement | null {
  if (changes.length === 0) return null;
  return prepared(
    "bid-lots-update",
    `UPDATE lots l SET seq = c.seq, bid_count = c.bid_count, price_cents = c.price_cents,
        leader_id = c.leader_id, leader_max_cents = c.leader_max_cents, closes_at = c.closes_at,
        extensions = c.extensions, alias_count = c.alias_count,
        chain_head = coalesce(c.chain_head, l.chain_head), decided_at = c.decided_at
      FROM (${selectArrays(lotChangeColumns)}) c WHERE l.id = c.id`,
    rowArrays(lotChangeColumns, changes),
  );
}

/** A change to a bidder's holds, in cents. */
export interface HoldChange {
  readonly userId: number;
  readonly deltaCents: number;
}

/** Changes the holds of locked bidders. A constraint rejects more than the limit. */
export function holdsUpdate(changes: readonly HoldChange[]): Statement | null {
  if (changes.length === 0) return null;
  return prepared(
    "bid-holds-update",
    `UPDATE bidders b SET leading_cents = b.leading_cents + c.delta
      FROM unnest($1::bigint[], $2::bigint[]) AS c(id, delta) WHERE b.user_id = c.id`,
    [
      bigints(changes.map(({ userId }) => userId)),
      bigints(changes.map(({ deltaCents }) => deltaCents)),
    ],
  );
}

export function aliasesInsertion(aliases: readonly AliasRow[]): Statement | null {
  if (aliases.length === 0) return null;
  return prepared(
    "bid-aliases-insert",
    `INSERT INTO lot_bidders (lot_id, user_id, alias_no)
      SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::int[])`,
    [
      bigints(aliases.map((alias) => alias.lot_id)),
      bigints(aliases.map((alias) => alias.user_id)),
      packedArray(
        "int",
        aliases.map((alias) => alias.alias_no),
      ),
    ],
  );
}

export interface NewRefusal {
  readonly userId: number;
  readonly key: string;
  readonly request: string;
  readonly status: number;
  readonly answer: unknown;
}

/** Stores refusals under their keys, so that a retry gets the same answer (D14). */
export function refusalsInsertion(refusals: readonly NewRefusal[]): Statement | null {
  if (refusals.length === 0) return null;
  return prepared(
    "bid-refusals-insert",
    `INSERT INTO refused_requests (user_id, idempotency_key, request, status, answer)
      SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::smallint[], $5::jsonb[])`,
    [
      bigints(refusals.map((refusal) => refusal.userId)),
      textArray(refusals.map((refusal) => refusal.key)),
      textArray(refusals.map((refusal) => refusal.request)),
      packedArray(
        "smallint",
        refusals.map((refusal) => refusal.status),
      ),
      textArray(refusals.map((refusal) => JSON.stringify(refusal.answer))),
    ],
  );
}

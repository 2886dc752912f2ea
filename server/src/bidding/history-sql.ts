import { aliasName } from "@gavelyard/domain/bidding/bidding";
import { bidStanding } from "@gavelyard/domain/bidding/bid-standing";
import type { HistoryRow, OwnBid } from "@gavelyard/contract/bidding/bidding";
import { centsToDollars } from "@gavelyard/domain/money";
import type { LedgerKind } from "@gavelyard/domain/bidding/bidding";
import type { AwardStatus, LotOutcome } from "@gavelyard/domain/sales/settlement";
import type { Db } from "../db/pool.ts";
import { cardsByIds, published } from "../inventory/sql.ts";

const MAX_ROWS = 500;

interface PublicRow {
  readonly id: number;
  readonly seq: number;
  readonly inventory_id: number;
  readonly user_id: number | null;
  readonly kind: LedgerKind;
  readonly amount_cents: number | null;
  readonly alias_no: number | null;
  readonly extended: boolean;
  readonly placed_at: Date;
  readonly taken_back: boolean;
}

const retracted = `(EXISTS (SELECT 1 FROM ledger u WHERE u.lot_id = g.lot_id AND u.undoes_seq = g.seq)
  OR EXISTS (SELECT 1 FROM ledger p WHERE p.lot_id = g.lot_id AND p.kind = 'LAPSE'
    AND p.user_id = g.user_id AND p.seq > g.seq AND g.kind IN ('BID', 'RAISE')))`;

const publicColumns = `g.id, g.seq, l.inventory_id, g.user_id, g.kind, g.amount_cents, g.alias_no,
  g.extended, g.placed_at, ${retracted} AS taken_back`;

function toHistoryRow(row: PublicRow, callerId: number | null): HistoryRow {
  return {
    id: row.id,
    bidId: row.id,
    seq: row.seq,
    inventoryId: row.inventory_id,
    kind: row.kind,
    amount: row.amount_cents === null ? null : centsToDollars(row.amount_cents),
    bidderAlias: row.alias_no === null ? null : aliasName(row.alias_no),
    retracted: row.taken_back,
    extended: row.extended,
    placedAt: row.placed_at.toISOString(),
    mine: callerId !== null && row.user_id === callerId,
  };
}

/** Reads the public ledger of a unit's current lot, newest first; null when there is no lot. */
export async function historyOf(
  db: Db,
  inventoryId: number,
  callerId: number | null,
): Promise<HistoryRow[] | null> {
  const { rows } = await db.query<PublicRow | (Omit<PublicRow, "id"> & { id: null })>(
    `SELECT ${publicColumns} FROM inventory i JOIN lots l ON l.id = i.current_lot_id
      LEFT JOIN ledger g ON g.lot_id = l.id
      WHERE i.id = $1 AND ${published} ORDER BY g.seq DESC NULLS LAST LIMIT ${MAX_ROWS}`,
    [inventoryId],
  );
  if (rows.length === 0) return null;
  return rows.flatMap((row) =>
    row.id === null ? [] : [toHistoryRow({ ...row, id: row.id }, callerId)],
  );
}

export async function publicBid(
  db: Db,
  bidId: number,
  callerId: number | null,
): Promise<HistoryRow | null> {
  const { rows } = await db.query<PublicRow>(
    `SELECT ${publicColumns} FROM ledger g JOIN lots l ON l.id = g.lot_id
      JOIN inventory i ON i.id = l.inventory_id
      WHERE g.id = $1 AND g.kind IN ('BID', 'RAISE', 'PROXY') AND ${published}`,
    [bidId],
  );
  return rows[0] === undefined ? null : toHistoryRow(rows[0], callerId);
}

interface OwnBidRow {
  readonly id: number;
  readonly seq: number;
  readonly inventory_id: number;
  readonly auction_id: number;
  readonly kind: "BID" | "RAISE";
  readonly amount_cents: number;
  readonly max_cents: number;
  readonly alias_no: number;
  readonly placed_at: Date;
  readonly taken_back: boolean;
  readonly voided: boolean;
  readonly leads: boolean;
  readonly outcome: LotOutcome | null;
  readonly decision: "ACCEPTED" | "DECLINED" | null;
  readonly award: AwardStatus | null;
  readonly archived: boolean;
  readonly open: boolean;
}

/**
 * Reads a user's bids, newest first. Maximum bids on open lots are private: without `maximaShown`
 * they are left out (D18).
 */
export async function bidsOfUser(db: Db, userId: number, maximaShown: boolean): Promise<OwnBid[]> {
  const { rows } = await db.query<OwnBidRow>(
    `SELECT g.id, g.seq, l.inventory_id, l.auction_id, g.kind, g.amount_cents, g.max_cents, g.alias_no,
        g.placed_at, ${retracted} AS taken_back,
        EXISTS (SELECT 1 FROM ledger v WHERE v.lot_id = g.lot_id AND v.undoes_seq = g.seq AND v.kind = 'VOID') AS voided,
        l.outcome, l.decision, (SELECT a.status FROM awards a WHERE a.lot_id = g.lot_id AND a.bid_id = g.id ORDER BY a.id DESC LIMIT 1) AS award,
        (l.leader_id = g.user_id AND l.leader_max_cents = g.max_cents) IS TRUE AS leads,
        l.bids_archived_at IS NOT NULL AS archived, l.closed_at IS NULL AS open
      FROM ledger g JOIN lots l ON l.id = g.lot_id
      WHERE g.user_id = $1 AND g.kind IN ('BID', 'RAISE') ORDER BY g.id DESC LIMIT ${MAX_ROWS}`,
    [userId],
  );
  const cards = await cardsByIds(db, [...new Set(rows.map((row) => row.inventory_id))]);
  return rows.flatMap((row) => {
    const inventory = cards.get(row.inventory_id);
    if (inventory === undefined) return [];
    return [
      {
        id: row.id,
        bidId: row.id,
        seq: row.seq,
        inventoryId: row.inventory_id,
        auctionId: row.auction_id,
        kind: row.kind,
        amount: centsToDollars(row.amount_cents),
        maxAmount: row.open && !maximaShown ? null : centsToDollars(row.max_cents),
        status: bidStanding({ ...row, retracted: row.taken_back }),
        placedAt: row.placed_at.toISOString(),
        bidderAlias: aliasName(row.alias_no),
        archived: row.archived,
        inventory,
      },
    ];
  });
}

export async function standingOf(
  db: Db,
  lotId: number,
  userId: number,
): Promise<{ leading: boolean; maxCents: number | null; aliasNo: number | null }> {
  const { rows } = await db.query<{ leading: boolean; max_cents: number | null; alias_no: number }>(
    `SELECT (l.leader_id = a.user_id) IS TRUE AS leading, a.alias_no,
        CASE WHEN l.leader_id = a.user_id THEN l.leader_max_cents END AS max_cents
      FROM lot_bidders a JOIN lots l ON l.id = a.lot_id WHERE a.lot_id = $1 AND a.user_id = $2`,
    [lotId, userId],
  );
  const row = rows[0];
  if (row === undefined) return { leading: false, maxCents: null, aliasNo: null };
  return { leading: row.leading, maxCents: row.max_cents, aliasNo: row.alias_no };
}

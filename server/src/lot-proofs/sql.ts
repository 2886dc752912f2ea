import type {
  HashedStep,
  LotOpening,
  RootEntry,
  StepDetails,
} from "@gavelyard/domain/lot-proofs/lot-proof";
import type { LedgerKind, LedgerRow } from "@gavelyard/domain/bidding/bidding";
import { lotColumns, type LotRow } from "../bidding/lot-sql.ts";
import type { Db } from "../db/pool.ts";
import { unitTitle } from "../inventory/sql.ts";
import { stepsOfLot, toStep, type SaleStep, type StepJson } from "../sales/sale-sql.ts";

const entryColumns = `r.position, r.lot_id, encode(r.root, 'hex') AS root, r.closed_at,
  encode(r.previous, 'hex') AS previous, encode(r.hash, 'hex') AS hash`;

interface EntryRow {
  readonly position: number;
  readonly lot_id: number;
  readonly root: string;
  readonly closed_at: Date;
  readonly previous: string | null;
  readonly hash: string;
}

function toEntry(row: EntryRow): RootEntry {
  return {
    position: row.position,
    lotId: row.lot_id,
    root: row.root,
    closedAtMs: row.closed_at.getTime(),
    previous: row.previous,
    hash: row.hash,
  };
}

/**
 * Returns whether a lot is closed and chained, and its entry in the list of roots. Null when there
 * is no such lot.
 */
export async function rootOfLot(
  db: Db,
  lotId: number,
): Promise<{
  closed: boolean;
  chained: boolean;
  steps: number;
  published: RootEntry | null;
} | null> {
  const { rows } = await db.query<
    (EntryRow | { position: null }) & { closed: boolean; chained: boolean; steps: number }
  >({
    name: "root-of-lot",
    text: `SELECT l.closed_at IS NOT NULL AS closed, l.proof_secret IS NOT NULL AS chained,
        (SELECT count(*) FROM negotiation_steps n WHERE n.lot_id = l.id) AS steps, ${entryColumns}
      FROM lots l LEFT JOIN lot_roots r ON r.lot_id = l.id WHERE l.id = $1`,
    values: [lotId],
  });
  const row = rows[0];
  if (row === undefined) return null;
  const { closed, chained, steps } = row;
  return { closed, chained, steps, published: row.position === null ? null : toEntry(row) };
}

export interface RootLineRow extends RootEntry {
  readonly inventoryId: number;
  readonly auctionId: number;
  readonly name: string;
  readonly closedAt: string;
}

/** Returns a page of the list of roots in order, of all lots or of one auction. */
export async function rootLines(
  db: Db,
  { auctionId, page, size }: { auctionId: number | undefined; page: number; size: number },
): Promise<{ lines: RootLineRow[]; total: number }> {
  // Positions have no gaps, so a page of the whole list needs no OFFSET.
  const [which, values] =
    auctionId === undefined
      ? ["r.position > $1 AND r.position <= $1 + $2 ORDER BY r.position", [page * size, size]]
      : [
          "l.auction_id = $3 ORDER BY r.position OFFSET $1 LIMIT $2",
          [page * size, size, auctionId],
        ];
  const { rows } = await db.query<
    EntryRow & { inventory_id: number; auction_id: number; name: string }
  >(
    `SELECT ${entryColumns}, l.inventory_id, l.auction_id, ${unitTitle} AS name
      FROM lot_roots r JOIN lots l ON l.id = r.lot_id JOIN inventory i ON i.id = l.inventory_id
      WHERE ${which}`,
    values,
  );
  const total = await db.query<{ total: number }>(
    auctionId === undefined
      ? "SELECT coalesce(max(position), 0) AS total FROM lot_roots"
      : "SELECT count(*) AS total FROM lot_roots r JOIN lots l ON l.id = r.lot_id WHERE l.auction_id = $1",
    auctionId === undefined ? [] : [auctionId],
  );
  return {
    lines: rows.map((row) => ({
      ...toEntry(row),
      inventoryId: row.inventory_id,
      auctionId: row.auction_id,
      name: row.name,
      closedAt: row.closed_at.toISOString(),
    })),
    total: total.rows[0]?.total ?? 0,
  };
}

/** A ledger row with private fields. */
export interface RecordedRow extends LedgerRow, StepDetails {
  readonly hash: HashedStep["hash"] | null;
  /** The user's alias on the lot; null without a user. */
  readonly aliasOfUser: number | null;
}

/** Everything stored about a lot's record. */
export interface LotRecord {
  readonly lot: LotRow;
  readonly opening: LotOpening | null;
  readonly rows: readonly RecordedRow[];
  readonly published: RootEntry | null;
  readonly negotiation: readonly SaleStep[];
  /** Hash of the previous entry in the list of roots. */
  readonly previousHash: string | null;
}

interface LedgerRecordRow {
  readonly seq: number;
  readonly kind: LedgerKind;
  readonly user_id: number | null;
  readonly alias_no: number | null;
  readonly leader_alias: number | null;
  readonly alias_of_user: number | null;
  readonly amount_cents: number | null;
  readonly requested_cents: number | null;
  readonly max_cents: number | null;
  readonly bid_count: number;
  readonly placed_at: Date;
  readonly closes_at: Date;
  readonly extended: boolean;
  readonly undoes_seq: number | null;
  readonly hash: string | null;
}

export async function recordOfLot(db: Db, lotId: number): Promise<LotRecord | null> {
  const lots = await db.query<
    LotRow & { opening: LotOpening | null; steps: readonly StepJson[] | null }
  >(
    `SELECT ${lotColumns}, o.opening, ${stepsOfLot} AS steps FROM lots l JOIN inventory i ON i.id = l.inventory_id
      LEFT JOIN lot_openings o ON o.lot_id = l.id WHERE l.id = $1`,
    [lotId],
  );
  const lot = lots.rows[0];
  if (lot === undefined) return null;
  const entries = await db.query<EntryRow & { previous_hash: string | null }>(
    `SELECT ${entryColumns}, encode(p.hash, 'hex') AS previous_hash
      FROM lot_roots r LEFT JOIN lot_roots p ON p.position = r.position - 1 WHERE r.lot_id = $1`,
    [lotId],
  );
  const entry = entries.rows[0];
  const { rows } = await db.query<LedgerRecordRow>(
    `SELECT g.seq, g.kind, g.user_id, g.alias_no, g.leader_alias, a.alias_no AS alias_of_user,
        g.amount_cents, g.requested_cents, g.max_cents, g.bid_count, g.placed_at, g.closes_at,
        g.extended, g.undoes_seq, encode(g.hash, 'hex') AS hash
      FROM ledger g LEFT JOIN lot_bidders a ON a.lot_id = g.lot_id AND a.user_id = g.user_id
      WHERE g.lot_id = $1 ORDER BY g.seq`,
    [lotId],
  );
  return {
    lot,
    negotiation: (lot.steps ?? []).map(toStep),
    opening: lot.opening,
    rows: toRecordedRows(rows),
    published: entry === undefined ? null : toEntry(entry),
    previousHash: entry?.previous_hash ?? null,
  };
}

function toRecordedRows(rows: readonly LedgerRecordRow[]): RecordedRow[] {
  let aliases = 0;
  return rows.map((row) => {
    // Aliases are numbered in the order of first bids.
    const firstOfBidder = row.kind === "BID" && (row.alias_no ?? 0) > aliases;
    if (firstOfBidder) aliases = row.alias_no ?? aliases;
    return {
      seq: row.seq,
      kind: row.kind,
      userId: row.user_id,
      alias: row.alias_no,
      leader: row.leader_alias,
      aliasOfUser: row.alias_of_user,
      amountCents: row.amount_cents,
      requestedCents: row.requested_cents,
      maxCents: row.max_cents,
      bidCount: row.bid_count,
      atMs: row.placed_at.getTime(),
      closesAtMs: row.closes_at.getTime(),
      extended: row.extended,
      undoesSeq: row.undoes_seq,
      firstOfBidder,
      hash: row.hash,
    };
  });
}

/**
 * Returns the lots with a record that closed within `days` days and aren't known to be broken,
 * newest first.
 */
export async function lotsToCheck(db: Db, days: number, limit: number): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT l.id FROM lots l
      WHERE l.closed_at > clock_ms() - make_interval(days => $1) AND l.chain_head IS NOT NULL
        AND NOT EXISTS (SELECT FROM broken_proofs b WHERE b.lot_id = l.id)
      ORDER BY l.closed_at DESC LIMIT $2`,
    [days, limit],
  );
  return rows.map(({ id }) => id);
}

/** Records a broken record; false when it is already recorded. */
export async function noteBroken(tx: Db, lotId: number, problem: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    "INSERT INTO broken_proofs (lot_id, problem) VALUES ($1, $2) ON CONFLICT (lot_id) DO NOTHING",
    [lotId, problem],
  );
  return rowCount === 1;
}

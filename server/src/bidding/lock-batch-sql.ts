import type { Asked, Pieces } from "../db/piece-client.ts";
import { bigints, textArray } from "../db/row-arrays.ts";
import type { Known } from "./known.ts";
import type { KnownLots, VersionedLot } from "./known-lots.ts";
import { lotColumns } from "./lot-sql.ts";

/** What a batch needs to know before it decides. */
export interface BatchFacts {
  /** The open lots. */
  readonly lots: readonly VersionedLot[];
  /** When the last lot of a unit without an open one was closed. */
  readonly closed: readonly { readonly inventory_id: number; readonly closes_at: Date }[];
  readonly nowMs: number;
  readonly bidders: readonly BidderRow[];
  /** By lot and user: those of who bids or leads, at least. */
  readonly aliases: ReadonlyMap<number, AliasesOfLot>;
  readonly earlier: readonly EarlierAnswerRow[];
}

export interface BidderRow {
  readonly user_id: number;
  readonly limit_cents: number;
  readonly leading_cents: number;
  readonly awarded_cents: number;
  readonly status: string;
  readonly role: string;
}

export interface AliasRow {
  readonly lot_id: number;
  readonly user_id: number;
  readonly alias_no: number;
}

/** The numbers of aliases of one lot, by user. */
export type AliasesOfLot = ReadonlyMap<number, number>;

/** What was answered under an idempotency key before: a ledger row, or a refusal. */
export interface EarlierAnswerRow {
  readonly user_id: number;
  readonly idempotency_key: string;
  readonly request: string;
  readonly ledger_id: number | null;
  readonly refused_status: number | null;
  readonly refused_answer: unknown;
}

/** A unit that is bid on in a batch, and by whom. */
export interface BidderOnLot {
  readonly inventoryId: number;
  readonly userId: number;
}

/** Idempotency keys of a batch, one for each order that has one. */
export interface KeyOfUser {
  readonly userId: number;
  readonly key: string;
}

type LockedLot = Pick<VersionedLot, "id" | "inventory_id" | "version">;

/**
 * Opens the transaction of a batch: locks the open lots by id, then reads the clock, so that
 * processes wait for one another in one order and judge by the time after the wait. Bidders need not
 * be locked: `changeHolds` refuses what was judged by a limit that others used up meanwhile. Sent in
 * one piece; what is rarely needed is asked for afterwards.
 */
export async function lockBatch(
  pieces: Pieces,
  pairs: readonly BidderOnLot[],
  keys: readonly KeyOfUser[],
  known: Known,
  limits: "read" | "lock" = "read",
): Promise<BatchFacts> {
  const inventoryIds = unique(pairs.map((pair) => pair.inventoryId));
  const unseen = inventoryIds.filter((inventoryId) => known.lots.get(inventoryId) === null);
  const strangers = pairs.filter((pair) => !known.aliases.has(pair));
  const [, locked, seenNow, clock, bidders, aliases, earlier] = await pieces.inOnePiece((piece) =>
    Promise.all([
      piece.query({ name: "begin", text: "BEGIN" }),
      lockLots(piece, inventoryIds),
      lotsOf(piece, unseen),
      piece.query<{ now: Date }>({ name: "bid-clock", text: "SELECT clock_ms() AS now" }),
      piece.query<BidderRow>({
        name: `bid-bidders-${limits}`,
        text: `SELECT b.user_id, b.limit_cents, b.leading_cents, b.awarded_cents, u.status, u.role
          FROM bidders b JOIN users u ON u.id = b.user_id WHERE b.user_id = ANY($1::bigint[])
          ${limits === "lock" ? "ORDER BY b.user_id + 0 FOR NO KEY UPDATE OF b" : ""}`,
        values: [bigints(unique(pairs.map((pair) => pair.userId)))],
      }),
      aliasesOf(piece, strangers),
      earlierAnswers(piece, keys),
    ]),
  );
  const now = clock.rows[0]?.now;
  if (now === undefined) throw new Error("the database told no time");
  known.clock.hear(now.getTime());
  known.bidders.learn(bidders.rows);
  const lots = await lotsAsLocked(pieces, locked, seenNow, known.lots);
  const unknown = known.aliases.strangers(
    new Map(lots.map((lot) => [lot.inventory_id, lot])),
    pairs,
  );
  const seen = known.aliases.ofLots(lots);
  const done = new Set(strangers);
  const [others, closed] = await pieces.inOnePiece((piece) =>
    Promise.all([
      // Leaders, and bidders on a unit that has got another lot.
      aliasesOf(
        piece,
        unknown.filter((pair) => !done.has(pair)),
      ),
      closedLots(piece, without(inventoryIds, lots)),
    ]),
  );
  const read = [...aliases, ...others];
  known.aliases.learn(lots, read);
  return {
    lots,
    closed,
    nowMs: now.getTime(),
    bidders: bidders.rows,
    aliases: withRows(seen, read),
    earlier,
  };
}

/** What is known of aliases with what was read now. */
function withRows(known: BatchFacts["aliases"], rows: readonly AliasRow[]): BatchFacts["aliases"] {
  const changed = new Map<number, Map<number, number>>();
  for (const { lot_id: lotId, user_id: userId, alias_no: aliasNo } of rows) {
    const ofLot = changed.get(lotId) ?? new Map(known.get(lotId));
    changed.set(lotId, ofLot.set(userId, aliasNo));
  }
  return new Map<number, AliasesOfLot>([...known, ...changed]);
}

/** The locked lots: those read already, those that are as they were when last seen, and the rest read now. */
async function lotsAsLocked(
  pieces: Pieces,
  locked: readonly LockedLot[],
  readAlready: readonly VersionedLot[],
  known: KnownLots,
): Promise<VersionedLot[]> {
  const lots = new Map(readAlready.map((lot) => [lot.id, lot]));
  known.learn(readAlready);
  for (const lot of locked) {
    const seen = lots.get(lot.id) ?? known.find(lot);
    if (seen !== null) lots.set(lot.id, seen);
  }
  const changed = locked.filter(({ id }) => !lots.has(id));
  const readNow = await pieces.inOnePiece((piece) =>
    lotsOf(
      piece,
      changed.map((lot) => lot.inventory_id),
    ),
  );
  known.learn(readNow);
  for (const lot of readNow) lots.set(lot.id, lot);
  return locked.map(({ id }) => {
    const lot = lots.get(id);
    if (lot === undefined) throw new Error("a locked lot could not be read");
    return lot;
  });
}

const without = (inventoryIds: readonly number[], lots: readonly VersionedLot[]) => {
  const open = new Set(lots.map((lot) => lot.inventory_id));
  return inventoryIds.filter((id) => !open.has(id));
};

/** The aliases that bidders have on the open lots of units. */
async function aliasesOf(db: Asked, pairs: readonly BidderOnLot[]): Promise<readonly AliasRow[]> {
  if (pairs.length === 0) return [];
  const { rows } = await db.query<{ lot_id: number; user_id: number; alias_no: number | null }>({
    name: "bid-aliases",
    text: `SELECT n.lot_id, n.user_id,
        (SELECT a.alias_no FROM lot_bidders a WHERE a.lot_id = n.lot_id AND a.user_id = n.user_id) AS alias_no
      FROM (
        SELECT p.user_id, (SELECT l.id FROM lots l
            WHERE l.inventory_id = p.inventory_id AND l.closed_at IS NULL) AS lot_id
        FROM unnest($1::bigint[], $2::bigint[]) AS p(user_id, inventory_id)) AS n`,
    values: [
      bigints(pairs.map((pair) => pair.userId)),
      bigints(pairs.map((pair) => pair.inventoryId)),
    ],
  });
  return rows.flatMap(({ alias_no, ...named }) =>
    alias_no === null ? [] : [{ ...named, alias_no }],
  );
}

async function closedLots(
  db: Asked,
  inventoryIds: readonly number[],
): Promise<BatchFacts["closed"]> {
  if (inventoryIds.length === 0) return [];
  const { rows } = await db.query<BatchFacts["closed"][number]>({
    name: "bid-closed",
    text: `SELECT DISTINCT ON (inventory_id) inventory_id, closes_at FROM lots
      WHERE inventory_id = ANY($1::bigint[]) AND closed_at IS NOT NULL
      ORDER BY inventory_id, closed_at DESC`,
    values: [bigints(inventoryIds)],
  });
  return rows;
}

async function earlierAnswers(
  db: Asked,
  keys: readonly KeyOfUser[],
): Promise<readonly EarlierAnswerRow[]> {
  if (keys.length === 0) return [];
  const { rows } = await db.query<EarlierAnswerRow>({
    name: "bid-keys",
    text: `SELECT k.user_id, k.key AS idempotency_key, coalesce(l.request, r.request) AS request,
        l.id AS ledger_id, r.status AS refused_status, r.answer AS refused_answer
      FROM unnest($1::bigint[], $2::text[]) AS k(user_id, key)
      LEFT JOIN ledger l ON l.user_id = k.user_id AND l.idempotency_key = k.key
      LEFT JOIN refused_requests r ON r.user_id = k.user_id AND r.idempotency_key = k.key
      WHERE l.id IS NOT NULL OR r.user_id IS NOT NULL`,
    values: [bigints(keys.map(({ userId }) => userId)), textArray(keys.map(({ key }) => key))],
  });
  return rows;
}

function unique(ids: readonly number[]): number[] {
  return [...new Set(ids)];
}

/** Locks the open lots of units and tells the version of each one's row. */
async function lockLots(db: Asked, inventoryIds: readonly number[]): Promise<readonly LockedLot[]> {
  const { rows } = await db.query<LockedLot>({
    name: "bid-lots-lock",
    text: `SELECT l.id, l.inventory_id, l.xmin::text AS version FROM lots l
      WHERE l.inventory_id = ANY($1::bigint[]) AND l.closed_at IS NULL
      -- Sorted once found: in the order of an index it would go through all lots.
      ORDER BY l.id + 0 FOR NO KEY UPDATE`,
    values: [bigints(inventoryIds)],
  });
  return rows;
}

async function lotsOf(
  db: Asked,
  inventoryIds: readonly number[],
): Promise<readonly VersionedLot[]> {
  if (inventoryIds.length === 0) return [];
  const { rows } = await db.query<VersionedLot>({
    name: "bid-lots",
    text: `SELECT ${lotColumns}, l.xmin::text AS version
      FROM lots l JOIN inventory i ON i.id = l.inventory_id
      WHERE l.inventory_id = ANY($1::bigint[]) AND l.closed_at IS NULL`,
    values: [bigints(inventoryIds)],
  });
  return rows;
}

import type { LedgerKind, LotState } from "@gavelyard/domain/bidding";
import type { ClientBase, Pool, QueryConfig } from "pg";
import type { Db } from "../db/pool.ts";
import { published } from "../inventory/sql.ts";
import type { KnownAliases } from "./known-aliases.ts";
import { lotColumns, type LotRow } from "./lot-sql.ts";

/** What a batch needs to know before it decides. */
export interface BatchFacts {
  /** The open lots. */
  readonly lots: readonly LotRow[];
  /** When the last lot of a unit without an open one was closed. */
  readonly closed: readonly { readonly inventory_id: number; readonly closes_at: Date }[];
  readonly nowMs: number;
  readonly bidders: readonly BidderRow[];
  readonly aliases: readonly AliasRow[];
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

/** What was answered under an idempotency key before: a ledger row, or a refusal. */
export interface EarlierAnswerRow {
  readonly user_id: number;
  readonly idempotency_key: string;
  readonly request: string;
  readonly ledger_id: number | null;
  readonly refused_status: number | null;
  readonly refused_answer: unknown;
}

export interface NewLedgerRow {
  readonly lotId: number;
  readonly seq: number;
  readonly kind: LedgerKind;
  readonly userId: number | null;
  readonly aliasNo: number | null;
  readonly placedAtMs: number;
  readonly closesAtMs: number;
  readonly amountCents: number | null;
  readonly requestedCents: number | null;
  readonly maxCents: number | null;
  readonly bidCount: number;
  readonly undoesSeq: number | null;
  readonly extended: boolean;
  readonly reason: string | null;
  readonly actorId: number | null;
  readonly idempotencyKey: string | null;
  readonly request: string | null;
  readonly ip: string | null;
  /** The alias that leads once the act of this row is done. */
  readonly leaderAlias: number | null;
  /** Of the chain up to this row, hexadecimal; null on a lot without a chain. See `LotChain`. */
  readonly hash: string | null;
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

/**
 * Opens the transaction of a batch: locks the open lots by id, then reads the clock, so that
 * processes wait for one another in one order and judge by the time after the wait. Bidders need not
 * be locked: `changeHolds` refuses what was judged by a limit that others used up meanwhile. Sent as
 * one pipeline; what is rarely needed is asked for afterwards.
 */
export async function lockBatch(
  client: ClientBase,
  pairs: readonly BidderOnLot[],
  keys: readonly KeyOfUser[],
  known: KnownAliases,
  limits: "read" | "lock" = "read",
): Promise<BatchFacts> {
  const inventoryIds = unique(pairs.map((pair) => pair.inventoryId));
  const strangers = pairs.filter((pair) => !known.has(pair));
  const [, lots, clock, bidders, aliases, earlier] = await Promise.all([
    client.query("BEGIN"),
    client.query<LotRow>(lockLotsStatement(inventoryIds)),
    client.query<{ now: Date }>({ name: "bid-clock", text: "SELECT clock_ms() AS now" }),
    client.query<BidderRow>({
      name: `bid-bidders-${limits}`,
      text: `SELECT b.user_id, b.limit_cents, b.leading_cents, b.awarded_cents, u.status, u.role
        FROM bidders b JOIN users u ON u.id = b.user_id WHERE b.user_id = ANY($1::bigint[])
        ${limits === "lock" ? "ORDER BY b.user_id + 0 FOR NO KEY UPDATE OF b" : ""}`,
      values: [numbers(unique(pairs.map((pair) => pair.userId)))],
    }),
    aliasesOf(client, strangers),
    earlierAnswers(client, keys),
  ]);
  const now = clock.rows[0]?.now;
  if (now === undefined) throw new Error("the database told no time");
  const named = known.on(lots.rows, pairs);
  const done = new Set(strangers);
  const [others, closed] = await Promise.all([
    // Leaders, and bidders on a unit that has got another lot.
    aliasesOf(
      client,
      named.strangers.filter((pair) => !done.has(pair)),
    ),
    closedLots(client, without(inventoryIds, lots.rows)),
  ]);
  return {
    lots: lots.rows,
    closed,
    nowMs: now.getTime(),
    bidders: bidders.rows,
    aliases: [...named.aliases, ...aliases, ...others],
    earlier,
  };
}

const without = (inventoryIds: readonly number[], lots: readonly LotRow[]) => {
  const open = new Set(lots.map((lot) => lot.inventory_id));
  return inventoryIds.filter((id) => !open.has(id));
};

/** The aliases that bidders have on the open lots of units. */
async function aliasesOf(
  client: ClientBase,
  pairs: readonly BidderOnLot[],
): Promise<readonly AliasRow[]> {
  if (pairs.length === 0) return [];
  const { rows } = await client.query<{ lot_id: number; user_id: number; alias_no: number | null }>(
    {
      name: "bid-aliases",
      text: `SELECT n.lot_id, n.user_id,
        (SELECT a.alias_no FROM lot_bidders a WHERE a.lot_id = n.lot_id AND a.user_id = n.user_id) AS alias_no
      FROM (
        SELECT p.user_id, (SELECT l.id FROM lots l
            WHERE l.inventory_id = p.inventory_id AND l.closed_at IS NULL) AS lot_id
        FROM unnest($1::bigint[], $2::bigint[]) AS p(user_id, inventory_id)) AS n`,
      values: [
        numbers(pairs.map((pair) => pair.userId)),
        numbers(pairs.map((pair) => pair.inventoryId)),
      ],
    },
  );
  return rows.flatMap(({ alias_no, ...named }) =>
    alias_no === null ? [] : [{ ...named, alias_no }],
  );
}

async function closedLots(
  client: ClientBase,
  inventoryIds: readonly number[],
): Promise<BatchFacts["closed"]> {
  if (inventoryIds.length === 0) return [];
  const { rows } = await client.query<BatchFacts["closed"][number]>({
    name: "bid-closed",
    text: `SELECT DISTINCT ON (inventory_id) inventory_id, closes_at FROM lots
      WHERE inventory_id = ANY($1::bigint[]) AND closed_at IS NOT NULL
      ORDER BY inventory_id, closed_at DESC`,
    values: [inventoryIds],
  });
  return rows;
}

async function earlierAnswers(
  client: ClientBase,
  keys: readonly KeyOfUser[],
): Promise<readonly EarlierAnswerRow[]> {
  if (keys.length === 0) return [];
  const { rows } = await client.query<EarlierAnswerRow>({
    name: "bid-keys",
    text: `SELECT k.user_id, k.key AS idempotency_key, coalesce(l.request, r.request) AS request,
        l.id AS ledger_id, r.status AS refused_status, r.answer AS refused_answer
      FROM unnest($1::bigint[], $2::text[]) AS k(user_id, key)
      LEFT JOIN ledger l ON l.user_id = k.user_id AND l.idempotency_key = k.key
      LEFT JOIN refused_requests r ON r.user_id = k.user_id AND r.idempotency_key = k.key
      WHERE l.id IS NOT NULL OR r.user_id IS NOT NULL`,
    values: [keys.map((key) => key.userId), keys.map((key) => key.key)],
  });
  return rows;
}

/** An array of numbers as the database reads it: the client's own way looks for what to escape. */
function numbers(values: readonly (number | null)[]): string {
  return `{${values.map((value) => value ?? "NULL").join()}}`;
}

function unique(ids: readonly number[]): number[] {
  return [...new Set(ids)];
}

function lockLotsStatement(inventoryIds: readonly number[]): QueryConfig {
  return {
    name: "bid-lots",
    text: `SELECT ${lotColumns} FROM lots l JOIN inventory i ON i.id = l.inventory_id
      WHERE l.inventory_id = ANY($1::bigint[]) AND l.closed_at IS NULL
      -- Sorted once found: in the order of an index it would go through all lots.
      ORDER BY l.id + 0 FOR NO KEY UPDATE OF l`,
    values: [inventoryIds],
  };
}

/** Appends rows to ledgers; answers their ids in the order given. */
export async function insertLedger(
  db: Pick<ClientBase, "query">,
  rows: readonly NewLedgerRow[],
): Promise<number[]> {
  if (rows.length === 0) return [];
  const inserted = await db.query<{ id: number; lot_id: number; seq: number }>({
    name: "ledger-insert",
    text: `INSERT INTO ledger (lot_id, seq, kind, user_id, alias_no, placed_at, closes_at,
        amount_cents, requested_cents, max_cents, bid_count, undoes_seq, extended, reason, actor_id,
        idempotency_key, request, ip, leader_alias, hash)
      SELECT * FROM unnest($1::bigint[], $2::int[], $3::text[], $4::bigint[], $5::int[],
        $6::timestamptz[], $7::timestamptz[], $8::bigint[], $9::bigint[], $10::bigint[], $11::int[],
        $12::int[], $13::boolean[], $14::text[], $15::bigint[], $16::text[], $17::text[], $18::inet[],
        $19::int[], $20::bytea[])
      RETURNING id, lot_id, seq`,
    values: [
      numbers(rows.map((row) => row.lotId)),
      numbers(rows.map((row) => row.seq)),
      rows.map((row) => row.kind),
      numbers(rows.map((row) => row.userId)),
      numbers(rows.map((row) => row.aliasNo)),
      rows.map((row) => new Date(row.placedAtMs).toISOString()),
      rows.map((row) => new Date(row.closesAtMs).toISOString()),
      numbers(rows.map((row) => row.amountCents)),
      numbers(rows.map((row) => row.requestedCents)),
      numbers(rows.map((row) => row.maxCents)),
      numbers(rows.map((row) => row.bidCount)),
      numbers(rows.map((row) => row.undoesSeq)),
      rows.map((row) => row.extended),
      rows.map((row) => row.reason),
      numbers(rows.map((row) => row.actorId)),
      rows.map((row) => row.idempotencyKey),
      rows.map((row) => row.request),
      rows.map((row) => row.ip),
      numbers(rows.map((row) => row.leaderAlias)),
      rows.map((row) => (row.hash === null ? null : `\\x${row.hash}`)),
    ],
  });
  const ids = new Map(inserted.rows.map((row) => [`${row.lot_id}:${row.seq}`, row.id]));
  return rows.map((row) => {
    const id = ids.get(`${row.lotId}:${row.seq}`);
    if (id === undefined) throw new Error("a ledger row was not written");
    return id;
  });
}

/** What bidding changed of one lot. */
export interface LotChange {
  readonly lotId: number;
  readonly aliasCount: number;
  readonly state: LotState;
  /** Where bids moved the chain to; null leaves it. */
  readonly chainHead: string | null;
}

export async function updateLots(
  db: Pick<ClientBase, "query">,
  changes: readonly LotChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await db.query({
    name: "lots-update",
    text: `UPDATE lots l SET seq = c.seq, bid_count = c.bid_count, price_cents = c.price_cents,
        leader_id = c.leader_id, leader_max_cents = c.leader_max_cents, closes_at = c.closes_at,
        extensions = c.extensions, alias_count = c.alias_count,
        chain_head = coalesce(c.chain_head, l.chain_head)
      FROM unnest($1::bigint[], $2::int[], $3::int[], $4::bigint[], $5::bigint[], $6::bigint[],
        $7::timestamptz[], $8::int[], $9::int[], $10::bytea[])
        AS c(id, seq, bid_count, price_cents, leader_id, leader_max_cents, closes_at, extensions,
          alias_count, chain_head)
      WHERE l.id = c.id`,
    values: [
      numbers(changes.map((change) => change.lotId)),
      numbers(changes.map((change) => change.state.seq)),
      numbers(changes.map((change) => change.state.bidCount)),
      numbers(changes.map((change) => change.state.priceCents)),
      numbers(changes.map((change) => change.state.leader?.userId ?? null)),
      numbers(changes.map((change) => change.state.leader?.maxCents ?? null)),
      changes.map((change) => new Date(change.state.closesAtMs).toISOString()),
      numbers(changes.map((change) => change.state.extensions)),
      numbers(changes.map((change) => change.aliasCount)),
      changes.map((change) => (change.chainHead === null ? null : `\\x${change.chainHead}`)),
    ],
  });
}

/** A change of what lots led hold of a bidder's limit, in cents. */
export interface HoldChange {
  readonly userId: number;
  readonly delta: number;
  /** What was left of the limit when a bid was judged by it; null where nothing was judged. */
  readonly judged: number | null;
}

/**
 * Adds to what lots led hold of limits.
 * @throws DatabaseError 40001 when less of a limit is left than a bid was judged by
 */
export async function changeHolds(
  db: Pick<ClientBase, "query">,
  changes: readonly HoldChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await db.query({
    name: "holds-change",
    text: "SELECT change_holds($1::bigint[], $2::bigint[], $3::bigint[])",
    values: [
      numbers(changes.map(({ userId }) => userId)),
      numbers(changes.map(({ delta }) => delta)),
      numbers(changes.map(({ judged }) => judged)),
    ],
  });
}

export async function insertAliases(
  db: Pick<ClientBase, "query">,
  aliases: readonly AliasRow[],
): Promise<void> {
  if (aliases.length === 0) return;
  await db.query({
    name: "aliases-insert",
    text: `INSERT INTO lot_bidders (lot_id, user_id, alias_no)
      SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::int[])`,
    values: [
      aliases.map((alias) => alias.lot_id),
      aliases.map((alias) => alias.user_id),
      aliases.map((alias) => alias.alias_no),
    ],
  });
}

export interface NewRefusal {
  readonly userId: number;
  readonly key: string;
  readonly request: string;
  readonly status: number;
  readonly answer: unknown;
}

/** Keeps refusals that were given under a key, so that they are given again (D14). */
export async function insertRefusals(
  db: Pick<ClientBase, "query">,
  refusals: readonly NewRefusal[],
): Promise<void> {
  if (refusals.length === 0) return;
  await db.query({
    name: "refusals-insert",
    text: `INSERT INTO refused_requests (user_id, idempotency_key, request, status, answer)
      SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::smallint[], $5::jsonb[])`,
    values: [
      refusals.map((refusal) => refusal.userId),
      refusals.map((refusal) => refusal.key),
      refusals.map((refusal) => refusal.request),
      refusals.map((refusal) => refusal.status),
      refusals.map((refusal) => JSON.stringify(refusal.answer)),
    ],
  });
}

/** The ledger row of a bid with the automatic answer of a standing maximum, if it had one. */
export interface BidWithAnswerRow {
  readonly id: number;
  readonly lot_id: number;
  readonly user_id: number;
  readonly alias_no: number;
  readonly seq: number;
  readonly kind: LedgerKind;
  readonly placed_at: Date;
  readonly closes_at: Date;
  readonly amount_cents: number;
  readonly requested_cents: number;
  readonly max_cents: number;
  readonly bid_count: number;
  readonly extended: boolean;
  readonly request: string | null;
  readonly proxy_cents: number | null;
  readonly step_hash: string | null;
  readonly proof_secret: string | null;
}

export async function bidsWithAnswers(
  db: Pick<ClientBase, "query">,
  ids: readonly number[],
): Promise<(BidWithAnswerRow & LotTermsRow)[]> {
  const { rows } = await db.query<BidWithAnswerRow & LotTermsRow>(
    `SELECT b.*, p.amount_cents AS proxy_cents, encode(b.hash, 'hex') AS step_hash,
       encode(l.proof_secret, 'hex') AS proof_secret, l.inventory_id, l.starting_cents, l.reserve_cents, l.increments
     FROM ledger b JOIN lots l ON l.id = b.lot_id
     LEFT JOIN ledger p ON p.lot_id = b.lot_id AND p.seq = b.seq + 1 AND p.kind = 'PROXY'
     WHERE b.id = ANY($1::bigint[]) AND b.kind IN ('BID', 'RAISE')`,
    [ids],
  );
  return rows;
}

/** The terms by which a lot's public messages are told. */
export type LotTermsRow = Pick<
  LotRow,
  "inventory_id" | "starting_cents" | "reserve_cents" | "increments"
>;

export interface LedgerMessageRow extends LotTermsRow {
  readonly id: number;
  readonly seq: number;
  readonly kind: LedgerKind;
  readonly alias_no: number | null;
  readonly amount_cents: number | null;
  readonly bid_count: number;
  readonly closes_at: Date;
  readonly extended: boolean;
  readonly placed_at: Date;
  readonly outcome: LotRow["outcome"];
  readonly opens_at: Date;
  readonly now: Date;
}

/** Rows of the current lot's ledger after `seq`, in order. */
export async function ledgerSince(
  db: Db,
  inventoryId: number,
  seq: number,
  limit: number,
): Promise<LedgerMessageRow[]> {
  const { rows } = await db.query<LedgerMessageRow>({
    name: "ledger-since",
    text: `SELECT g.id, g.seq, g.kind, g.alias_no, g.amount_cents, g.bid_count, g.closes_at, g.extended,
        g.placed_at, l.inventory_id, l.starting_cents, l.reserve_cents, l.increments, l.outcome,
        l.opens_at, clock_ms() AS now
      FROM inventory i JOIN lots l ON l.id = i.current_lot_id JOIN ledger g ON g.lot_id = l.id
      WHERE i.id = $1 AND g.seq > $2 ORDER BY g.seq LIMIT $3`,
    values: [inventoryId, seq, limit],
  });
  return rows;
}

/** The current or last lot of a unit with its leader's alias; null when it never was in an auction. */
export async function currentLot(
  db: Db | Pool,
  inventoryId: number,
): Promise<
  (LotRow & { leader_alias: number | null; leader_bid_id: number | null; now: Date }) | null
> {
  const { rows } = await db.query<
    LotRow & { leader_alias: number | null; leader_bid_id: number | null; now: Date }
  >({
    name: "current-lot",
    text: `SELECT ${lotColumns}, a.alias_no AS leader_alias,
        (SELECT g.id FROM ledger g WHERE g.lot_id = l.id AND g.user_id = l.leader_id
          AND g.kind IN ('BID', 'RAISE', 'PROXY') ORDER BY g.seq DESC LIMIT 1) AS leader_bid_id,
        clock_ms() AS now
      FROM inventory i JOIN lots l ON l.id = i.current_lot_id
      LEFT JOIN lot_bidders a ON a.lot_id = l.id AND a.user_id = l.leader_id
      WHERE i.id = $1 AND ${published}`,
    values: [inventoryId],
  });
  return rows[0] ?? null;
}

/**
 * Notes who was outbid, so that a mail may tell them if they do not come back. Who was outbid on the
 * lot seconds ago is noted already.
 */
export async function noteOutbid(
  db: Pick<ClientBase, "query">,
  outbid: readonly { readonly lotId: number; readonly userId: number }[],
): Promise<void> {
  if (outbid.length === 0) return;
  await db.query({
    name: "outbid-note",
    text: `INSERT INTO outbid_bidders AS o (lot_id, user_id, waiting_since)
      SELECT b.lot_id, b.user_id, clock_ms()
      FROM unnest($1::bigint[], $2::bigint[]) AS b(lot_id, user_id)
      WHERE ((SELECT n.waiting_since FROM outbid_bidders n WHERE n.lot_id = b.lot_id
        AND n.user_id = b.user_id) > clock_ms() - interval '10 seconds') IS NOT TRUE
      ON CONFLICT (lot_id, user_id) DO UPDATE SET waiting_since = excluded.waiting_since`,
    values: [outbid.map(({ lotId }) => lotId), outbid.map(({ userId }) => userId)],
  });
}

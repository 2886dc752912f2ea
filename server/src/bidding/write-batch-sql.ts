import type { LedgerKind, LotState } from "@gavelyard/domain/bidding";
import type { Asked } from "../db/piece-client.ts";
import {
  arrayParameters,
  bigints,
  packedArray,
  rowArrays,
  selectArrays,
  textArray,
  type ArrayColumn,
} from "../db/row-arrays.ts";
import type { AliasRow } from "./lock-batch-sql.ts";

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

type LedgerColumn = ArrayColumn<NewLedgerRow> & {
  /** Most rows have none: it is left out where no row has one. */
  readonly rare?: true;
};

const ledgerColumns: readonly LedgerColumn[] = [
  { name: "lot_id", type: "bigint", of: (row) => row.lotId },
  { name: "seq", type: "int", of: (row) => row.seq },
  { name: "kind", type: "text", of: (row) => row.kind },
  { name: "user_id", type: "bigint", of: (row) => row.userId },
  { name: "alias_no", type: "int", of: (row) => row.aliasNo },
  { name: "placed_at", type: "timestamptz", of: (row) => row.placedAtMs },
  { name: "closes_at", type: "timestamptz", of: (row) => row.closesAtMs },
  { name: "amount_cents", type: "bigint", of: (row) => row.amountCents },
  { name: "requested_cents", type: "bigint", of: (row) => row.requestedCents },
  { name: "max_cents", type: "bigint", of: (row) => row.maxCents },
  { name: "bid_count", type: "int", of: (row) => row.bidCount },
  { name: "undoes_seq", type: "int", of: (row) => row.undoesSeq, rare: true },
  { name: "extended", type: "boolean", of: (row) => row.extended },
  { name: "reason", type: "text", of: (row) => row.reason, free: true, rare: true },
  { name: "actor_id", type: "bigint", of: (row) => row.actorId, rare: true },
  {
    name: "idempotency_key",
    type: "text",
    of: (row) => row.idempotencyKey,
    free: true,
    rare: true,
  },
  { name: "request", type: "text", of: (row) => row.request, rare: true },
  { name: "ip", type: "inet", of: (row) => row.ip, rare: true },
  { name: "leader_alias", type: "int", of: (row) => row.leaderAlias },
  { name: "hash", type: "bytea", of: (row) => row.hash },
];

/** Appends rows to ledgers; answers their ids in the order given. */
export async function insertLedger(db: Asked, rows: readonly NewLedgerRow[]): Promise<number[]> {
  if (rows.length === 0) return [];
  const columns = ledgerColumns.filter(
    ({ rare, of }) => rare !== true || rows.some((row) => of(row) !== null),
  );
  const names = columns.map(({ name }) => name);
  // Rows go in, and are answered, in the order in which the arrays have them.
  const inserted = await db.query<{ id: number }>({
    // The same name for the same columns, by which the connection knows the statement.
    name: `ledger-insert-${columns.map((column) => ledgerColumns.indexOf(column)).join("-")}`,
    text: `INSERT INTO ledger (${names.join()}) ${selectArrays(columns)} RETURNING id`,
    values: rowArrays(columns, rows),
  });
  if (inserted.rows.length !== rows.length) throw new Error("a ledger row was not written");
  return inserted.rows.map(({ id }) => id);
}

/** What bidding changed of one lot. */
export interface LotChange {
  readonly lotId: number;
  readonly aliasCount: number;
  readonly state: LotState;
  /** Where bids moved the chain to; null leaves it. */
  readonly chainHead: string | null;
  /** What the row must still be; null where it is locked. */
  readonly version: string | null;
}

const lotChangeColumns: readonly ArrayColumn<LotChange>[] = [
  { name: "ids", type: "bigint", of: ({ lotId }) => lotId },
  { name: "seqs", type: "int", of: ({ state }) => state.seq },
  { name: "bid_counts", type: "int", of: ({ state }) => state.bidCount },
  { name: "prices", type: "bigint", of: ({ state }) => state.priceCents },
  { name: "leaders", type: "bigint", of: ({ state }) => state.leader?.userId ?? null },
  { name: "maxima", type: "bigint", of: ({ state }) => state.leader?.maxCents ?? null },
  { name: "closings", type: "timestamptz", of: ({ state }) => state.closesAtMs },
  { name: "extension_counts", type: "int", of: ({ state }) => state.extensions },
  { name: "alias_counts", type: "int", of: ({ aliasCount }) => aliasCount },
  { name: "chain_heads", type: "bytea", of: ({ chainHead }) => chainHead },
  { name: "versions", type: "xid", of: ({ version }) => version },
];
const lotChangeArrays = arrayParameters(lotChangeColumns);
const changeLots = `SELECT change_lots(${lotChangeColumns
  .map(({ name }, index) => `${name} => ${lotChangeArrays[index]}`)
  .join()})`;

/**
 * Writes what bidding made of lots.
 * @throws DatabaseError 40001 when one is another than the version given
 */
export async function updateLots(db: Asked, changes: readonly LotChange[]): Promise<void> {
  if (changes.length === 0) return;
  await db.query({
    name: "lots-change",
    text: changeLots,
    values: rowArrays(lotChangeColumns, changes),
  });
}

/** The version of all rows that a transaction wrote (see `KnownLots`), null as long as it wrote none. */
export const versionWritten = "pg_current_xact_id_if_assigned()::xid::text";

/** Asks a transaction that nothing holds against what is (`holdAgainst`) for what it wrote. */
export async function versionOf(db: Asked): Promise<{ readonly version: string | null }> {
  const { rows } = await db.query<{ version: string | null }>({
    name: "version-written",
    text: `SELECT ${versionWritten} AS version`,
  });
  return { version: rows[0]?.version ?? null };
}

/** A change of what lots led hold of a bidder's limit, in cents. */
export interface HoldChange {
  readonly userId: number;
  readonly delta: number;
  /** What accepted bids need to be left of the limit before; null where they need nothing. */
  readonly needed: number | null;
}

/**
 * Adds to what lots led hold of limits.
 * @throws DatabaseError 40001 when less of a limit is left than bids need
 */
export async function changeHolds(db: Asked, changes: readonly HoldChange[]): Promise<void> {
  if (changes.length === 0) return;
  await db.query({
    name: "holds-change",
    text: "SELECT change_holds($1::bigint[], $2::bigint[], $3::bigint[])",
    values: [
      bigints(changes.map(({ userId }) => userId)),
      bigints(changes.map(({ delta }) => delta)),
      bigints(changes.map(({ needed }) => needed)),
    ],
  });
}

export async function insertAliases(db: Asked, aliases: readonly AliasRow[]): Promise<void> {
  if (aliases.length === 0) return;
  await db.query({
    name: "aliases-insert",
    text: `INSERT INTO lot_bidders (lot_id, user_id, alias_no)
      SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::int[])`,
    values: [
      bigints(aliases.map((alias) => alias.lot_id)),
      bigints(aliases.map((alias) => alias.user_id)),
      packedArray(
        "int",
        aliases.map((alias) => alias.alias_no),
      ),
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
export async function insertRefusals(db: Asked, refusals: readonly NewRefusal[]): Promise<void> {
  if (refusals.length === 0) return;
  await db.query({
    name: "refusals-insert",
    text: `INSERT INTO refused_requests (user_id, idempotency_key, request, status, answer)
      SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::smallint[], $5::jsonb[])`,
    values: [
      bigints(refusals.map((refusal) => refusal.userId)),
      textArray(refusals.map((refusal) => refusal.key)),
      textArray(refusals.map((refusal) => refusal.request)),
      packedArray(
        "smallint",
        refusals.map((refusal) => refusal.status),
      ),
      textArray(refusals.map((refusal) => JSON.stringify(refusal.answer))),
    ],
  });
}

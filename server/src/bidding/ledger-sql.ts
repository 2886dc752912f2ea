import type { LedgerKind } from "@gavelyard/domain/bidding/bidding";
import { rowArrays, selectArrays, type ArrayColumn } from "../db/row-arrays.ts";
import { prepared, run, type Statement, type StatementRunner } from "../db/statement.ts";

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
  /** Alias of the leader after this row's action. */
  readonly leaderAlias: number | null;
  /** Hash of the chain up to this row, in hexadecimal; null without a chain. See `LotChain`. */
  readonly hash: string | null;
}

/** Columns of a row that no person requested. */
export const notRequested = {
  reason: null,
  actorId: null,
  idempotencyKey: null,
  request: null,
  ip: null,
} satisfies Partial<NewLedgerRow>;

/** SQL condition: the ledger row `g` is a bid or raise that stands, neither retracted, voided nor lapsed (D23). */
export const bidStands = `g.kind IN ('BID', 'RAISE')
  AND NOT EXISTS (SELECT 1 FROM ledger u WHERE u.lot_id = g.lot_id AND u.undoes_seq = g.seq)
  AND NOT EXISTS (SELECT 1 FROM ledger p WHERE p.lot_id = g.lot_id AND p.kind = 'LAPSE'
    AND p.user_id = g.user_id AND p.seq > g.seq)`;

type LedgerColumn = ArrayColumn<NewLedgerRow> & {
  /** Whether most rows have no value; the column is left out when no row has one. */
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

/** Builds the insertion of ledger rows, which returns their ids in the same order. */
export function ledgerInsertion(rows: readonly NewLedgerRow[]): Statement<{ id: number }> | null {
  if (rows.length === 0) return null;
  const columns = ledgerColumns.filter(
    ({ rare, of }) => rare !== true || rows.some((row) => of(row) !== null),
  );
  const names = columns.map(({ name }) => name);
  // Rows with the same columns share one statement name.
  const name = `ledger-insert-${columns.map((column) => ledgerColumns.indexOf(column)).join("-")}`;
  return prepared(
    name,
    `INSERT INTO ledger (${names.join()}) ${selectArrays(columns)} RETURNING id`,
    rowArrays(columns, rows),
  );
}

export async function insertLedger(
  db: StatementRunner,
  rows: readonly NewLedgerRow[],
): Promise<number[]> {
  const statement = ledgerInsertion(rows);
  return statement === null ? [] : (await run(db, statement)).map(({ id }) => id);
}

import {
  lotSecrets,
  openingText,
  stepOf,
  stepText,
  type LotOpening,
  type LotSecrets,
} from "@gavelyard/domain/lot-proofs/lot-proof";
import { defaultIncrements } from "@gavelyard/domain/bidding/bid-increments";
import type { LotOutcome } from "@gavelyard/domain/sales/settlement";
import type { PoolClient } from "pg";
import { bigints, textArray } from "../db/row-arrays.ts";
import { sha256 } from "../db/secrets/sha256.ts";
import { prepared, run, type Statement, type StatementRunner } from "../db/statement.ts";
import { insertLedger, notRequested, type NewLedgerRow } from "./ledger-sql.ts";
import type { LotRow } from "./lot-sql.ts";

export type UnchainedRow = Omit<NewLedgerRow, "hash" | "leaderAlias">;

function openingOf(row: LotRow, secrets: LotSecrets): LotOpening {
  return {
    lotId: row.id,
    inventoryId: row.inventory_id,
    auctionId: row.auction_id,
    startingCents: row.starting_cents,
    increments: row.increments ?? defaultIncrements,
    opensAtMs: row.opens_at.getTime(),
    closesAtMs: row.closes_at.getTime(),
    softCloseWindowSec: row.soft_close_window_sec,
    softCloseExtendSec: row.soft_close_extend_sec,
    maxExtensions: row.max_extensions,
    reserveHash: secrets.reserveHash(row.reserve_cents),
  };
}

/**
 * The hash chain of one lot's ledger while rows are added (docs/verifiable-lots.md). The lot's row
 * must be locked. Lots older than the chains get rows without hashes.
 */
export class LotChain {
  /** Hash of the last row; null without rows or without a chain. */
  head: string | null;
  /** The lot's opening terms, if the chain starts here. */
  begunWith: LotOpening | null = null;
  readonly #lot: LotRow;
  readonly #secrets: LotSecrets | null;

  constructor(lot: LotRow) {
    this.#lot = lot;
    this.#secrets = lot.proof_secret === null ? null : lotSecrets(lot.id, lot.proof_secret, sha256);
    this.head = lot.chain_head;
  }

  /**
   * Adds one action's rows to the chain. `leaderAlias` leads after it; only a CLOSE has an
   * `outcome`.
   */
  add(
    rows: readonly UnchainedRow[],
    leaderAlias: number | null,
    {
      newBidder = false,
      outcome = null,
    }: { newBidder?: boolean; outcome?: LotOutcome | null } = {},
  ): NewLedgerRow[] {
    const secrets = this.#secrets;
    if (secrets === null) return rows.map((row) => ({ ...row, leaderAlias, hash: null }));
    return rows.map((row) => {
      const step = stepOf(
        row,
        {
          alias: row.aliasNo,
          leader: leaderAlias,
          atMs: row.placedAtMs,
          firstOfBidder: newBidder && row.kind === "BID",
        },
        { reserveCents: this.#lot.reserve_cents, outcome },
        secrets,
      );
      this.head ??= this.#begin(secrets);
      this.head = sha256(stepText(row.lotId, this.head, step));
      return { ...row, leaderAlias, hash: this.head };
    });
  }

  #begin(secrets: LotSecrets): string {
    this.begunWith = openingOf(this.#lot, secrets);
    return sha256(openingText(this.begunWith));
  }

  /** Returns the salt that lets bidders prove their committed maximum; null without a chain. */
  maxSalt(seq: number): string | null {
    return this.#secrets?.maxSalt(seq) ?? null;
  }
}

export function openingsInsertion(chains: readonly LotChain[]): Statement | null {
  const begun = chains.flatMap(({ begunWith }) => (begunWith === null ? [] : [begunWith]));
  if (begun.length === 0) return null;
  return prepared(
    "openings-insert",
    `INSERT INTO lot_openings (lot_id, opening)
      SELECT * FROM unnest($1::bigint[], $2::jsonb[])`,
    [
      bigints(begun.map(({ lotId }) => lotId)),
      textArray(begun.map((opening) => JSON.stringify(opening))),
    ],
  );
}

export async function insertOpenings(
  db: StatementRunner,
  chains: readonly LotChain[],
): Promise<void> {
  const statement = openingsInsertion(chains);
  if (statement !== null) await run(db, statement);
}

/** Rows that one action appends to a locked lot's ledger. */
export interface LotSteps {
  readonly lot: LotRow;
  readonly rows: readonly UnchainedRow[];
  readonly leaderAlias: number | null;
  /** Of a close. */
  readonly outcome?: LotOutcome;
}

/** A lot's new rows, and the head of its chain after them; null for a lot older than the chains. */
export interface LotStepsDone {
  readonly rows: readonly (NewLedgerRow & { readonly id: number })[];
  readonly head: string | null;
}

/**
 * Appends one action's rows to the ledgers of locked lots, in two statements however many lots
 * there are. Used for all rows except bids. The caller writes `head` with the lots' other columns.
 */
export async function appendSteps(
  tx: PoolClient,
  lots: readonly LotSteps[],
): Promise<LotStepsDone[]> {
  const added = lots.map(({ lot, rows, leaderAlias, outcome = null }) => {
    const chain = new LotChain(lot);
    return { chain, rows: chain.add(rows, leaderAlias, { outcome }) };
  });
  const ids = await insertLedger(
    tx,
    added.flatMap(({ rows }) => rows),
  );
  await insertOpenings(
    tx,
    added.map(({ chain }) => chain),
  );
  const idOf = ids.values();
  return added.map(({ chain, rows }) => ({
    head: chain.head,
    rows: rows.map((row) => ({ ...row, id: idOf.next().value ?? 0 })),
  }));
}

/** A row of an action that leaves the lot's price and bids as they are. */
export function rowAside(
  lot: LotRow,
  row: Pick<
    UnchainedRow,
    "kind" | "userId" | "aliasNo" | "placedAtMs" | "closesAtMs" | "extended"
  > &
    Partial<Pick<UnchainedRow, "reason" | "actorId" | "ip">>,
): UnchainedRow {
  return {
    ...notRequested,
    lotId: lot.id,
    seq: lot.seq + 1,
    amountCents: lot.price_cents,
    requestedCents: null,
    maxCents: null,
    bidCount: lot.bid_count,
    undoesSeq: null,
    ...row,
  };
}

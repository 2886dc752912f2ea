/**
 * The public record of a lot (`docs/verifiable-lots.md`): what is hashed of it, byte by byte. Every
 * text is a JSON array without spaces in UTF-8; every hash is SHA-256 in lower-case hexadecimal.
 * Anyone who changes a text here changes the format, and must give it a new name.
 */
import type { IncrementTable } from "./bid-increments.ts";
import { reserveState, type LedgerKind, type LedgerRow, type ReserveState } from "./bidding.ts";
import type { LotOutcome } from "./settlement.ts";

/** Hashes a text; told as hexadecimal. */
export type Hash = (text: string) => string;

/** Names the format of a proof. */
export const lotProofFormat = "gavelyard-lot-proof-1";

/** The terms on which a lot's first step relied. Money in cents, instants in ms since the epoch. */
export interface LotOpening {
  readonly lotId: number;
  readonly inventoryId: number;
  readonly auctionId: number;
  readonly startingCents: number;
  readonly increments: IncrementTable;
  readonly opensAtMs: number;
  readonly closesAtMs: number;
  readonly softCloseWindowSec: number;
  readonly softCloseExtendSec: number;
  readonly maxExtensions: number | null;
  /** Commits to the hidden reserve; null without one. */
  readonly reserveHash: string | null;
}

/** One row of the ledger as the public may see it. Bidders are numbers: the lot's aliases (D24). */
export interface LotStep {
  readonly seq: number;
  readonly kind: LedgerKind;
  /** Whose act it is; of EXTENSION and CLOSE the leader. */
  readonly bidder: number | null;
  /** The visible price on this row; null when no bid stands. */
  readonly amountCents: number | null;
  /** The visible amount as it was asked for; only on BID and RAISE. */
  readonly requestedCents: number | null;
  readonly bidCount: number;
  /** Who leads once the act is done that this row belongs to. */
  readonly leader: number | null;
  readonly reserve: ReserveState;
  readonly atMs: number;
  readonly closesAtMs: number;
  readonly extended: boolean;
  readonly undoesSeq: number | null;
  /** Only on CLOSE. */
  readonly outcome: LotOutcome | null;
  /** Commits to the private maximum; only on BID and RAISE. */
  readonly maxHash: string | null;
  /** Commits to the person behind an alias; only on the first BID of that alias. */
  readonly bidderHash: string | null;
}

/** A step with the hash of the chain up to it. */
export interface HashedStep extends LotStep {
  readonly hash: string;
}

/** A private value with the salt that shows it to be the one committed to. */
export interface OpenedMaximum {
  readonly seq: number;
  readonly maxCents: number;
  readonly salt: string;
}

/** A line of the list of all roots, which is a chain itself. */
export interface RootEntry {
  /** From 1, without gaps, in the order of closing. */
  readonly position: number;
  readonly lotId: number;
  readonly root: string;
  readonly closedAtMs: number;
  /** Hash of the line before; null on the first. */
  readonly previous: string | null;
  readonly hash: string;
}

/** All that anyone needs to check a closed lot. */
export interface LotProof {
  readonly format: typeof lotProofFormat;
  readonly opening: LotOpening;
  readonly steps: readonly HashedStep[];
  /** What is shown of the private values, since a published price rests on it. */
  readonly opened: {
    readonly reserve: { readonly reserveCents: number; readonly salt: string } | null;
    readonly maxima: readonly OpenedMaximum[];
  };
  /** Hash of the last step. */
  readonly root: string;
  readonly published: RootEntry;
}

/** What the first hash of a lot's chain is made of. */
export function openingText(opening: LotOpening): string {
  return JSON.stringify([
    "gavelyard-lot-1",
    opening.lotId,
    opening.inventoryId,
    opening.auctionId,
    opening.startingCents,
    opening.increments.map(({ fromCents, stepCents }) => [fromCents, stepCents]),
    opening.opensAtMs,
    opening.closesAtMs,
    opening.softCloseWindowSec,
    opening.softCloseExtendSec,
    opening.maxExtensions,
    opening.reserveHash,
  ]);
}

/** What the hash of a step is made of; `previous` is the hash before it, of the opening for the first. */
export function stepText(lotId: number, previous: string, step: LotStep): string {
  return JSON.stringify([
    previous,
    lotId,
    step.seq,
    step.kind,
    step.bidder,
    step.amountCents,
    step.requestedCents,
    step.bidCount,
    step.leader,
    step.reserve,
    step.atMs,
    step.closesAtMs,
    step.extended,
    step.undoesSeq,
    step.outcome,
    step.maxHash,
    step.bidderHash,
  ]);
}

/** What a commitment to a maximum is made of. */
export function maximumText(lotId: number, seq: number, maxCents: number, salt: string): string {
  return JSON.stringify(["max", lotId, seq, maxCents, salt]);
}

/** What a commitment to a reserve is made of. */
export function reserveText(lotId: number, reserveCents: number, salt: string): string {
  return JSON.stringify(["reserve", lotId, reserveCents, salt]);
}

/** What a commitment to the person behind an alias is made of. */
export function bidderText(lotId: number, alias: number, userId: number, salt: string): string {
  return JSON.stringify(["bidder", lotId, alias, userId, salt]);
}

/** What the hash of a line in the list of roots is made of. */
export function rootText(entry: Omit<RootEntry, "hash">): string {
  return JSON.stringify([
    "gavelyard-root-1",
    entry.position,
    entry.lotId,
    entry.root,
    entry.closedAtMs,
    entry.previous,
  ]);
}

/** What a salt is made of: a secret of the lot, and which value of the lot it is for. */
function saltText(secret: string, value: "max" | "bidder" | "reserve", number: number): string {
  return JSON.stringify(["salt", secret, value, number]);
}

/** The private side of a lot's record, for the one who keeps it. */
export interface LotSecrets {
  maxSalt(seq: number): string;
  maxHash(seq: number, maxCents: number): string;
  bidderHash(alias: number, userId: number): string;
  reserveSalt(): string;
  reserveHash(reserveCents: number | null): string | null;
}

/** The salts and commitments of a lot, from the lot's secret (any text nobody can guess). */
export function lotSecrets(lotId: number, secret: string, hash: Hash): LotSecrets {
  // A bid's salt is asked for twice in a row: for the commitment, and for the bidder.
  let last: { readonly seq: number; readonly salt: string } | null = null;
  const maxSalt = (seq: number) => {
    if (last?.seq !== seq) last = { seq, salt: hash(saltText(secret, "max", seq)) };
    return last.salt;
  };
  const reserveSalt = () => hash(saltText(secret, "reserve", 0));
  return {
    maxSalt,
    maxHash: (seq, maxCents) => hash(maximumText(lotId, seq, maxCents, maxSalt(seq))),
    bidderHash: (alias, userId) =>
      hash(bidderText(lotId, alias, userId, hash(saltText(secret, "bidder", alias)))),
    reserveSalt,
    reserveHash: (reserveCents) =>
      reserveCents === null ? null : hash(reserveText(lotId, reserveCents, reserveSalt())),
  };
}

/** What the step of a row of the ledger tells beside it. */
export interface StepDetails {
  readonly alias: number | null;
  readonly leader: number | null;
  readonly atMs: number;
  /** Whether it is the first bid under its alias. */
  readonly firstOfBidder: boolean;
}

/** The public step of a row, with the commitments to what is private of it. */
export function stepOf(
  row: LedgerRow,
  { alias, leader, atMs, firstOfBidder }: StepDetails,
  lot: { readonly reserveCents: number | null; readonly outcome: LotOutcome | null },
  secrets: LotSecrets,
): LotStep {
  const { userId, maxCents } = row;
  return {
    seq: row.seq,
    kind: row.kind,
    bidder: alias,
    amountCents: row.amountCents,
    requestedCents: row.requestedCents,
    bidCount: row.bidCount,
    leader,
    reserve: reserveState(lot.reserveCents, row.amountCents),
    atMs,
    closesAtMs: row.closesAtMs,
    extended: row.extended,
    undoesSeq: row.undoesSeq,
    outcome: row.kind === "CLOSE" ? lot.outcome : null,
    maxHash: maxCents === null ? null : secrets.maxHash(row.seq, maxCents),
    bidderHash:
      firstOfBidder && alias !== null && userId !== null ? secrets.bidderHash(alias, userId) : null,
  };
}

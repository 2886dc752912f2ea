/**
 * The public record of a lot (`docs/verifiable-lots.md`): the exact texts that are hashed. Each
 * text is a JSON array without spaces in UTF-8; each hash is SHA-256 in lower-case hexadecimal. A
 * change to a text here changes the format and needs a new format name.
 */
import type { IncrementTable } from "../bidding/bid-increments.ts";
import {
  reserveState,
  type LedgerKind,
  type LedgerRow,
  type ReserveState,
} from "../bidding/bidding.ts";
import { amountText, type NegotiationProof } from "./negotiation-proof.ts";
import type { LotOutcome } from "../sales/settlement.ts";

/** Hashes a text and returns hexadecimal. */
export type Hash = (text: string) => string;

export const lotProofFormat = "gavelyard-lot-proof-1";

/** The terms at the start of a lot's record. Money in cents, times in ms since the epoch. */
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
  /** Commitment to the hidden reserve; null without one. */
  readonly reserveHash: string | null;
}

/** One ledger row as the public sees it. Bidders are numbers: the lot's aliases (D24). */
export interface LotStep {
  readonly seq: number;
  readonly kind: LedgerKind;
  /** Alias of the bidder who acted; the high bidder on EXTENSION and CLOSE. */
  readonly bidder: number | null;
  /** The visible price on this row; null when no active bid is left. */
  readonly amountCents: number | null;
  /** The visible amount that was requested; only on BID and RAISE. */
  readonly requestedCents: number | null;
  readonly bidCount: number;
  /** The high bidder once the act that this row is part of is complete. */
  readonly leader: number | null;
  readonly reserve: ReserveState;
  readonly atMs: number;
  readonly closesAtMs: number;
  readonly extended: boolean;
  readonly undoesSeq: number | null;
  /** Only on CLOSE. */
  readonly outcome: LotOutcome | null;
  /** Commitment to the private maximum; only on BID and RAISE. */
  readonly maxHash: string | null;
  /** Commitment to the person behind an alias; only on the first BID of that alias. */
  readonly bidderHash: string | null;
}

/** A step with the chain's hash up to and including it. */
export interface HashedStep extends LotStep {
  readonly hash: string;
}

/** A private value with the salt that proves it is the committed one. */
export interface OpenedMaximum {
  readonly seq: number;
  readonly maxCents: number;
  readonly salt: string;
}

/** An entry of the list of all roots, which is itself a hash chain. */
export interface RootEntry {
  /** From 1, without gaps, in the order of closing. */
  readonly position: number;
  readonly lotId: number;
  readonly root: string;
  readonly closedAtMs: number;
  /** Hash of the entry before; null on the first. */
  readonly previous: string | null;
  readonly hash: string;
}

export interface LotProof {
  readonly format: typeof lotProofFormat;
  readonly opening: LotOpening;
  readonly steps: readonly HashedStep[];
  /** Private values that are revealed because a published price depends on them. */
  readonly opened: {
    readonly reserve: { readonly reserveCents: number; readonly salt: string } | null;
    readonly maxima: readonly OpenedMaximum[];
  };
  readonly root: string;
  readonly published: RootEntry;
  /** The negotiation after a close below the reserve; no steps if there was none. */
  readonly negotiation: NegotiationProof;
}

/** Returns the text of the first hash of a lot's chain. */
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

/**
 * Returns the text of a step's hash. `previous` is the hash of the step before, or of the opening
 * for the first step.
 */
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

/** Returns the text of a commitment to a maximum. */
export function maximumText(lotId: number, seq: number, maxCents: number, salt: string): string {
  return JSON.stringify(["max", lotId, seq, maxCents, salt]);
}

export function reserveText(lotId: number, reserveCents: number, salt: string): string {
  return JSON.stringify(["reserve", lotId, reserveCents, salt]);
}

export function bidderText(lotId: number, alias: number, userId: number, salt: string): string {
  return JSON.stringify(["bidder", lotId, alias, userId, salt]);
}

/** Returns the text of the hash of an entry in the list of roots. */
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

function saltText(
  secret: string,
  value: "max" | "bidder" | "reserve" | "amount",
  number: number,
): string {
  return JSON.stringify(["salt", secret, value, number]);
}

/** The private side of a lot's record; only the server has it. */
export interface LotSecrets {
  maxSalt(seq: number): string;
  maxHash(seq: number, maxCents: number): string;
  bidderHash(alias: number, userId: number): string;
  reserveSalt(): string;
  reserveHash(reserveCents: number | null): string | null;
  amountSalt(seq: number): string;
  amountHash(seq: number, cents: number): string;
}

/** Derives a lot's salts and commitments from its secret, any unguessable text. */
export function lotSecrets(lotId: number, secret: string, hash: Hash): LotSecrets {
  // The commitment and the bidder both need the same salt, one right after the other.
  let last: { readonly seq: number; readonly salt: string } | null = null;
  const maxSalt = (seq: number) => {
    if (last?.seq !== seq) last = { seq, salt: hash(saltText(secret, "max", seq)) };
    return last.salt;
  };
  const reserveSalt = () => hash(saltText(secret, "reserve", 0));
  const amountSalt = (seq: number) => hash(saltText(secret, "amount", seq));
  return {
    maxSalt,
    maxHash: (seq, maxCents) => hash(maximumText(lotId, seq, maxCents, maxSalt(seq))),
    bidderHash: (alias, userId) =>
      hash(bidderText(lotId, alias, userId, hash(saltText(secret, "bidder", alias)))),
    reserveSalt,
    reserveHash: (reserveCents) =>
      reserveCents === null ? null : hash(reserveText(lotId, reserveCents, reserveSalt())),
    amountSalt,
    amountHash: (seq, cents) => hash(amountText(lotId, seq, cents, amountSalt(seq))),
  };
}

/** What a step needs beyond its ledger row. */
export interface StepDetails {
  readonly alias: number | null;
  readonly leader: number | null;
  readonly atMs: number;
  /** Whether this is the first bid under its alias. */
  readonly firstOfBidder: boolean;
}

/** Returns the public step of a row, with commitments to its private values. */
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

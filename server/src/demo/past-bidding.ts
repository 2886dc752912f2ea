import {
  decideBid,
  lotMinNextBidCents,
  type LedgerRow,
  type LotState,
} from "@gavelyard/domain/bidding/bidding";
import { defaultIncrements, incrementAt } from "@gavelyard/domain/bidding/bid-increments";
import { lotOutcome, type LotOutcome } from "@gavelyard/domain/sales/settlement";
import type { Chance } from "@gavelyard/demo/random";

/** A ledger row with the columns that only the database has. */
export interface PastRow extends LedgerRow {
  readonly aliasNo: number | null;
  readonly placedAtMs: number;
}

export interface PastBidding {
  readonly state: LotState;
  readonly rows: readonly PastRow[];
  /** User ids in alias order. */
  readonly aliases: readonly number[];
  /** Null while the lot is open. */
  readonly closedAtMs: number | null;
  readonly outcome: LotOutcome | null;
}

export interface LotToPlay {
  readonly opensAtMs: number;
  readonly closesAtMs: number;
  readonly startingCents: number;
  readonly reserveCents: number | null;
  readonly valueCents: number;
}

/** Bidders' limits and commitments across all lots. */
export interface Purses {
  /** User ids to draw from. Listing one more than once makes it more likely. */
  readonly userIds: readonly number[];
  committed(userId: number): number;
  limit(userId: number): number;
}

const MAX_INTERESTED = 7;

/** Returns an open lot without bids, under an auction's default terms. */
export function openedLot(lot: LotToPlay): LotState {
  return {
    startingCents: lot.startingCents,
    reserveCents: lot.reserveCents,
    increments: defaultIncrements,
    opensAtMs: lot.opensAtMs,
    closesAtMs: lot.closesAtMs,
    softCloseWindowSec: 120,
    softCloseExtendSec: 120,
    maxExtensions: null,
    extensions: 0,
    closed: false,
    seq: 0,
    bidCount: 0,
    priceCents: null,
    leader: null,
  };
}

/**
 * Plays the bidding on a lot up to `nowMs` with the same rules that decide real bids, at times in
 * the past. Closes the lot if its close is past by then.
 */
export function playLot(
  lot: LotToPlay,
  purses: Purses,
  nowMs: number,
  chance: Chance,
): PastBidding {
  let state = openedLot(lot);
  const rows: PastRow[] = [];
  const aliases: number[] = [];
  const asked = [...new Set(chance.shuffled(purses.userIds))];
  const interested = asked.slice(0, chance.yes(0.07) ? 0 : chance.int(2, MAX_INTERESTED));
  const limits = new Map(
    interested.map((userId) => [userId, wholeDollars(lot.valueCents * chance.between(0.62, 1.04))]),
  );
  for (const atMs of bidTimes(lot, chance)) {
    if (atMs > nowMs || atMs > state.closesAtMs) break;
    const minimum = lotMinNextBidCents(state);
    const able = interested.filter(
      (userId) => userId !== state.leader?.userId && (limits.get(userId) ?? 0) >= minimum,
    );
    if (able.length === 0) break;
    const userId = chance.pick(able);
    const ceiling = limits.get(userId) ?? minimum;
    const jump = chance.yes(0.25) ? incrementAt(state.increments, minimum) * chance.int(1, 3) : 0;
    const amountCents = Math.min(ceiling, minimum + jump);
    const maxCents = chance.yes(0.4)
      ? Math.max(amountCents, wholeDollars(chance.between(amountCents, ceiling)))
      : null;
    const verdict = decideBid(
      state,
      { userId, limitCents: purses.limit(userId), committedCents: purses.committed(userId) },
      { userId, amountCents, maxCents },
      atMs,
    );
    if (!verdict.accepted) continue;
    state = verdict.lot;
    for (const row of verdict.rows)
      rows.push({ ...row, placedAtMs: atMs, aliasNo: aliasOf(row.userId, aliases) });
  }
  if (state.closesAtMs >= nowMs) return { state, rows, aliases, closedAtMs: null, outcome: null };
  return closeLot(state, rows, aliases, chance);
}

function closeLot(
  state: LotState,
  rows: PastRow[],
  aliases: number[],
  chance: Chance,
): PastBidding {
  const closedAtMs = state.closesAtMs + chance.int(4, 30);
  const leaderId = state.leader?.userId ?? null;
  rows.push({
    seq: state.seq + 1,
    kind: "CLOSE",
    userId: leaderId,
    aliasNo: aliasOf(leaderId, aliases),
    amountCents: state.priceCents,
    requestedCents: null,
    maxCents: null,
    bidCount: state.bidCount,
    closesAtMs: state.closesAtMs,
    extended: false,
    undoesSeq: null,
    placedAtMs: closedAtMs,
  });
  return {
    state: { ...state, seq: state.seq + 1, closed: true },
    rows,
    aliases,
    closedAtMs,
    outcome: lotOutcome({
      leaderId,
      priceCents: state.priceCents,
      reserveCents: state.reserveCents,
    }),
  };
}

/** Draws the times of bids: some early, some in between, about half in the last minutes. */
function bidTimes(lot: LotToPlay, chance: Chance): number[] {
  const spanMs = lot.closesAtMs - lot.opensAtMs;
  const lateMs = Math.min(spanMs * 0.1, 8 * 60_000);
  const early = Array.from(
    { length: chance.int(3, 9) },
    () => lot.opensAtMs + spanMs * 0.97 * chance.next(),
  );
  const late = Array.from(
    { length: chance.int(2, 14) },
    () => lot.closesAtMs - lateMs * chance.next() ** 2,
  );
  // Bids during the soft close, as far as extensions allow.
  const after = Array.from(
    { length: chance.int(0, 3) },
    (_, index) => lot.closesAtMs + (index + chance.next()) * 55_000,
  );
  return [...early, ...late, ...after].map(Math.round).sort((one, other) => one - other);
}

function aliasOf(userId: number | null, aliases: number[]): number | null {
  if (userId === null) return null;
  const known = aliases.indexOf(userId);
  return known === -1 ? aliases.push(userId) : known + 1;
}

const wholeDollars = (cents: number) => Math.floor(cents / 10_000) * 10_000;

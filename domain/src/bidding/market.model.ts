import { defaultIncrements } from "./bid-increments.ts";
import { decideBid, decideRetraction } from "./bidding.ts";
import type {
  BidderState,
  BidRequest,
  BidVerdict,
  LedgerRow,
  LotState,
  RetractionVerdict,
  StandingRequest,
} from "./bidding.ts";
import type { ModelBidder } from "./bidding.model.ts";

export const dollars = (amount: number) => amount * 100;
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;

/** A lot without bids, open for the next four hours, with the default terms and no reserve. */
export const freshLot: LotState = {
  startingCents: dollars(500),
  reserveCents: null,
  increments: defaultIncrements,
  opensAtMs: 0,
  closesAtMs: 4 * hourMs,
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

/** A bidder whose limit never matters. */
export const deepPockets: ModelBidder = { limitCents: dollars(10_000_000), awardsCents: 0 };

/** Returns the columns of a ledger row that tests compare. */
export function short({ seq, kind, userId, amountCents }: LedgerRow) {
  return { seq, kind, userId, amountCents };
}

export interface CancelTarget {
  readonly seq: number;
  readonly by: "BIDDER" | "STAFF";
}

export interface Entry {
  lot: LotState;
  standing: readonly StandingRequest[];
  readonly ledger: LedgerRow[];
}

type Accepted = Extract<BidVerdict | RetractionVerdict, { readonly accepted: true }>;

/**
 * Lots and bidders as the server stores them, for tests of the rules. Only verdicts change them,
 * and active requests come from the ledger rows.
 */
export function openMarket(terms: readonly LotState[], limits: ReadonlyMap<number, ModelBidder>) {
  const lots = terms.map((lot): Entry => ({ lot, standing: [], ledger: [] }));
  const leadingCents = new Map([...limits.keys()].map((userId) => [userId, 0]));

  function at(index: number): Entry {
    const entry = lots[index];
    if (entry === undefined) throw new Error(`No lot ${index}`);
    return entry;
  }
  function bidder(userId: number): BidderState {
    const facts = limits.get(userId);
    const held = leadingCents.get(userId);
    if (facts === undefined || held === undefined) throw new Error(`No bidder ${userId}`);
    return { userId, limitCents: facts.limitCents, committedCents: held + facts.awardsCents };
  }
  function available(userId: number): number {
    const { limitCents, committedCents } = bidder(userId);
    return limitCents - committedCents;
  }
  function write(index: number, verdict: Accepted, nowMs: number): void {
    const entry = at(index);
    entry.lot = verdict.lot;
    for (const row of verdict.rows) {
      entry.ledger.push(row);
      const { seq, kind, userId, requestedCents, maxCents } = row;
      if (userId !== null && requestedCents !== null && maxCents !== null) {
        const placed = { seq, userId, requestedCents, maxCents, placedAtMs: nowMs };
        entry.standing = [...entry.standing, placed];
      }
      entry.standing = entry.standing.filter((request) =>
        kind === "LAPSE" ? request.userId !== userId : request.seq !== row.undoesSeq,
      );
    }
    for (const { userId, deltaCents } of verdict.holds) {
      leadingCents.set(userId, (leadingCents.get(userId) ?? 0) + deltaCents);
    }
  }
  return {
    at,
    bidder,
    bid(index: number, request: BidRequest, nowMs: number) {
      const verdict = decideBid(at(index).lot, bidder(request.userId), request, nowMs);
      if (verdict.accepted) write(index, verdict, nowMs);
      return verdict;
    },
    cancelBid(index: number, target: CancelTarget, nowMs: number) {
      const { lot, standing, ledger } = at(index);
      const bidder = ledger.find(({ seq }) => seq === target.seq)?.userId;
      const retractedBefore = ledger.some(
        ({ kind, userId }) => kind === "RETRACTION" && userId === bidder,
      );
      const verdict = decideRetraction(
        lot,
        standing,
        { ...target, retractedBefore },
        available,
        nowMs,
      );
      if (verdict.accepted) write(index, verdict, nowMs);
      return verdict;
    },
    close(index: number) {
      const entry = at(index);
      entry.lot = { ...entry.lot, closed: true };
    },
  };
}

/** Places bids of `[userId, amount, maximum]` in dollars on one lot, one second apart. */
export function afterBids(
  terms: Partial<LotState>,
  bids: readonly (readonly [userId: number, amount: number, maximum?: number])[],
) {
  const bidders = new Map([1, 2, 3].map((userId) => [userId, deepPockets]));
  const market = openMarket([{ ...freshLot, ...terms }], bidders);
  const verdicts = bids.map(([userId, amount, maximum], index) => {
    const maxCents = maximum === undefined ? null : dollars(maximum);
    return market.bid(0, { userId, amountCents: dollars(amount), maxCents }, (index + 1) * 1000);
  });
  return { market, verdicts };
}

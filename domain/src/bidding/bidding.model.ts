/**
 * A second implementation of the bidding rules (D18 to D25), to test `bidding.ts` against. It
 * stores no price, high bidder or hold: it derives them from the list of active requests by closed
 * formulas. It shares no code with the rules.
 */

export interface ModelTerms {
  readonly startingCents: number;
  readonly reserveCents: number | null;
  readonly increments: readonly { readonly fromCents: number; readonly stepCents: number }[];
  readonly opensAtMs: number;
  readonly softCloseWindowSec: number;
  readonly softCloseExtendSec: number;
  readonly maxExtensions: number | null;
}

export interface ModelRequest {
  readonly seq: number;
  readonly userId: number;
  /** The visible bid; for a raise, the price shown on its row. */
  readonly amountCents: number;
  readonly maxCents: number;
  readonly placedAtMs: number;
}

export interface ModelLot {
  readonly terms: ModelTerms;
  standing: readonly ModelRequest[];
  seq: number;
  closesAtMs: number;
  extensions: number;
  closed: boolean;
  /** Users who retracted a bid on this lot. */
  readonly retractors: Set<number>;
}

export interface ModelBidder {
  readonly limitCents: number;
  /** The part of the limit held by unpaid awards. */
  readonly awardsCents: number;
}

export interface ModelMarket {
  readonly lots: readonly ModelLot[];
  readonly bidders: ReadonlyMap<number, ModelBidder>;
}

export interface ModelRow {
  readonly seq: number;
  readonly kind: string;
  readonly userId: number;
  readonly amountCents: number | null;
}

/** The rows that an accepted act appends, or the name of the refusal. */
export type ModelVerdict = readonly ModelRow[] | string;

function ranking(requests: readonly ModelRequest[]): readonly ModelRequest[] {
  return requests.toSorted((a, b) => b.maxCents - a.maxCents || a.seq - b.seq);
}

/** Returns the request of the high bidder: the highest maximum, and the earliest of equal ones. */
export function leading(requests: readonly ModelRequest[]): ModelRequest | undefined {
  return ranking(requests)[0];
}

function stepAt(terms: ModelTerms, priceCents: number): number {
  const reached = terms.increments.filter(({ fromCents }) => fromCents <= priceCents);
  return Math.max(0, ...reached.slice(-1).map(({ stepCents }) => stepCents));
}

/** Returns the price that a single request sets, given the requests before it. */
function liftedTo(
  terms: ModelTerms,
  request: ModelRequest,
  earlier: readonly ModelRequest[],
): number {
  const best = leading(earlier);
  if (best === undefined) return request.amountCents;
  if (best.userId === request.userId) return 0;
  if (request.maxCents <= best.maxCents) {
    return Math.min(best.maxCents, request.maxCents + stepAt(terms, request.maxCents));
  }
  const toBeatBest = best.maxCents + stepAt(terms, best.maxCents);
  return Math.max(request.amountCents, Math.min(request.maxCents, toBeatBest));
}

/**
 * Returns the visible price: the highest price that any request set, or the reserve as far as the
 * high bidder's maximum covers it.
 */
export function priceOf(terms: ModelTerms, requests: readonly ModelRequest[]): number | null {
  const leader = leading(requests);
  if (leader === undefined) return null;
  const lifts = requests.map((request) =>
    liftedTo(
      terms,
      request,
      requests.filter(({ seq }) => seq < request.seq),
    ),
  );
  return Math.max(...lifts, Math.min(leader.maxCents, terms.reserveCents ?? 0));
}

/** Returns the sum of a bidder's holds: their maximum on each lot that they lead. */
export function exposureOf(lots: readonly ModelLot[], userId: number): number {
  return lots
    .map((lot) => leading(lot.standing))
    .filter((leader) => leader?.userId === userId)
    .reduce((sum, leader) => sum + (leader?.maxCents ?? 0), 0);
}

function affords(market: ModelMarket, lot: ModelLot, userId: number, maxCents: number): boolean {
  const bidder = market.bidders.get(userId);
  if (bidder === undefined) throw new Error(`No bidder ${userId}`);
  const elsewhere = exposureOf(
    market.lots.filter((other) => other !== lot),
    userId,
  );
  return elsewhere + bidder.awardsCents + maxCents <= bidder.limitCents;
}

/** Places a bid or a raise. An accepted one updates the market. */
export function placeBid(
  market: ModelMarket,
  lot: ModelLot,
  request: { userId: number; amountCents: number; maxCents: number | null },
  nowMs: number,
): ModelVerdict {
  const { terms, standing } = lot;
  const { userId } = request;
  const maxCents = request.maxCents ?? request.amountCents;
  const before = leading(standing);
  const priceBefore = priceOf(terms, standing);
  const raises = before?.userId === userId;
  const floor =
    priceBefore === null ? terms.startingCents : priceBefore + stepAt(terms, priceBefore);
  const minimum = floor + ((100 - (floor % 100)) % 100);

  if (lot.closed || nowMs > lot.closesAtMs) return "LOT_CLOSED";
  if (nowMs < terms.opensAtMs) return "NOT_OPEN";
  if (![request.amountCents, maxCents].every((cents) => cents > 0 && cents % 100 === 0)) {
    return "INVALID_AMOUNT";
  }
  if (maxCents < request.amountCents) return "MAX_BELOW_AMOUNT";
  if (raises && maxCents <= before.maxCents) return "ALREADY_LEADING";
  if (!raises && maxCents < minimum) return "BELOW_MINIMUM";
  const amountCents = Math.max(request.amountCents, minimum);
  if (!affords(market, lot, userId, maxCents)) return "LIMIT_EXCEEDED";

  const seq = lot.seq + 1;
  const placed = { seq, userId, amountCents, maxCents, placedAtMs: nowMs };
  const priceAfter = priceOf(terms, [...standing, placed]);
  const recorded = raises ? { ...placed, amountCents: priceAfter ?? amountCents } : placed;
  lot.standing = [...standing, recorded];
  const after = leading(lot.standing);

  if (!raises) extend(lot, nowMs);
  const own = { seq, kind: raises ? "RAISE" : "BID", userId };
  if (after === undefined || after.userId === userId) {
    lot.seq = seq;
    return [{ ...own, amountCents: priceAfter }];
  }
  lot.seq = seq + 1;
  return [
    { ...own, amountCents },
    { seq: seq + 1, kind: "PROXY", userId: after.userId, amountCents: priceAfter },
  ];
}

function extend(lot: ModelLot, nowMs: number): void {
  const { softCloseWindowSec, softCloseExtendSec, maxExtensions } = lot.terms;
  const windowOpensMs = lot.closesAtMs - softCloseWindowSec * 1000;
  const extendedToMs = nowMs + softCloseExtendSec * 1000;
  if (softCloseWindowSec === 0 || nowMs < windowOpensMs || extendedToMs <= lot.closesAtMs) return;
  if (lot.extensions === maxExtensions) return;
  lot.closesAtMs = extendedToMs;
  lot.extensions += 1;
}

/** Retracts or voids a row (D23). An accepted retraction updates the market. */
export function cancelBid(
  market: ModelMarket,
  lot: ModelLot,
  target: { seq: number; by: "BIDDER" | "STAFF" },
  nowMs: number,
): ModelVerdict {
  const undone = lot.standing.find(({ seq }) => seq === target.seq);
  if (lot.closed || nowMs > lot.closesAtMs) return "LOT_CLOSED";
  if (undone === undefined) return "NOT_STANDING";
  if (target.by === "BIDDER") {
    if (lot.retractors.has(undone.userId)) return "ALREADY_RETRACTED";
    if (nowMs > undone.placedAtMs + 5 * 60_000) return "TOO_LATE_AFTER_BID";
    if (nowMs > lot.closesAtMs - 60 * 60_000) return "TOO_CLOSE_TO_END";
  }

  if (target.by === "BIDDER") lot.retractors.add(undone.userId);
  const remaining = lot.standing.filter((request) => request !== undone);
  // Bidders who can't cover their maximum lapse, in the order in which they would lead.
  const inOrder = [...new Set(ranking(remaining).map(({ userId }) => userId))];
  const solvent = inOrder.findIndex((userId) => {
    const own = leading(remaining.filter((request) => request.userId === userId));
    return own !== undefined && affords(market, lot, userId, own.maxCents);
  });
  const lapsed = solvent === -1 ? inOrder : inOrder.slice(0, solvent);
  lot.standing = remaining.filter(({ userId }) => !lapsed.includes(userId));

  const amountCents = priceOf(lot.terms, lot.standing);
  const kind = target.by === "STAFF" ? "VOID" : "RETRACTION";
  const rows = [
    { kind, userId: undone.userId },
    ...lapsed.map((userId) => ({ kind: "LAPSE", userId })),
  ].map((row, index) => ({ ...row, seq: lot.seq + 1 + index, amountCents }));
  lot.seq += rows.length;
  return rows;
}

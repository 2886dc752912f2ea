/**
 * The bidding rules of a lot (D18 to D25): high bidder, current bid, ledger rows and close. Pure
 * functions from facts to a verdict; `nowMs` is the database's clock.
 */
import { incrementAt, minNextBidCents, type IncrementTable } from "./bid-increments.ts";
import { extendedClose } from "./soft-close.ts";

/** How long after placing a bid its bidder may retract it (D23). */
export const RETRACTION_WINDOW_MS = 5 * 60_000;
/** Bidders can't retract in the last hour before the lot closes (D23). */
export const NO_RETRACTION_BEFORE_CLOSE_MS = 60 * 60_000;

/** Kinds of rows in a lot's append-only ledger; each row is one event (D22, D23). */
export type LedgerKind =
  | "BID"
  | "PROXY"
  | "RAISE"
  | "RETRACTION"
  | "VOID"
  | "LAPSE"
  | "EXTENSION"
  | "CLOSE";

/** Returns the public name of a bidder on one lot (D24). */
export const aliasName = (aliasNo: number): string => `Bidder ${aliasNo}`;

/** What customers may see of a reserve (D20). */
export const reserveStates = ["NONE", "NOT_MET", "MET"] as const;
export type ReserveState = (typeof reserveStates)[number];

/** The part of a lot that decides bids. Money in cents, times in ms since the epoch. */
export interface LotState {
  readonly startingCents: number;
  readonly reserveCents: number | null;
  readonly increments: IncrementTable;
  readonly opensAtMs: number;
  readonly closesAtMs: number;
  readonly softCloseWindowSec: number;
  readonly softCloseExtendSec: number;
  readonly maxExtensions: number | null;
  readonly extensions: number;
  readonly closed: boolean;
  /** Seq of the last ledger row; 0 when there is none. */
  readonly seq: number;
  /** Number of bids and raises that were not retracted, voided or lapsed. */
  readonly bidCount: number;
  /** Null until the first bid. */
  readonly priceCents: number | null;
  readonly leader: Leader | null;
}

/** The high bidder of a lot and their private maximum. */
export interface Leader {
  readonly userId: number;
  readonly maxCents: number;
}

/** A bidder's limit, and how much of it high bids and unpaid awards hold (D25). */
export interface BidderState {
  readonly userId: number;
  readonly limitCents: number;
  readonly committedCents: number;
}

/**
 * A bid: `amountCents` is the visible amount, `maxCents` the private maximum of a proxy bid (D18).
 * With a maximum, the visible amount rises to the lot's minimum.
 */
export interface BidRequest {
  readonly userId: number;
  readonly amountCents: number;
  readonly maxCents: number | null;
}

/**
 * One row to append. `amountCents` is the visible price after it; null when no active bid is left.
 */
export interface LedgerRow {
  readonly seq: number;
  readonly kind: LedgerKind;
  readonly userId: number | null;
  readonly amountCents: number | null;
  /** The visible amount that was requested; only on BID and RAISE. */
  readonly requestedCents: number | null;
  /** Private; only on BID and RAISE. */
  readonly maxCents: number | null;
  readonly bidCount: number;
  readonly closesAtMs: number;
  readonly extended: boolean;
  /** `seq` of the row that a RETRACTION or VOID cancels. */
  readonly undoesSeq: number | null;
}

/** A change of the amount that a lot holds of a bidder's limit. */
export interface HoldChange {
  readonly userId: number;
  readonly deltaCents: number;
}

/** Why a bid is rejected, with the values that the bidder needs to correct it. */
export type BidRefusal =
  | { readonly reason: "LOT_CLOSED"; readonly closedAtMs: number }
  | { readonly reason: "NOT_OPEN"; readonly opensAtMs: number }
  | { readonly reason: "NOT_STANDING" }
  | { readonly reason: "INVALID_AMOUNT" }
  | { readonly reason: "MAX_BELOW_AMOUNT" }
  | { readonly reason: "BELOW_MINIMUM"; readonly minNextBidCents: number }
  | { readonly reason: "ALREADY_LEADING"; readonly maxCents: number }
  | {
      readonly reason: "LIMIT_EXCEEDED";
      readonly availableCents: number;
      readonly neededCents: number;
    };

export type BidVerdict =
  | {
      readonly accepted: true;
      readonly lot: LotState;
      readonly rows: readonly LedgerRow[];
      readonly holds: readonly HoldChange[];
    }
  | { readonly accepted: false; readonly refusal: BidRefusal };

export interface RaisedBid {
  readonly lotId: number;
  readonly closesAtMs: number;
  /** Whether it was not retracted, voided or lapsed. */
  readonly stands: boolean;
}

/** An active bid or raise: not retracted, voided or lapsed. Values as in the ledger. */
export interface StandingRequest {
  readonly seq: number;
  readonly userId: number;
  readonly requestedCents: number;
  readonly maxCents: number;
  readonly placedAtMs: number;
}

export type RetractionRefusal =
  | { readonly reason: "LOT_CLOSED"; readonly closedAtMs: number }
  | { readonly reason: "NOT_STANDING" }
  | { readonly reason: "ALREADY_RETRACTED" }
  | { readonly reason: "TOO_LATE_AFTER_BID" }
  | { readonly reason: "TOO_CLOSE_TO_END" };

export interface RetractionTarget {
  readonly seq: number;
  readonly by: "BIDDER" | "STAFF";
  /** Whether this bidder already retracted a bid on this lot. */
  readonly retractedBefore?: boolean;
}

export type RetractionVerdict =
  | {
      readonly accepted: true;
      readonly lot: LotState;
      readonly rows: readonly LedgerRow[];
      readonly holds: readonly HoldChange[];
    }
  | { readonly accepted: false; readonly refusal: RetractionRefusal };

interface Standing {
  readonly priceCents: number | null;
  readonly leader: Leader | null;
}

interface PricingTerms {
  readonly increments: IncrementTable;
  readonly reserveCents: number | null;
}

/** Returns NONE without a reserve, else MET once the visible price reaches it (D20). */
export function reserveState(reserveCents: number | null, priceCents: number | null): ReserveState {
  if (reserveCents === null) return "NONE";
  return priceCents !== null && priceCents >= reserveCents ? "MET" : "NOT_MET";
}

/** Returns the lowest visible bid that the lot accepts from anyone but the high bidder (D19). */
export function lotMinNextBidCents(
  lot: Pick<LotState, "priceCents" | "startingCents" | "increments">,
): number {
  return minNextBidCents({
    priceCents: lot.priceCents,
    startingCents: lot.startingCents,
    table: lot.increments,
  });
}

function applyReserve(standing: Standing, reserveCents: number | null): Standing {
  const { leader, priceCents } = standing;
  if (reserveCents === null || leader === null || priceCents === null) return standing;
  const resolved =
    leader.maxCents < reserveCents ? leader.maxCents : Math.max(priceCents, reserveCents);
  return { leader, priceCents: resolved };
}

/** Applies a request to the current state. The caller has checked that it's allowed (D18, D20). */
function applyRequest(
  terms: PricingTerms,
  standing: Standing,
  request: { readonly userId: number; readonly requestedCents: number; readonly maxCents: number },
): Standing {
  const { leader, priceCents } = standing;
  const challenger: Leader = { userId: request.userId, maxCents: request.maxCents };
  if (leader === null || priceCents === null) {
    return applyReserve(
      { leader: challenger, priceCents: request.requestedCents },
      terms.reserveCents,
    );
  }
  if (leader.userId === request.userId) {
    const raised = request.maxCents > leader.maxCents ? challenger : leader;
    return applyReserve({ leader: raised, priceCents }, terms.reserveCents);
  }
  if (request.maxCents > leader.maxCents) {
    const overRunnerUp = Math.min(
      request.maxCents,
      leader.maxCents + incrementAt(terms.increments, leader.maxCents),
    );
    return applyReserve(
      {
        leader: challenger,
        priceCents: Math.max(priceCents, request.requestedCents, overRunnerUp),
      },
      terms.reserveCents,
    );
  }
  const defended = Math.min(
    leader.maxCents,
    request.maxCents + incrementAt(terms.increments, request.maxCents),
  );
  return applyReserve({ leader, priceCents: Math.max(priceCents, defended) }, terms.reserveCents);
}

function isWholeDollars(cents: number): boolean {
  return Number.isSafeInteger(cents) && cents > 0 && cents % 100 === 0;
}

/**
 * Decides one bid (D18 to D22, D25). A bid by the high bidder only raises their maximum. The whole
 * maximum must fit into the available limit, even if the bid does not become the highest.
 */
export function decideBid(
  lot: LotState,
  bidder: BidderState,
  request: BidRequest,
  nowMs: number,
): BidVerdict {
  const refusal = refuseBid(lot, bidder, request, nowMs);
  if (refusal !== null) return { accepted: false, refusal };

  const maxCents = request.maxCents ?? request.amountCents;
  // The price may have moved while the bidder decided.
  const requestedCents = Math.max(request.amountCents, lotMinNextBidCents(lot));
  const raises = lot.leader?.userId === request.userId;
  const before: Standing = { priceCents: lot.priceCents, leader: lot.leader };
  const after = applyRequest(lot, before, {
    userId: request.userId,
    requestedCents,
    maxCents,
  });
  const close = raises
    ? { closesAtMs: lot.closesAtMs, extensions: lot.extensions, extended: false }
    : extendedClose({
        closesAtMs: lot.closesAtMs,
        bidAtMs: nowMs,
        windowSec: lot.softCloseWindowSec,
        extendSec: lot.softCloseExtendSec,
        maxExtensions: lot.maxExtensions,
        extensions: lot.extensions,
      });
  const bidCount = lot.bidCount + 1;
  const leads = after.leader?.userId === request.userId;
  const shared = {
    bidCount,
    closesAtMs: close.closesAtMs,
    extended: close.extended,
    undoesSeq: null,
  };
  const rows: LedgerRow[] = [
    {
      ...shared,
      seq: lot.seq + 1,
      kind: raises ? "RAISE" : "BID",
      userId: request.userId,
      amountCents: leads ? after.priceCents : requestedCents,
      requestedCents: raises ? after.priceCents : requestedCents,
      maxCents,
    },
  ];
  if (!leads && after.leader !== null) {
    rows.push({
      ...shared,
      seq: lot.seq + 2,
      kind: "PROXY",
      userId: after.leader.userId,
      amountCents: after.priceCents,
      requestedCents: null,
      maxCents: null,
    });
  }
  return {
    accepted: true,
    rows,
    holds: holdChanges(before.leader, after.leader),
    lot: {
      ...lot,
      seq: lot.seq + rows.length,
      bidCount,
      priceCents: after.priceCents,
      leader: after.leader,
      closesAtMs: close.closesAtMs,
      extensions: close.extensions,
    },
  };
}

/**
 * Returns why a bid can't be raised, or null (D23). After relisting, `openLotId` is another lot.
 */
export function refuseRaise(bid: RaisedBid, openLotId: number | null): BidRefusal | null {
  if (bid.lotId !== openLotId) return { reason: "LOT_CLOSED", closedAtMs: bid.closesAtMs };
  return bid.stands ? null : { reason: "NOT_STANDING" };
}

function refuseBid(
  lot: LotState,
  bidder: BidderState,
  request: BidRequest,
  nowMs: number,
): BidRefusal | null {
  if (lot.closed || nowMs > lot.closesAtMs)
    return { reason: "LOT_CLOSED", closedAtMs: lot.closesAtMs };
  if (nowMs < lot.opensAtMs) return { reason: "NOT_OPEN", opensAtMs: lot.opensAtMs };
  const maxCents = request.maxCents ?? request.amountCents;
  if (!isWholeDollars(request.amountCents) || !isWholeDollars(maxCents)) {
    return { reason: "INVALID_AMOUNT" };
  }
  if (maxCents < request.amountCents) return { reason: "MAX_BELOW_AMOUNT" };
  const held = heldCents(lot, request.userId);
  if (held > 0) {
    if (maxCents <= held) return { reason: "ALREADY_LEADING", maxCents: held };
  } else {
    const minimum = lotMinNextBidCents(lot);
    if (maxCents < minimum) return { reason: "BELOW_MINIMUM", minNextBidCents: minimum };
  }
  const availableCents = bidder.limitCents - bidder.committedCents;
  const needed = neededCents(lot, request);
  if (needed > availableCents)
    return { reason: "LIMIT_EXCEEDED", availableCents, neededCents: needed };
  return null;
}

/**
 * Returns what a request needs of the bidder's limit beyond what the lot already holds, in cents.
 */
function neededCents(lot: LotState, request: BidRequest): number {
  return (request.maxCents ?? request.amountCents) - heldCents(lot, request.userId);
}

function heldCents({ leader }: LotState, userId: number): number {
  return leader?.userId === userId ? leader.maxCents : 0;
}

function holdChanges(before: Leader | null, after: Leader | null): HoldChange[] {
  if (before !== null && after !== null && before.userId === after.userId) {
    const deltaCents = after.maxCents - before.maxCents;
    return deltaCents === 0 ? [] : [{ userId: after.userId, deltaCents }];
  }
  const changes: HoldChange[] = [];
  if (before !== null) changes.push({ userId: before.userId, deltaCents: -before.maxCents });
  if (after !== null) changes.push({ userId: after.userId, deltaCents: after.maxCents });
  return changes;
}

/**
 * Decides a retraction by the bidder or a void by staff (D23), then recalculates the lot from the
 * remaining requests, in order. A bidder who would become high bidder again without enough limit
 * loses their requests on this lot (LAPSE), since a limit is never exceeded (D25).
 * @param standing every active BID and RAISE of the lot, by `seq`
 * @param availableCents returns what is left of a bidder's limit
 */
export function decideRetraction(
  lot: LotState,
  standing: readonly StandingRequest[],
  target: RetractionTarget,
  availableCents: (userId: number) => number,
  nowMs: number,
): RetractionVerdict {
  if (lot.closed || nowMs > lot.closesAtMs) {
    return { accepted: false, refusal: { reason: "LOT_CLOSED", closedAtMs: lot.closesAtMs } };
  }
  const undone = standing.find((request) => request.seq === target.seq);
  if (undone === undefined) return { accepted: false, refusal: { reason: "NOT_STANDING" } };
  if (target.by === "BIDDER") {
    if (target.retractedBefore === true) {
      return { accepted: false, refusal: { reason: "ALREADY_RETRACTED" } };
    }
    if (nowMs - undone.placedAtMs > RETRACTION_WINDOW_MS) {
      return { accepted: false, refusal: { reason: "TOO_LATE_AFTER_BID" } };
    }
    if (lot.closesAtMs - nowMs < NO_RETRACTION_BEFORE_CLOSE_MS) {
      return { accepted: false, refusal: { reason: "TOO_CLOSE_TO_END" } };
    }
  }

  let remaining = standing.filter((request) => request.seq !== target.seq);
  const lapsed: number[] = [];
  let resolved = resolve(lot, remaining);
  while (resolved.leader !== null && !canLead(lot, resolved.leader, availableCents)) {
    const { userId } = resolved.leader;
    lapsed.push(userId);
    remaining = remaining.filter((request) => request.userId !== userId);
    resolved = resolve(lot, remaining);
  }

  const bidCount = remaining.length;
  const shared = {
    amountCents: resolved.priceCents,
    requestedCents: null,
    maxCents: null,
    bidCount,
    closesAtMs: lot.closesAtMs,
    extended: false,
  };
  const rows: LedgerRow[] = [
    {
      ...shared,
      seq: lot.seq + 1,
      kind: target.by === "STAFF" ? "VOID" : "RETRACTION",
      userId: undone.userId,
      undoesSeq: target.seq,
    },
    ...lapsed.map((userId, index): LedgerRow => ({
      ...shared,
      seq: lot.seq + 2 + index,
      kind: "LAPSE",
      userId,
      undoesSeq: null,
    })),
  ];
  return {
    accepted: true,
    rows,
    holds: holdChanges(lot.leader, resolved.leader),
    lot: {
      ...lot,
      seq: lot.seq + rows.length,
      bidCount,
      priceCents: resolved.priceCents,
      leader: resolved.leader,
    },
  };
}

function resolve(terms: PricingTerms, requests: readonly StandingRequest[]): Standing {
  return requests.reduce<Standing>((standing, request) => applyRequest(terms, standing, request), {
    priceCents: null,
    leader: null,
  });
}

function canLead(
  lot: LotState,
  leader: Leader,
  availableCents: (userId: number) => number,
): boolean {
  const held = lot.leader?.userId === leader.userId ? lot.leader.maxCents : 0;
  const needed = leader.maxCents - held;
  // A high bidder keeps what is already held, even if the limit was lowered since (D46).
  return needed <= 0 || needed <= availableCents(leader.userId);
}

/**
 * Lifecycle of an auction, set by staff (D12, D16, D28): whether it is announced and whether its
 * books are open. The status (LIVE, UPCOMING, EXPIRED) depends only on the clock.
 */
export const auctionLifecycles = ["DRAFT", "PUBLISHED", "CANCELLED", "SETTLED"] as const;
export type AuctionLifecycle = (typeof auctionLifecycles)[number];

/** Acts that change an auction's lifecycle. CANCEL is the soft deletion of D12. */
export const auctionActs = ["PUBLISH", "CANCEL", "SETTLE"] as const;
export type AuctionAct = (typeof auctionActs)[number];

const moves: Readonly<Record<AuctionLifecycle, Partial<Record<AuctionAct, AuctionLifecycle>>>> = {
  DRAFT: { PUBLISH: "PUBLISHED", CANCEL: "CANCELLED" },
  PUBLISHED: { CANCEL: "CANCELLED", SETTLE: "SETTLED" },
  // Frozen: its books are closed (D28).
  SETTLED: {},
  CANCELLED: {},
};

/** Returns the lifecycle after an act; null when the act is not allowed. */
export function lifecycleAfter(from: AuctionLifecycle, act: AuctionAct): AuctionLifecycle | null {
  return moves[from][act] ?? null;
}

export function isFrozen(lifecycle: AuctionLifecycle): boolean {
  return Object.keys(moves[lifecycle]).length === 0;
}

/** Minimum time between an auction's start and its scheduled end, in ms. */
export const shortestAuctionMs = 5 * 60_000;

export type TimesProblem =
  | { readonly field: "startTime" | "endTime"; readonly code: "MISSING" }
  | { readonly field: "endTime"; readonly code: "TOO_SHORT" }
  | { readonly field: "endTime"; readonly code: "IN_THE_PAST" };

/**
 * Returns the first problem with an auction's times, or null. A draft may lack times; a published
 * auction needs both, and its end must be in the future when it is set.
 */
export function timesProblem(
  times: { readonly startMs: number | null; readonly endMs: number | null },
  lifecycle: "DRAFT" | "PUBLISHED",
  nowMs: number,
): TimesProblem | null {
  const { startMs, endMs } = times;
  if (lifecycle === "PUBLISHED") {
    if (startMs === null) return { field: "startTime", code: "MISSING" };
    if (endMs === null) return { field: "endTime", code: "MISSING" };
    if (endMs <= nowMs) return { field: "endTime", code: "IN_THE_PAST" };
  }
  if (startMs !== null && endMs !== null && endMs - startMs < shortestAuctionMs) {
    return { field: "endTime", code: "TOO_SHORT" };
  }
  return null;
}

/**
 * Fields that are part of the first step of a lot's record, so they can't change once it exists.
 */
const recordFields = [
  "increments",
  "softCloseWindowSec",
  "softCloseExtendSec",
  "maxExtensions",
] as const;
/**
 * Fields that can't always change once an auction is published: the run list never does, the
 * record's fields don't once there is a record, and none does once there is a bid.
 */
export const auctionTerms = [
  "lots",
  "timeZone",
  "startTime",
  ...recordFields,
  "fees",
  "staggerSec",
] as const;
export type AuctionTerm = (typeof auctionTerms)[number];

export const isRecordField = (field: AuctionTerm): boolean =>
  recordFields.some((each) => each === field);

/** A field that a published auction can't change, and why. */
export interface LockedField {
  readonly field: AuctionTerm;
  readonly by: "RUN_LIST" | "TIMES" | "RECORD" | "BIDS";
}

/** Returns the first field of a change that a published auction can't change, or null. */
export function lockedField(
  auction: { readonly hasRecord: boolean; readonly hasBids: boolean },
  change: { readonly fields: readonly AuctionTerm[]; readonly clearsTimes: boolean },
): LockedField | null {
  const { fields, clearsTimes } = change;
  if (fields.includes("lots")) return { field: "lots", by: "RUN_LIST" };
  if (clearsTimes) return { field: "startTime", by: "TIMES" };
  const recorded = fields.find(isRecordField);
  if (auction.hasRecord && recorded !== undefined) return { field: recorded, by: "RECORD" };
  const [bound] = fields;
  return auction.hasBids && bound !== undefined ? { field: bound, by: "BIDS" } : null;
}

/** Facts that decide a status change. Times in ms. */
export interface StatusFacts {
  readonly lifecycle: AuctionLifecycle;
  readonly startMs: number | null;
  /** The scheduled end, which is when the first lot closes. */
  readonly endMs: number | null;
  /** Close of the latest lot; null when there are no lots. */
  readonly lastCloseMs: number | null;
  readonly openLots: number;
  readonly closedLots: number;
  /** Whether anyone ever bid in this auction. */
  readonly hasBids: boolean;
}

export type StatusRefusal =
  | "FROZEN"
  | "DRAFT"
  | "NOT_STARTED"
  | "ALL_LOTS_CLOSED"
  | "HAS_BIDS"
  | "START_NOT_AHEAD"
  | "NO_END"
  | "END_NOT_AHEAD"
  | "TOO_SHORT";

export type StatusVerdict =
  | { readonly accepted: true; readonly startMs: number; readonly endMs: number }
  /** The auction already has this status; no time changes. */
  | { readonly accepted: true; readonly startMs: null; readonly endMs: null }
  | { readonly accepted: false; readonly refusal: StatusRefusal };

const refuse = (refusal: StatusRefusal): StatusVerdict => ({ accepted: false, refusal });
const unchanged: StatusVerdict = { accepted: true, startMs: null, endMs: null };

/**
 * Decides which times `PATCH status` sets (D16): LIVE sets the start to now, EXPIRED the end to
 * now, and UPCOMING a future start while there are no bids. LIVE and UPCOMING also publish a draft.
 */
export function decideStatus(
  facts: StatusFacts,
  change: {
    readonly status: "LIVE" | "UPCOMING" | "EXPIRED";
    readonly startMs?: number | undefined;
    readonly endMs?: number | undefined;
  },
  nowMs: number,
): StatusVerdict {
  if (isFrozen(facts.lifecycle)) return refuse("FROZEN");
  switch (change.status) {
    case "LIVE":
      return decideLive(facts, change.endMs ?? facts.endMs, nowMs);
    case "EXPIRED":
      return decideExpired(facts, nowMs);
    case "UPCOMING":
      return decideUpcoming(
        facts,
        { startMs: change.startMs ?? facts.startMs, endMs: change.endMs ?? facts.endMs },
        nowMs,
      );
  }
}

function decideLive(facts: StatusFacts, endMs: number | null, nowMs: number): StatusVerdict {
  if (facts.closedLots > 0 && facts.openLots === 0) return refuse("ALL_LOTS_CLOSED");
  const started = facts.startMs !== null && facts.startMs <= nowMs;
  const lastMs = facts.lastCloseMs ?? facts.endMs;
  const over = lastMs === null || lastMs < nowMs;
  if (facts.lifecycle === "PUBLISHED" && started && !over) return unchanged;
  if (endMs === null) return refuse("NO_END");
  if (endMs <= nowMs) return refuse("END_NOT_AHEAD");
  if (endMs - nowMs < shortestAuctionMs) return refuse("TOO_SHORT");
  return { accepted: true, startMs: nowMs, endMs };
}

function decideExpired(facts: StatusFacts, nowMs: number): StatusVerdict {
  if (facts.lifecycle === "DRAFT") return refuse("DRAFT");
  if (facts.startMs === null || facts.startMs >= nowMs) return refuse("NOT_STARTED");
  const lastMs = facts.lastCloseMs ?? facts.endMs;
  if (facts.openLots === 0 && lastMs !== null && lastMs < nowMs) return unchanged;
  return { accepted: true, startMs: facts.startMs, endMs: nowMs };
}

function decideUpcoming(
  facts: StatusFacts,
  { startMs, endMs }: { readonly startMs: number | null; readonly endMs: number | null },
  nowMs: number,
): StatusVerdict {
  if (facts.hasBids) return refuse("HAS_BIDS");
  if (facts.closedLots > 0) return refuse("ALL_LOTS_CLOSED");
  if (startMs === null || startMs <= nowMs) return refuse("START_NOT_AHEAD");
  if (endMs === null) return refuse("NO_END");
  if (endMs - startMs < shortestAuctionMs) return refuse("TOO_SHORT");
  const same = startMs === facts.startMs && endMs === facts.endMs;
  return same && facts.lifecycle === "PUBLISHED" ? unchanged : { accepted: true, startMs, endMs };
}

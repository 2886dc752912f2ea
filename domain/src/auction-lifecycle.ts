/**
 * What staff may make of an auction as a whole (D12, D16, D28). Its status (LIVE, UPCOMING, EXPIRED)
 * is told by the clock alone; the lifecycle says whether it is announced and whether its books are open.
 */
export const auctionLifecycles = ["DRAFT", "PUBLISHED", "CANCELLED", "SETTLED"] as const;
export type AuctionLifecycle = (typeof auctionLifecycles)[number];

/** What moves an auction along. CANCEL is the soft deletion of D12. */
export const auctionActs = ["PUBLISH", "CANCEL", "SETTLE"] as const;
export type AuctionAct = (typeof auctionActs)[number];

const moves: Readonly<Record<AuctionLifecycle, Partial<Record<AuctionAct, AuctionLifecycle>>>> = {
  DRAFT: { PUBLISH: "PUBLISHED", CANCEL: "CANCELLED" },
  PUBLISHED: { CANCEL: "CANCELLED", SETTLE: "SETTLED" },
  // Frozen: its books are closed (D28).
  SETTLED: {},
  CANCELLED: {},
};

/** Where an act leads from a lifecycle; null where it may not be done. */
export function lifecycleAfter(from: AuctionLifecycle, act: AuctionAct): AuctionLifecycle | null {
  return moves[from][act] ?? null;
}

/** Whether nothing of an auction may be changed any more. */
export function isFrozen(lifecycle: AuctionLifecycle): boolean {
  return Object.keys(moves[lifecycle]).length === 0;
}

/** The least time between an auction's start and its scheduled end, in ms. */
export const shortestAuctionMs = 5 * 60_000;

/** What can be wrong with the times of an auction, and with which of them. */
export type TimesProblem =
  | { readonly field: "startTime" | "endTime"; readonly code: "MISSING" }
  | { readonly field: "endTime"; readonly code: "TOO_SHORT" }
  | { readonly field: "endTime"; readonly code: "IN_THE_PAST" };

/**
 * The first fault of an auction's times, or null. A draft may lack them; a published one has both,
 * and its end is to come when it is set.
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

/** What the record of a lot begins with: it stays from the record's first step on. */
const recordFields = [
  "increments",
  "softCloseWindowSec",
  "softCloseExtendSec",
  "maxExtensions",
] as const;
/** Fields that a published auction may have to keep. All but the run list stay once there is a bid. */
export const auctionTerms = [
  "lots",
  "timeZone",
  "startTime",
  ...recordFields,
  "fees",
  "staggerSec",
] as const;
export type AuctionTerm = (typeof auctionTerms)[number];

/** Whether a change of a field changes what the record of a lot begins with. */
export const isOfRecord = (field: AuctionTerm): boolean =>
  recordFields.some((each) => each === field);

/** Why a published auction keeps a field. */
export interface KeptField {
  readonly field: AuctionTerm;
  readonly by: "RUN_LIST" | "TIMES" | "RECORD" | "BIDS";
}

/** The first field of a change that a published auction keeps, or null. */
export function keptField(
  auction: { readonly hasRecord: boolean; readonly hasBids: boolean },
  change: { readonly fields: readonly AuctionTerm[]; readonly clearsTimes: boolean },
): KeptField | null {
  const { fields, clearsTimes } = change;
  if (fields.includes("lots")) return { field: "lots", by: "RUN_LIST" };
  if (clearsTimes) return { field: "startTime", by: "TIMES" };
  const recorded = fields.find(isOfRecord);
  if (auction.hasRecord && recorded !== undefined) return { field: recorded, by: "RECORD" };
  const [bound] = fields;
  return auction.hasBids && bound !== undefined ? { field: bound, by: "BIDS" } : null;
}

/** The part of an auction on which a change of its status is decided. Times in ms. */
export interface StatusFacts {
  readonly lifecycle: AuctionLifecycle;
  readonly startMs: number | null;
  /** The scheduled end, when the first lot closes. */
  readonly endMs: number | null;
  /** The close of the latest lot; null while there is none. */
  readonly lastCloseMs: number | null;
  readonly openLots: number;
  readonly closedLots: number;
  /** Whether anyone ever bid in it. */
  readonly hasBids: boolean;
}

/** Why a change of status is refused (D16). */
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
  /** It stands so already: nothing is to be moved. */
  | { readonly accepted: true; readonly startMs: null; readonly endMs: null }
  | { readonly accepted: false; readonly refusal: StatusRefusal };

const refuse = (refusal: StatusRefusal): StatusVerdict => ({ accepted: false, refusal });
const asItIs: StatusVerdict = { accepted: true, startMs: null, endMs: null };

/**
 * Decides what `PATCH status` makes of the times (D16): LIVE sets the start to now, EXPIRED the end,
 * UPCOMING a start ahead as long as nobody bid. A draft is published by LIVE and UPCOMING.
 */
export function decideStatus(
  facts: StatusFacts,
  wanted: {
    readonly status: "LIVE" | "UPCOMING" | "EXPIRED";
    readonly startMs?: number | undefined;
    readonly endMs?: number | undefined;
  },
  nowMs: number,
): StatusVerdict {
  if (isFrozen(facts.lifecycle)) return refuse("FROZEN");
  switch (wanted.status) {
    case "LIVE":
      return decideLive(facts, wanted.endMs ?? facts.endMs, nowMs);
    case "EXPIRED":
      return decideExpired(facts, nowMs);
    case "UPCOMING":
      return decideUpcoming(
        facts,
        { startMs: wanted.startMs ?? facts.startMs, endMs: wanted.endMs ?? facts.endMs },
        nowMs,
      );
  }
}

function decideLive(facts: StatusFacts, endMs: number | null, nowMs: number): StatusVerdict {
  if (facts.closedLots > 0 && facts.openLots === 0) return refuse("ALL_LOTS_CLOSED");
  const started = facts.startMs !== null && facts.startMs <= nowMs;
  const lastMs = facts.lastCloseMs ?? facts.endMs;
  const over = lastMs === null || lastMs < nowMs;
  if (facts.lifecycle === "PUBLISHED" && started && !over) return asItIs;
  if (endMs === null) return refuse("NO_END");
  if (endMs <= nowMs) return refuse("END_NOT_AHEAD");
  if (endMs - nowMs < shortestAuctionMs) return refuse("TOO_SHORT");
  return { accepted: true, startMs: nowMs, endMs };
}

function decideExpired(facts: StatusFacts, nowMs: number): StatusVerdict {
  if (facts.lifecycle === "DRAFT") return refuse("DRAFT");
  if (facts.startMs === null || facts.startMs >= nowMs) return refuse("NOT_STARTED");
  const lastMs = facts.lastCloseMs ?? facts.endMs;
  if (facts.openLots === 0 && lastMs !== null && lastMs < nowMs) return asItIs;
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
  return same && facts.lifecycle === "PUBLISHED" ? asItIs : { accepted: true, startMs, endMs };
}

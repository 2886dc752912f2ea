/** Which private values a lot's steps imply, and which values its proof must reveal. */
import { reserveState } from "../bidding/bidding.ts";
import type { LotOpening, LotStep } from "./lot-proof.ts";
import {
  BEYOND_ANY_BID_CENTS,
  isRetraction,
  replayLot,
  type HiddenValues,
  type LotProblem,
  type PlayedAct,
} from "./replay-lot.ts";

/** Values that a proof reveals, in cents; maximums by the `seq` of their bid. */
export interface OpenedValues {
  readonly maxima: ReadonlyMap<number, number>;
  readonly reserveCents: number | null;
}

const CENTS_IN_A_DOLLAR = 100;
const wholeDollars = (cents: number) => Math.ceil(cents / CENTS_IN_A_DOLLAR) * CENTS_IN_A_DOLLAR;

/**
 * Returns the lowest values that the published steps allow, together with the revealed ones: a
 * maximum is at least every price at which it led and the amount requested, and a raise is above
 * the maximum it raised. A reserve is at most the lowest price that met it.
 */
export function lowestValues(steps: readonly LotStep[], opened: OpenedValues): HiddenValues {
  const minimums = new Map<number, number>();
  const raised = new Map<number, number>();
  const requests = new Map<number, number[]>();
  const atLeast = (seq: number, cents: number) =>
    minimums.set(seq, Math.max(minimums.get(seq) ?? 0, wholeDollars(cents)));
  let metCents = BEYOND_ANY_BID_CENTS;

  for (const { seq, kind, bidder, leader, amountCents, requestedCents, ...step } of steps) {
    const own = bidder === null ? [] : (requests.get(bidder) ?? []);
    if (bidder !== null && requestedCents !== null) {
      const before = own.at(-1);
      if (kind === "RAISE" && before !== undefined) raised.set(seq, before);
      atLeast(seq, requestedCents);
      if (own.push(seq) === 1) requests.set(bidder, own);
    } else if (bidder !== null && (kind === "LAPSE" || step.undoesSeq !== null)) {
      requests.set(
        bidder,
        own.filter((each) => kind !== "LAPSE" && each !== step.undoesSeq),
      );
    }
    if (amountCents === null) continue;
    const leading = leader === null ? undefined : requests.get(leader)?.at(-1);
    if (leading !== undefined) atLeast(leading, amountCents);
    if (step.reserve === "MET") metCents = Math.min(metCents, amountCents);
  }
  const maxCents = (seq: number) => opened.maxima.get(seq) ?? minimums.get(seq) ?? 0;
  for (const [seq, before] of raised) atLeast(seq, maxCents(before) + CENTS_IN_A_DOLLAR);

  const none = steps.every(({ reserve }) => reserve === "NONE");
  return { maxCents, reserveCents: none ? null : (opened.reserveCents ?? metCents) };
}

/**
 * Returns the bids whose maximums must be revealed to verify the price after an act: a bid that a
 * proxy bid answered, and a high bid whose maximum is the price itself, because it is below the
 * reserve or the runner-up would have pushed it higher.
 */
export function bidsToReveal(act: PlayedAct): number[] {
  const { step, after, ledAfter } = act;
  const { leader, priceCents } = after;
  if (leader === null || priceCents === null || ledAfter === null) return [];
  if (step.kind !== "BID" && step.kind !== "RAISE" && !isRetraction(step)) return [];
  const answered = step.kind === "BID" && leader.userId !== step.bidder ? [step.seq] : [];
  if (reserveState(after.reserveCents, priceCents) === "NOT_MET")
    return [...answered, ledAfter.seq];
  const further = act.priceWith({ leaderMaxCents: BEYOND_ANY_BID_CENTS }) ?? priceCents;
  return isRequestedPrice(act) || further <= priceCents ? answered : [...answered, ledAfter.seq];
}

/** Returns whether the price is an amount that the high bidder requested. */
function isRequestedPrice({ step, after, standing, ledAfter }: PlayedAct): boolean {
  if (step.kind === "BID" || step.kind === "RAISE") {
    return ledAfter?.seq === step.seq && step.requestedCents === after.priceCents;
  }
  return [...standing.values()].some(
    ({ userId, requestedCents }) =>
      userId === after.leader?.userId && requestedCents === after.priceCents,
  );
}

/**
 * Returns what a proof must reveal of a closed lot's private values so every price can be verified,
 * and no more than the prices themselves reveal (D18): the bids of `bidsToReveal`, the maximum that
 * the high bidder's bid exceeded, when that set the price, and the reserve when it was the price.
 * Never a winner's maximum above the price.
 * @throws Error when the steps do not follow from the true values
 */
export function valuesToReveal(
  opening: LotOpening,
  steps: readonly LotStep[],
  truth: HiddenValues,
): OpenedValues {
  const maxima = new Map<number, number>();
  let reserveCents: number | null = null;
  const show = (seqs: readonly number[]) => {
    for (const seq of seqs) maxima.set(seq, truth.maxCents(seq));
  };
  const standingAt = new Map<number, readonly number[]>();
  const problem = replayLot(opening, steps, truth, (act) => {
    show(bidsToReveal(act));
    const reserveSet = reserveIsPrice(act);
    if (reserveSet) reserveCents = truth.reserveCents;
    else show(overbid(act));
    if (isRetraction(act.step)) {
      const { undoesSeq } = act.step;
      const others = act.standingBefore.filter(
        (seq) => seq !== undoesSeq && seq !== act.ledAfter?.seq,
      );
      standingAt.set(act.step.seq, others);
    }
    return null;
  });
  if (problem !== null) throw new Error(`step ${problem.seq ?? "?"} ${problem.text}`);

  // After a retraction, price and lapses may depend on more than the runner-up; then every active
  // request except the new high bidder's is revealed.
  for (;;) {
    const opened = { maxima, reserveCents };
    const unexplained = replayRevealed(opening, steps, opened);
    if (unexplained === null) return opened;
    const { seq } = unexplained;
    const before = maxima.size;
    show(seq === null ? [] : (standingAt.get(seq) ?? [seq]));
    if (maxima.size > before) continue;
    if (reserveCents === truth.reserveCents) throw new Error(`step ${seq ?? "?"} is unexplained`);
    reserveCents = truth.reserveCents;
  }
}

/**
 * Replays the steps with the revealed values. Returns the first step that doesn't follow, or null.
 */
export function replayRevealed(
  opening: LotOpening,
  steps: readonly LotStep[],
  opened: OpenedValues,
): LotProblem | null {
  return replayLot(opening, steps, lowestValues(steps, opened), (act) => {
    const hidden = bidsToReveal(act).find((seq) => !opened.maxima.has(seq));
    if (hidden !== undefined)
      return `depends on the maximum of step ${hidden}, which isn't revealed`;
    // Otherwise any price could be attributed to a reserve that nobody sees.
    return opened.reserveCents === null && reserveIsPrice(act)
      ? "depends on the reserve, which isn't revealed"
      : null;
  });
}

function reserveIsPrice(act: PlayedAct): boolean {
  const { priceCents, reserveCents } = act.after;
  if (priceCents === null || priceCents !== reserveCents) return false;
  return (act.priceWith({ reserveCents: null }) ?? priceCents) < priceCents;
}

/** Returns the request that the high bidder had to exceed, when that set the price. */
function overbid(act: PlayedAct): number[] {
  const { step, before, after, standing, ledBefore } = act;
  const { leader, priceCents } = after;
  if (leader === null || priceCents === null || isRequestedPrice(act)) return [];
  if (reserveState(after.reserveCents, priceCents) === "NOT_MET") return [];
  if (step.kind === "BID") {
    const won = leader.userId === step.bidder && before.leader?.userId !== step.bidder;
    return won && ledBefore !== null ? [ledBefore.seq] : [];
  }
  if (!isRetraction(step)) return [];
  const others = [...standing.values()].filter(({ userId }) => userId !== leader.userId);
  const runnerUp = others.toSorted((a, b) => b.maxCents - a.maxCents || a.seq - b.seq)[0];
  return runnerUp === undefined ? [] : [runnerUp.seq];
}

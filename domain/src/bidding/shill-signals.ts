import { msg, pluralMsg, type Message } from "@gavelyard/messages/text";
import { formatDollars, type Cents } from "../money.ts";

/**
 * Hints that an account bids to raise prices, not to buy. Each is a hint, never proof: a rental
 * fleet shares an address, a careful buyer rarely wins. Not every unit has a seller on record, so the
 * yard stands in for the seller.
 */
export const signalRules = [
  "SHARED_CONTACT",
  "STAFF_CONTACT",
  "LATE_RAISES",
  "ONE_YARD",
  "RETRACTIONS",
  "SELDOM_WINS",
  "NEW_ACCOUNT",
] as const;
export type SignalRule = (typeof signalRules)[number];

/** What two accounts can have in common. DEVICE is the same IP address and the same browser. */
export const sharedMarks = ["PHONE", "ADDRESS", "DEVICE", "IP"] as const;
export type SharedMark = (typeof sharedMarks)[number];

/** Facts about one bidder on recent lots: live ones, and ones closed within 30 days. */
export interface BidderFacts {
  readonly userId: number;
  /** Bids and raises. */
  readonly bids: number;
  readonly retractions: number;
  readonly lots: number;
  readonly closedLots: number;
  readonly wins: number;
  /** Age of the account, in days, at the first of these bids. */
  readonly ageDays: number;
  readonly lotIds: readonly number[];
}

/** Facts about one bidder at the yard where they bid most. */
export interface YardFacts {
  readonly userId: number;
  readonly yardId: number;
  readonly lots: number;
  readonly closedLots: number;
  readonly wins: number;
  /** Lots with this bidder's bids at all yards. */
  readonly lotsInAll: number;
  /** Number of yards with lots in the same period. */
  readonly yards: number;
  readonly lotIds: readonly number[];
}

/**
 * Two accounts that share a mark and bid on the same lots; or a bidder who shares one with staff.
 */
export interface SharedFacts {
  readonly userId: number;
  readonly otherId: number;
  readonly isStaff: boolean;
  readonly marks: readonly SharedMark[];
  readonly lots: number;
  readonly lotIds: readonly number[];
}

/** Bids in a lot's last two minutes that another account outbid at once to win. */
export interface LateFacts {
  readonly userId: number;
  readonly winnerId: number;
  readonly lots: number;
  readonly raisedCents: Cents;
  readonly lotIds: readonly number[];
}

export interface SignalFacts {
  readonly bidders: readonly BidderFacts[];
  readonly yards: readonly YardFacts[];
  readonly shared: readonly SharedFacts[];
  readonly late: readonly LateFacts[];
}

export interface SignalReason {
  readonly rule: SignalRule;
  readonly points: number;
  /** What was counted, in plain words. */
  readonly text: Message;
  readonly otherId: number | null;
  readonly yardId: number | null;
  readonly lotIds: readonly number[];
}

export interface Signal {
  readonly userId: number;
  /** Sum of the points, at most 100. */
  readonly score: number;
  /** Strongest first. */
  readonly reasons: readonly SignalReason[];
}

/** Minimum score to be shown; a single weak reason is not enough. */
export const MIN_SCORE = 15;
const MAX_SCORE = 100;

const percent = (part: number, whole: number): string => `${Math.round((100 * part) / whole)}%`;

/** Bids at only one yard and rarely wins there, while other yards have lots too. */
export function oneYardReason(facts: YardFacts): SignalReason | null {
  const { lots, closedLots, wins, lotsInAll, yards } = facts;
  if (yards < 2 || closedLots < 8 || lots < 0.8 * lotsInAll || wins > 0.1 * closedLots) return null;
  return {
    rule: "ONE_YARD",
    points: closedLots >= 16 ? 35 : 25,
    text: msg(
      "Bid on {lotsInAll}, {lots} of them at one yard ({lots2}). Won {wins} of the {closedLots} that closed there; {yards} yards had lots.",
      {
        lots,
        lotsInAll: pluralMsg(lotsInAll, "{n} lot", "{n} lots"),
        lots2: percent(lots, lotsInAll),
        wins,
        closedLots,
        yards,
      },
    ),
    otherId: null,
    yardId: facts.yardId,
    lotIds: facts.lotIds,
  };
}

/** Retractions. Even one counts, since it can reveal a rival's maximum (D46). */
export function retractionReason(facts: BidderFacts): SignalReason | null {
  const { bids, retractions } = facts;
  if (retractions < 1) return null;
  const often = retractions >= 2 && retractions >= 0.1 * bids;
  return {
    rule: "RETRACTIONS",
    points: !often || bids < 2 ? MIN_SCORE : retractions >= 0.25 * bids ? 30 : 20,
    text: msg("{retractions} of {bids} retracted ({retractions2}).", {
      retractions,
      bids: pluralMsg(bids, "{n} bid", "{n} bids"),
      retractions2: percent(retractions, bids),
    }),
    otherId: null,
    yardId: null,
    lotIds: facts.lotIds,
  };
}

/** Many bids on many lots with almost no wins. */
export function seldomWinsReason(facts: BidderFacts): SignalReason | null {
  const { bids, closedLots, wins } = facts;
  if (closedLots < 10 || bids < 30 * Math.max(1, wins)) return null;
  return {
    rule: "SELDOM_WINS",
    points: wins === 0 ? 20 : 15,
    text:
      wins === 0
        ? msg("{bids} on {closedLots} closed lots, none won.", {
            bids: pluralMsg(bids, "{n} bid", "{n} bids"),
            closedLots,
          })
        : msg("{bids} for {wins} on {closedLots} closed lots: {round} bids per win.", {
            bids: pluralMsg(bids, "{n} bid", "{n} bids"),
            wins: pluralMsg(wins, "{n} win", "{n} wins"),
            closedLots,
            round: Math.round(bids / wins),
          }),
    otherId: null,
    yardId: null,
    lotIds: facts.lotIds,
  };
}

/**
 * An account created within a week of its first bid, with many bids and no win. Too weak to be
 * shown alone.
 */
export function newAccountReason(facts: BidderFacts): SignalReason | null {
  const { ageDays, bids, wins, lots } = facts;
  if (ageDays >= 7 || bids < 10 || wins > 0) return null;
  const days = Math.floor(ageDays);
  return {
    rule: "NEW_ACCOUNT",
    points: 10,
    text: msg("The account was {age} old when it placed the first of {bids} on {lots}; none won.", {
      age: days === 0 ? msg("less than a day") : pluralMsg(days, "{n} day", "{n} days"),
      bids: pluralMsg(bids, "{n} bid", "{n} bids"),
      lots: pluralMsg(lots, "{n} lot", "{n} lots"),
    }),
    otherId: null,
    yardId: null,
    lotIds: facts.lotIds,
  };
}

const markPoints: Readonly<Record<SharedMark, number>> = {
  PHONE: 35,
  ADDRESS: 30,
  DEVICE: 30,
  IP: 15,
};
const markWords: Readonly<Record<SharedMark, Message>> = {
  PHONE: msg("phone number"),
  ADDRESS: msg("postal address"),
  DEVICE: msg("device"),
  IP: msg("IP address [in a sentence]"),
};

/**
 * Bids on the same lots as an account with the same phone, address, device or IP address; or any
 * bids by an account that shares one with staff, who may not bid.
 */
export function sharedReason(facts: SharedFacts): SignalReason | null {
  // Accounts that share a device share its IP address too.
  const marks = sharedMarks.filter(
    (mark) => facts.marks.includes(mark) && !(mark === "IP" && facts.marks.includes("DEVICE")),
  );
  if (marks.length === 0 || facts.lots < 1) return null;
  const best = Math.max(...marks.map((mark) => markPoints[mark]));
  const shared = {
    marks: marks
      .map((mark) => markWords[mark])
      .reduce((parts, last) => msg("{parts} and {last}", { parts, last })),
    lots: pluralMsg(facts.lots, "{n} lot", "{n} lots"),
  };
  return {
    rule: facts.isStaff ? "STAFF_CONTACT" : "SHARED_CONTACT",
    points: Math.min(60, best + 10 * (marks.length - 1) + 3 * (facts.lots - 1)),
    text: facts.isStaff
      ? msg("Same {marks} as a member of staff; bid on {lots}.", shared)
      : msg("Same {marks} as another account; both bid on {lots}.", shared),
    otherId: facts.otherId,
    yardId: null,
    lotIds: facts.lotIds,
  };
}

/** Last-minute bids on several lots that only raised what one other account paid. */
export function lateReason(facts: LateFacts): SignalReason | null {
  if (facts.lots < 2) return null;
  return {
    rule: "LATE_RAISES",
    points: Math.min(40, 20 + 5 * (facts.lots - 2)),
    text: msg(
      "Bid in the last two minutes on {lots} and lost to the same account, which paid {raisedCents} more because of it.",
      {
        lots: pluralMsg(facts.lots, "{n} lot", "{n} lots"),
        raisedCents: formatDollars(facts.raisedCents),
      },
    ),
    otherId: facts.winnerId,
    yardId: null,
    lotIds: facts.lotIds,
  };
}

/**
 * Scores all bidders, strongest first, then by user ID. Users below the minimum score are left out.
 */
export function signalsOf(facts: SignalFacts): Signal[] {
  const found = new Map<number, SignalReason[]>();
  const add = (userId: number, reason: SignalReason | null) => {
    if (reason === null) return;
    found.set(userId, [...(found.get(userId) ?? []), reason]);
  };
  for (const each of facts.bidders) {
    add(each.userId, retractionReason(each));
    add(each.userId, seldomWinsReason(each));
    add(each.userId, newAccountReason(each));
  }
  for (const each of facts.yards) add(each.userId, oneYardReason(each));
  for (const each of facts.shared) add(each.userId, sharedReason(each));
  for (const each of facts.late) add(each.userId, lateReason(each));
  return [...found]
    .map(([userId, reasons]) => ({
      userId,
      score: Math.min(
        MAX_SCORE,
        reasons.reduce((sum, { points }) => sum + points, 0),
      ),
      reasons: reasons.toSorted(
        (one, other) =>
          other.points - one.points ||
          signalRules.indexOf(one.rule) - signalRules.indexOf(other.rule) ||
          (one.otherId ?? 0) - (other.otherId ?? 0),
      ),
    }))
    .filter(({ score }) => score >= MIN_SCORE)
    .toSorted((one, other) => other.score - one.score || one.userId - other.userId);
}

/**
 * Identifies a hint's reasons without their numbers. A reviewed hint appears again when it has a
 * new reason.
 */
export function fingerprintOf({ reasons }: Pick<Signal, "reasons">): string[] {
  return [
    ...new Set(
      reasons.map(({ rule, otherId, yardId }) => `${rule}:${otherId ?? ""}:${yardId ?? ""}`),
    ),
  ].toSorted();
}

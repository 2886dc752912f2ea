/**
 * Replays a lot's published steps by the rules that decided them. Private values are parameters: a
 * verifier passes the lowest values that the steps allow, the server the true ones.
 */
import {
  decideBid,
  decideRetraction,
  reserveState,
  type LedgerKind,
  type LedgerRow,
  type LotState,
  type StandingRequest,
} from "../bidding/bidding.ts";
import type { LotOpening, LotStep } from "./lot-proof.ts";
import { formatDollars } from "../money.ts";
import { lotOutcome } from "../sales/settlement.ts";

/** A lot's private values, in cents. */
export interface HiddenValues {
  maxCents(seq: number): number;
  readonly reserveCents: number | null;
}

/** A violation of the rules. `seq` is null when it concerns the lot as a whole. */
export interface LotProblem {
  readonly seq: number | null;
  readonly text: string;
}

/** One replayed act, which is one or more steps. Bidders are aliases. */
export interface PlayedAct {
  readonly step: LotStep;
  readonly before: LotState;
  readonly after: LotState;
  /** Active requests after the act, by `seq`. */
  readonly standing: ReadonlyMap<number, StandingRequest>;
  /** The `seq` of the requests that were active before a retraction or void; none for other acts. */
  readonly standingBefore: readonly number[];
  /** The leading request before and after the act; null without one. */
  readonly ledBefore: StandingRequest | null;
  readonly ledAfter: StandingRequest | null;
  /** The price if the high bidder after the act had another maximum, or the lot no reserve. */
  priceWith: PriceWith;
}

type PriceWith = (change: {
  readonly leaderMaxCents?: number;
  readonly reserveCents?: null;
}) => number | null;

interface Played {
  readonly rows: readonly LedgerRow[];
  readonly lot: LotState;
  readonly priceWith: PriceWith;
}

interface Table {
  readonly lot: LotState;
  readonly steps: readonly LotStep[];
  readonly index: number;
  readonly standing: ReadonlyMap<number, StandingRequest>;
  readonly values: HiddenValues;
}

/** Why a step is invalid. */
type Refusal = string;

/** More cents than anyone could bid. */
export const BEYOND_ANY_BID_CENTS = 1_000_000_000_000_00;

/** Replay functions by the kind of an act's first step. */
const acts: Readonly<Record<LedgerKind, (step: LotStep, table: Table) => Played | Refusal>> = {
  BID: playBid,
  RAISE: playBid,
  PROXY: () => "answers a bid that isn't there",
  RETRACTION: playRetraction,
  VOID: playRetraction,
  LAPSE: () => "lapses without a retraction",
  EXTENSION: playMove,
  CLOSE: playClose,
};

/**
 * Replays all steps and returns the first one that breaks the rules, or null. `watch` receives each
 * act and can reject it.
 */
export function replayLot(
  opening: LotOpening,
  steps: readonly LotStep[],
  values: HiddenValues,
  watch: (act: PlayedAct) => string | null,
): LotProblem | null {
  const requests = new Requests(values);
  let lot = openedLot(opening, values.reserveCents);
  for (let index = 0; index < steps.length; index = lot.seq) {
    const step = steps[index];
    if (step === undefined) break;
    if (lot.closed) return { seq: step.seq, text: "comes after the close" };
    const played = acts[step.kind](step, {
      lot,
      steps,
      index,
      standing: requests.standing,
      values,
    });
    if (typeof played === "string") return { seq: step.seq, text: played };
    const ledBefore = requests.of(lot);
    // Copied only here: a copy after each act would take the square of the time.
    const standingBefore = isRetraction(step) ? [...requests.standing.keys()] : [];
    for (const [offset, row] of played.rows.entries()) {
      const published = steps[index + offset];
      if (published === undefined) return { seq: row.seq, text: "is missing" };
      const text = differenceOf(row, published, played.lot);
      if (text !== null) return { seq: published.seq, text };
      requests.keep(published);
    }
    const problem = watch({
      step,
      before: lot,
      after: played.lot,
      standing: requests.standing,
      standingBefore,
      ledBefore,
      ledAfter: requests.of(played.lot),
      priceWith: played.priceWith,
    });
    if (problem !== null) return { seq: step.seq, text: problem };
    lot = played.lot;
  }
  return lot.closed ? null : { seq: null, text: "The lot was never closed" };
}

export const isRetraction = ({ kind }: LotStep): boolean =>
  kind === "RETRACTION" || kind === "VOID";

/** Active bids and raises in order, and each bidder's newest one, the only one that can lead. */
class Requests {
  readonly standing = new Map<number, StandingRequest>();
  readonly #ofBidder = new Map<number, StandingRequest[]>();
  readonly #values: HiddenValues;

  constructor(values: HiddenValues) {
    this.#values = values;
  }

  of(lot: LotState): StandingRequest | null {
    if (lot.leader === null) return null;
    return this.#ofBidder.get(lot.leader.userId)?.at(-1) ?? null;
  }

  keep(step: LotStep): void {
    const { seq, bidder, requestedCents } = step;
    if (bidder !== null && requestedCents !== null) {
      const request = {
        seq,
        userId: bidder,
        requestedCents,
        maxCents: this.#values.maxCents(seq),
        placedAtMs: step.atMs,
      };
      this.standing.set(seq, request);
      const own = this.#ofBidder.get(bidder);
      if (own === undefined) this.#ofBidder.set(bidder, [request]);
      else own.push(request);
    }
    if (bidder === null || (step.kind !== "LAPSE" && step.undoesSeq === null)) return;
    const own = this.#ofBidder.get(bidder) ?? [];
    const removed = own.filter((each) => step.kind === "LAPSE" || each.seq === step.undoesSeq);
    for (const each of removed) this.standing.delete(each.seq);
    this.#ofBidder.set(
      bidder,
      own.filter((each) => this.standing.has(each.seq)),
    );
  }
}

function openedLot(opening: LotOpening, reserveCents: number | null): LotState {
  return {
    startingCents: opening.startingCents,
    reserveCents,
    increments: opening.increments,
    opensAtMs: opening.opensAtMs,
    closesAtMs: opening.closesAtMs,
    softCloseWindowSec: opening.softCloseWindowSec,
    softCloseExtendSec: opening.softCloseExtendSec,
    maxExtensions: opening.maxExtensions,
    extensions: 0,
    closed: false,
    seq: 0,
    bidCount: 0,
    priceCents: null,
    leader: null,
  };
}

function playBid(step: LotStep, { lot, values }: Table): Played | Refusal {
  const { bidder, requestedCents } = step;
  if (bidder === null || requestedCents === null) return "is a bid without a bidder or an amount";
  const place = (from: LotState, maxCents: number) =>
    decideBid(
      from,
      { userId: bidder, limitCents: Number.MAX_SAFE_INTEGER, committedCents: 0 },
      // For a raise, the ledger has only the resulting price.
      {
        userId: bidder,
        amountCents: from.leader?.userId === bidder ? maxCents : requestedCents,
        maxCents,
      },
      step.atMs,
    );
  const maxCents = values.maxCents(step.seq);
  const verdict = place(lot, maxCents);
  if (!verdict.accepted) return `could not be accepted (${verdict.refusal.reason})`;
  const leads = verdict.lot.leader?.userId === bidder;
  return {
    ...verdict,
    priceWith({ leaderMaxCents, reserveCents }) {
      const from = reserveCents === null ? { ...lot, reserveCents } : lot;
      const other =
        leaderMaxCents === undefined || leads || from.leader === null
          ? from
          : { ...from, leader: { ...from.leader, maxCents: leaderMaxCents } };
      const found = place(other, leads ? (leaderMaxCents ?? maxCents) : maxCents);
      return found.accepted ? found.lot.priceCents : null;
    },
  };
}

function playRetraction(step: LotStep, table: Table): Played | Refusal {
  const { lot, steps, index } = table;
  if (step.undoesSeq === null) return "doesn't name the bid that it cancels";
  const target = { seq: step.undoesSeq, by: step.kind === "VOID" ? "STAFF" : "BIDDER" } as const;
  // Lapses depend on private limits, so they are taken from the steps.
  const lapsed = new Set<number | null>();
  for (let next = index + 1; steps[next]?.kind === "LAPSE"; next += 1) {
    lapsed.add(steps[next]?.bidder ?? null);
  }
  const cancelBid = (from: LotState, standing: readonly StandingRequest[]) =>
    decideRetraction(
      from,
      standing,
      target,
      (userId) => (lapsed.has(userId) ? Number.NEGATIVE_INFINITY : Number.MAX_SAFE_INTEGER),
      step.atMs,
    );
  const standing = [...table.standing.values()];
  const verdict = cancelBid(lot, standing);
  if (!verdict.accepted) return `could not be accepted (${verdict.refusal.reason})`;
  const leader = verdict.lot.leader?.userId;
  return {
    ...verdict,
    priceWith({ leaderMaxCents, reserveCents }) {
      const from = reserveCents === null ? { ...lot, reserveCents } : lot;
      const own = standing.findLast(({ seq, userId }) => userId === leader && seq !== target.seq);
      const changed = standing.map((request) =>
        request === own && leaderMaxCents !== undefined
          ? { ...request, maxCents: leaderMaxCents }
          : request,
      );
      const found = cancelBid(from, changed);
      return found.accepted ? found.lot.priceCents : null;
    },
  };
}

/** Returns a row that changes neither price nor high bidder. */
function stateRow(step: LotStep, lot: LotState): LedgerRow {
  return {
    seq: lot.seq + 1,
    kind: step.kind,
    userId: lot.leader?.userId ?? null,
    amountCents: lot.priceCents,
    requestedCents: null,
    maxCents: null,
    bidCount: lot.bidCount,
    closesAtMs: lot.closesAtMs,
    extended: false,
    undoesSeq: null,
  };
}

/** Staff can move the close to any time, so the rules take it from the step. */
function playMove(step: LotStep, { lot }: Table): Played {
  const { closesAtMs, extended } = step;
  return {
    rows: [{ ...stateRow(step, lot), closesAtMs, extended }],
    lot: { ...lot, seq: lot.seq + 1, closesAtMs },
    priceWith: () => lot.priceCents,
  };
}

function playClose(step: LotStep, { lot }: Table): Played | Refusal {
  if (step.atMs <= lot.closesAtMs) return "closes the lot too early";
  return {
    rows: [stateRow(step, lot)],
    lot: { ...lot, seq: lot.seq + 1, closed: true },
    priceWith: () => lot.priceCents,
  };
}

/** Describes how a published step differs from the rules' row; null when it doesn't. */
function differenceOf(row: LedgerRow, step: LotStep, after: LotState): string | null {
  const outcome =
    row.kind === "CLOSE"
      ? lotOutcome({
          leaderId: after.leader?.userId ?? null,
          priceCents: after.priceCents,
          reserveCents: after.reserveCents,
        })
      : null;
  const facts: readonly Fact[] = [
    ["number", step.seq, row.seq],
    ["kind", step.kind, row.kind],
    ["bidder", step.bidder, row.userId],
    ["price", step.amountCents, row.amountCents, dollarsOf],
    ["requested price", step.requestedCents, row.requestedCents, dollarsOf],
    ["high bidder", step.leader, after.leader?.userId ?? null],
    ["number of bids", step.bidCount, row.bidCount],
    ["reserve state", step.reserve, reserveState(after.reserveCents, row.amountCents)],
    ["closing time", step.closesAtMs, row.closesAtMs, timeOf],
    ["extension", step.extended, row.extended],
    ["canceled bid", step.undoesSeq, row.undoesSeq],
    ["outcome", step.outcome, outcome],
  ];
  const differs = facts.find(([, published, found]) => published !== found);
  if (differs === undefined) return null;
  const [name, published, found, shown = String] = differs;
  const show = (value: Fact[1]) =>
    value === null ? "none" : typeof value === "number" ? shown(value) : String(value);
  return `has the ${name} ${show(published)}, but the rules give ${show(found)}`;
}

type Fact = readonly [
  name: string,
  published: string | number | boolean | null,
  found: string | number | boolean | null,
  shown?: (value: number) => string,
];

// A forged proof can contain any number.
function dollarsOf(cents: number): string {
  return Number.isSafeInteger(cents) ? formatDollars(cents) : `${cents} cents`;
}

function timeOf(ms: number): string {
  return Number.isSafeInteger(ms) && Math.abs(ms) < 8.64e15 ? new Date(ms).toISOString() : `${ms}`;
}

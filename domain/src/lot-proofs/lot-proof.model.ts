/** Random lots with their proofs, for tests of the verifier. */
import fc from "fast-check";
import { createHash } from "node:crypto";
import { lotMinNextBidCents, type LotState } from "../bidding/bidding.ts";
import { defaultIncrements } from "../bidding/bid-increments.ts";
import { valuesToReveal } from "./hidden-values.ts";
import {
  lotProofFormat,
  lotSecrets,
  openingText,
  rootText,
  stepOf,
  stepText,
  type HashedStep,
  type LotOpening,
  type LotProof,
} from "./lot-proof.ts";
import { dollars, freshLot, hourMs, minuteMs, openMarket } from "../bidding/market.model.ts";
import { lotOutcome } from "../sales/settlement.ts";

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

type Step =
  | { act: "BID"; lot: number; userId: number; over: number; maxOver: number; waitMs: number }
  | { act: "CANCEL"; lot: number; pick: number; by: "BIDDER" | "STAFF"; waitMs: number }
  | { act: "MOVE"; lot: number; byMs: number; waitMs: number };

const lot = fc.integer({ min: 0, max: 1 });
const waitMs = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 3_000 }) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 4 * minuteMs }) },
);
const inDollars = (min: number, max: number) => fc.integer({ min, max }).map(dollars);
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 14,
      arbitrary: fc.record({
        act: fc.constant("BID" as const),
        lot,
        userId: fc.integer({ min: 1, max: 4 }),
        over: fc.oneof(fc.constant(0), inDollars(0, 300)),
        maxOver: fc.oneof(fc.constant(0), inDollars(0, 60), inDollars(0, 900)),
        waitMs,
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        act: fc.constant("CANCEL" as const),
        lot,
        pick: fc.nat(),
        by: fc.constantFrom("BIDDER" as const, "STAFF" as const),
        waitMs,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        act: fc.constant("MOVE" as const),
        lot,
        byMs: fc.integer({ min: -minuteMs, max: hourMs }),
        waitMs,
      }),
    },
  ),
  { minLength: 1, maxLength: 45, size: "max" },
);

/** Terms, limits and acts of a market with two lots and four bidders. */
export const anyRun = fc.record({
  terms: fc.array(
    fc.record({
      startingCents: inDollars(1, 300),
      reserveCents: fc.option(inDollars(300, 1_800)),
      increments: fc.oneof(
        fc.constant(defaultIncrements),
        fc
          .tuple(inDollars(1, 60), inDollars(1, 60), inDollars(50, 900))
          .map(([low, high, from]) => [
            { fromCents: 0, stepCents: low },
            { fromCents: from, stepCents: high },
          ]),
      ),
      closesAtMs: fc.constantFrom(6 * minuteMs, 4 * hourMs),
      softCloseWindowSec: fc.constantFrom(0, 120, 600),
      maxExtensions: fc.option(fc.integer({ min: 0, max: 3 })),
    }),
    { minLength: 2, maxLength: 2 },
  ),
  limits: fc.array(inDollars(800, 5_000), { minLength: 4, maxLength: 4 }),
  steps,
});
export type Run = typeof anyRun extends fc.Arbitrary<infer T> ? T : never;

/** The result of one lot of a run: its rows with the true values, and its proof. */
export interface ProvedLot {
  readonly proof: LotProof;
  readonly opening: LotOpening;
  readonly maxima: ReadonlyMap<number, number>;
  readonly reserveCents: number | null;
}

interface Row {
  readonly at: number;
  readonly leader: number | null;
}

/** Plays a run by the rules, closes both lots and creates their proofs. */
export function proveRun(run: Run): ProvedLot[] {
  const market = openMarket(
    run.terms.map((terms): LotState => ({ ...freshLot, ...terms })),
    new Map(run.limits.map((limitCents, index) => [index + 1, { limitCents, awardsCents: 0 }])),
  );
  const times: Row[][] = [[], []];
  let nowMs = 0;
  const note = (index: number) => {
    const { lot, ledger } = market.at(index);
    const rows = times[index] ?? [];
    while (rows.length < ledger.length)
      rows.push({ at: nowMs, leader: lot.leader?.userId ?? null });
  };
  for (const step of run.steps) {
    nowMs += step.waitMs;
    const entry = market.at(step.lot);
    if (step.act === "BID") {
      const amountCents = lotMinNextBidCents(entry.lot) + step.over;
      const { userId } = step;
      const held = entry.lot.leader?.userId === userId ? entry.lot.leader.maxCents : 0;
      const maxCents = Math.max(amountCents, held) + step.maxOver;
      market.bid(step.lot, { userId, amountCents, maxCents }, nowMs);
    } else if (step.act === "CANCEL") {
      const target = entry.standing.at(-1 - (step.pick % Math.max(1, entry.standing.length)));
      market.cancelBid(step.lot, { seq: target?.seq ?? 0, by: step.by }, nowMs);
    } else if (nowMs <= entry.lot.closesAtMs) {
      const closesAtMs = Math.max(nowMs, entry.lot.closesAtMs + step.byMs);
      entry.lot = { ...entry.lot, seq: entry.lot.seq + 1, closesAtMs };
      entry.ledger.push({ ...stateRow(entry.lot), kind: "EXTENSION", extended: true });
    }
    note(step.lot);
  }
  return run.terms.map((terms, index) => {
    const entry = market.at(index);
    nowMs = entry.lot.closesAtMs + 3;
    entry.lot = { ...entry.lot, seq: entry.lot.seq + 1 };
    entry.ledger.push({ ...stateRow(entry.lot), kind: "CLOSE", extended: false });
    note(index);
    return prove(index + 1, { ...freshLot, ...terms }, entry, times[index] ?? []);
  });
}

function stateRow({ seq, leader, priceCents, bidCount, closesAtMs }: LotState) {
  return {
    seq,
    userId: leader?.userId ?? null,
    amountCents: priceCents,
    requestedCents: null,
    maxCents: null,
    bidCount,
    closesAtMs,
    undoesSeq: null,
  };
}

function prove(
  lotId: number,
  opened: LotState,
  { lot, ledger }: ReturnType<ReturnType<typeof openMarket>["at"]>,
  times: readonly Row[],
): ProvedLot {
  const { reserveCents } = opened;
  const secrets = lotSecrets(lotId, `secret ${lotId}`, sha256);
  const opening: LotOpening = {
    lotId,
    inventoryId: 7,
    auctionId: 3,
    startingCents: opened.startingCents,
    increments: opened.increments,
    opensAtMs: opened.opensAtMs,
    closesAtMs: opened.closesAtMs,
    softCloseWindowSec: opened.softCloseWindowSec,
    softCloseExtendSec: opened.softCloseExtendSec,
    maxExtensions: opened.maxExtensions,
    reserveHash: secrets.reserveHash(reserveCents),
  };
  const outcome = lotOutcome({
    leaderId: lot.leader?.userId ?? null,
    priceCents: lot.priceCents,
    reserveCents,
  });
  const seen = new Set<number>();
  let root = sha256(openingText(opening));
  const steps = ledger.map((row, index): HashedStep => {
    const firstOfBidder = row.kind === "BID" && row.userId !== null && !seen.has(row.userId);
    if (row.userId !== null && row.kind === "BID") seen.add(row.userId);
    const details = {
      alias: row.userId,
      leader: times[index]?.leader ?? null,
      atMs: times[index]?.at ?? 0,
      firstOfBidder,
    };
    const step = stepOf(row, details, { reserveCents, outcome }, secrets);
    root = sha256(stepText(lotId, root, step));
    return { ...step, hash: root };
  });
  const maxima = new Map(
    ledger.flatMap(({ seq, maxCents }) => (maxCents === null ? [] : [[seq, maxCents] as const])),
  );
  const revealed = valuesToReveal(opening, steps, {
    maxCents: (seq) => maxima.get(seq) ?? 0,
    reserveCents,
  });
  const line = { position: 1, lotId, root, closedAtMs: times.at(-1)?.at ?? 0, previous: null };
  return {
    opening,
    maxima,
    reserveCents,
    proof: {
      format: lotProofFormat,
      opening,
      steps,
      negotiation: { steps: [], opened: null },
      opened: {
        maxima: [...revealed.maxima].map(([seq, maxCents]) => ({
          seq,
          maxCents,
          salt: secrets.maxSalt(seq),
        })),
        reserve:
          revealed.reserveCents === null
            ? null
            : { reserveCents: revealed.reserveCents, salt: secrets.reserveSalt() },
      },
      root,
      published: { ...line, hash: sha256(rootText(line)) },
    },
  };
}

import fc from "fast-check";
import { expect, test } from "vitest";
import { valuesToReveal } from "./hidden-values.ts";
import { defaultIncrements } from "../bidding/bid-increments.ts";
import {
  openingText,
  rootText,
  stepText,
  type HashedStep,
  type LotProof,
  type RootEntry,
} from "./lot-proof.ts";
import { anyRun, proveRun, sha256 } from "./lot-proof.model.ts";
import { replayLot } from "./replay-lot.ts";
import { verifyLot, verifyRoots } from "./verify-lot.ts";

test("the proof of any lot played by the rules is valid", async () => {
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(anyRun, async (run) => {
      for (const { proof } of proveRun(run)) {
        for (const { kind } of proof.steps) seen.set(kind, (seen.get(kind) ?? 0) + 1);
        const verdict = await verifyLot(proof, sha256, proof.root);
        expect(verdict.problems).toEqual([]);
        const close = proof.steps.at(-1);
        expect(verdict).toMatchObject({
          holds: true,
          root: close?.hash,
          outcome: close?.outcome,
          winner: close?.leader,
          priceCents: close?.amountCents,
        });
      }
    }),
    { numRuns: 300 },
  );
  // The test is useful only if the lots contain every kind of step.
  for (const kind of ["BID", "PROXY", "RAISE", "RETRACTION", "VOID", "LAPSE", "EXTENSION"])
    expect(seen.get(kind) ?? 0, kind).toBeGreaterThan(0);
});

test("a retraction finds the requests that stood after the act before it", () => {
  let retractions = 0;
  fc.assert(
    fc.property(anyRun, (run) => {
      for (const { proof, opening, maxima, reserveCents } of proveRun(run)) {
        let stood: readonly number[] = [];
        const truth = { maxCents: (seq: number) => maxima.get(seq) ?? 0, reserveCents };
        const problem = replayLot(opening, proof.steps, truth, (act) => {
          const { kind } = act.step;
          const isRetraction = kind === "RETRACTION" || kind === "VOID";
          if (isRetraction) retractions += 1;
          expect(act.standingBefore).toEqual(isRetraction ? stood : []);
          stood = [...act.standing.keys()];
          return null;
        });
        expect(problem).toBeNull();
      }
    }),
    { numRuns: 100 },
  );
  expect(retractions).toBeGreaterThan(0);
});

type Forge = (steps: readonly HashedStep[], at: number) => readonly HashedStep[];

const dollar = 100;
const forgeries: Readonly<Record<string, Forge>> = {
  removed: (steps, at) => steps.toSpliced(at, 1),
  reordered: (steps, at) => {
    const [first, second] = [steps[at], steps[at + 1]];
    return first === undefined || second === undefined
      ? steps
      : steps.toSpliced(at, 2, second, first);
  },
  added: (steps, at) => {
    const step = steps[at];
    return step === undefined ? steps : steps.toSpliced(at, 0, step);
  },
  "another price": (steps, at) =>
    change(steps, at, ({ amountCents }) => ({ amountCents: (amountCents ?? 0) + dollar })),
  "another requested amount": (steps, at) =>
    change(steps, at, ({ requestedCents }) => ({ requestedCents: (requestedCents ?? 0) + dollar })),
  "another bidder": (steps, at) =>
    change(steps, at, ({ bidder }) => ({ bidder: (bidder ?? 0) + 1 })),
  "another leader": (steps, at) =>
    change(steps, at, ({ leader }) => ({ leader: (leader ?? 0) + 1 })),
  "another kind": (steps, at) =>
    change(steps, at, ({ kind }) => ({ kind: kind === "BID" ? "RAISE" : "BID" })),
  "another close": (steps, at) =>
    change(steps, at, ({ closesAtMs }) => ({ closesAtMs: closesAtMs + 1 })),
  "another count": (steps, at) => change(steps, at, ({ bidCount }) => ({ bidCount: bidCount + 1 })),
  "another reserve state": (steps, at) =>
    change(steps, at, ({ reserve }) => ({ reserve: reserve === "MET" ? "NOT_MET" : "MET" })),
  "another outcome": (steps, at) =>
    change(steps, at, ({ outcome }) => ({ outcome: outcome === "SOLD" ? "NO_BIDS" : "SOLD" })),
};

function change(
  steps: readonly HashedStep[],
  at: number,
  to: (step: HashedStep) => Partial<HashedStep>,
): readonly HashedStep[] {
  const step = steps[at];
  return step === undefined ? steps : steps.toSpliced(at, 1, { ...step, ...to(step) });
}

/** Renumbers and rehashes the steps, as an attacker with write access to the whole record would. */
function sealed(proof: LotProof, steps: readonly HashedStep[]): LotProof {
  const { lotId } = proof.opening;
  let root = sha256(openingText(proof.opening));
  const hashed = steps.map((step, index) => {
    const numbered = { ...step, seq: index + 1 };
    root = sha256(stepText(lotId, root, numbered));
    return { ...numbered, hash: root };
  });
  const line = { ...proof.published, root };
  return { ...proof, steps: hashed, root, published: { ...line, hash: sha256(rootText(line)) } };
}

test.for(Object.entries(forgeries))("%s breaks the proof", async ([, forge]) => {
  let forged = 0;
  await fc.assert(
    fc.asyncProperty(anyRun, fc.nat(), async (run, pick) => {
      const [lot] = proveRun(run);
      if (lot === undefined) return;
      const { proof } = lot;
      const steps = forge(proof.steps, pick % proof.steps.length);
      if (JSON.stringify(steps) === JSON.stringify(proof.steps)) return;
      forged += 1;
      expect(await verifyLot({ ...proof, steps }, sha256)).toMatchObject({ holds: false });
      // The rehashed record has another root than the one that was emailed.
      const rehashed = await verifyLot(sealed(proof, steps), sha256, proof.root);
      expect(rehashed).toMatchObject({ holds: false });
    }),
    { numRuns: 60 },
  );
  expect(forged).toBeGreaterThan(20);
});

test("a forged record breaks the rules, whatever its root", async () => {
  const mustFail = [
    "another price",
    "another leader",
    "another close",
    "another count",
    "another outcome",
    "added",
  ];
  await fc.assert(
    fc.asyncProperty(anyRun, fc.nat(), async (run, pick) => {
      const [lot] = proveRun(run);
      if (lot === undefined) return;
      const { proof } = lot;
      // Staff can move a close at any time; the step shows that, and no rule constrains it.
      if (proof.steps[pick % proof.steps.length]?.kind === "EXTENSION") return;
      for (const name of mustFail) {
        const steps = forgeries[name]?.(proof.steps, pick % proof.steps.length) ?? [];
        const verdict = await verifyLot(sealed(proof, steps), sha256);
        expect(verdict.holds, name).toBe(false);
      }
    }),
    { numRuns: 100 },
  );
});

test("a price can't be raised by attributing it to a hidden reserve", async () => {
  const lot = { startingCents: 25 * dollar, increments: defaultIncrements };
  const [proved] = proveRun({
    terms: [lot, lot].map((terms) => ({
      ...terms,
      reserveCents: 300 * dollar,
      closesAtMs: 360_000,
      softCloseWindowSec: 0,
      maxExtensions: null,
    })),
    limits: [5_000, 5_000, 5_000, 5_000].map((amount) => amount * dollar),
    steps: [
      { act: "BID", lot: 0, userId: 1, over: 275 * dollar, maxOver: 0, waitMs: 0 },
      { act: "CANCEL", lot: 0, pick: 0, by: "STAFF", waitMs: 0 },
    ],
  });
  if (proved === undefined) throw new Error("there is a lot");
  const { proof } = proved;
  expect(proof.steps[0]).toMatchObject({ kind: "BID", amountCents: 30_000, reserve: "MET" });
  const steps = change(proof.steps, 0, () => ({ amountCents: 30_100 }));
  expect(await verifyLot(sealed(proof, steps), sha256)).toMatchObject({ holds: false });
});

test("a revealed maximum or reserve must match its commitment", async () => {
  let maxima = 0;
  let reserves = 0;
  await fc.assert(
    fc.asyncProperty(anyRun, async (run) => {
      for (const { proof } of proveRun(run)) {
        const { opened } = proof;
        const [first, ...rest] = opened.maxima;
        if (first !== undefined) {
          maxima += 1;
          const raised = { ...first, maxCents: first.maxCents + dollar };
          const forged = { ...proof, opened: { ...opened, maxima: [raised, ...rest] } };
          const { problems } = await verifyLot(forged, sha256);
          const text = "has another maximum than the one revealed";
          expect(problems).toContainEqual({ seq: first.seq, text });
        }
        if (opened.reserve !== null) {
          reserves += 1;
          const reserve = { ...opened.reserve, reserveCents: opened.reserve.reserveCents - dollar };
          const forged = { ...proof, opened: { ...opened, reserve } };
          const { problems } = await verifyLot(forged, sha256);
          const text = "The revealed reserve isn't the one that was set";
          expect(problems).toContainEqual({ seq: null, text });
        }
      }
    }),
    { numRuns: 150 },
  );
  expect(maxima).toBeGreaterThan(50);
  expect(reserves).toBeGreaterThan(5);
});

test("a proof doesn't depend on the values it keeps hidden", () => {
  let compared = 0;
  fc.assert(
    fc.property(anyRun, fc.nat(), fc.integer({ min: -20, max: 200 }), (run, pick, byDollars) => {
      for (const { proof, opening, maxima, reserveCents } of proveRun(run)) {
        const shown = new Map(proof.opened.maxima.map(({ seq, maxCents }) => [seq, maxCents]));
        const hidden = [...maxima.keys()].filter((seq) => !shown.has(seq));
        const seq = hidden[pick % Math.max(1, hidden.length)];
        if (seq === undefined) continue;
        const other = new Map(maxima).set(seq, (maxima.get(seq) ?? 0) + byDollars * dollar);
        const truth = { maxCents: (each: number) => other.get(each) ?? 0, reserveCents };
        // Another maximum may lead to other steps; if it doesn't, the two are indistinguishable.
        if (replayLot(opening, proof.steps, truth, () => null) !== null) continue;
        compared += 1;
        const again = valuesToReveal(opening, proof.steps, truth);
        expect(again.maxima).toEqual(shown);
        expect(again.reserveCents).toBe(proof.opened.reserve?.reserveCents ?? null);
      }
    }),
    { numRuns: 300 },
  );
  expect(compared).toBeGreaterThan(100);
});

test("a winner's maximum above the price stays hidden, and so does a reserve that didn't set the price", () => {
  const lot = { startingCents: 500 * dollar, increments: defaultIncrements };
  const [proved] = proveRun({
    terms: [lot, lot].map((terms) => ({
      ...terms,
      reserveCents: 550 * dollar,
      closesAtMs: 600_000,
      softCloseWindowSec: 120,
      maxExtensions: null,
    })),
    limits: [5_000, 5_000, 5_000, 5_000].map((amount) => amount * dollar),
    steps: [
      { act: "BID", lot: 0, userId: 1, over: 100 * dollar, maxOver: 0, waitMs: 1_000 },
      { act: "BID", lot: 0, userId: 2, over: 0, maxOver: 900 * dollar, waitMs: 1_000 },
      { act: "BID", lot: 0, userId: 3, over: 25 * dollar, maxOver: 50 * dollar, waitMs: 1_000 },
    ],
  });
  // Bidder 3 requested $675 with a maximum of $725; the price is one increment above that.
  expect(proved?.proof.opened).toMatchObject({
    reserve: null,
    maxima: [{ seq: 3, maxCents: 72_500 }],
  });
  expect(proved?.proof.steps.at(-1)).toMatchObject({
    kind: "CLOSE",
    leader: 2,
    amountCents: 75_000,
  });
  expect(JSON.stringify(proved?.proof)).not.toContain("152500");
});

test("the list of roots is a chain: no entry can be removed, added or changed", async () => {
  const lines = Array.from({ length: 4 }, (_, index) => ({
    position: index + 1,
    lotId: 10 + index,
    root: sha256(`lot ${index}`),
    closedAtMs: 1_000 * index,
  })).reduce<RootEntry[]>((list, line) => {
    const entry = { ...line, previous: list.at(-1)?.hash ?? null };
    return [...list, { ...entry, hash: sha256(rootText(entry)) }];
  }, []);
  expect(await verifyRoots(lines, sha256)).toEqual([]);
  expect(await verifyRoots(lines.slice(2), sha256)).toEqual([]);
  expect(await verifyRoots(lines.toSpliced(1, 1), sha256)).toHaveLength(1);
  const [first, second, ...rest] = lines;
  if (first === undefined || second === undefined) throw new Error("there are four lines");
  const forged = { ...second, root: sha256("another") };
  expect(await verifyRoots([first, forged, ...rest], sha256)).toHaveLength(1);
  const rehashed = { ...forged, hash: sha256(rootText(forged)) };
  expect(await verifyRoots([first, rehashed, ...rest], sha256)).toHaveLength(1);
});

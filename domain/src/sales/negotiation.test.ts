import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  counterBounds,
  MAX_ROUNDS,
  newNegotiation,
  nextNegotiation,
  replayNegotiation,
  standingAt,
  type Negotiation,
  type NegotiationStep,
  type Side,
} from "./negotiation.ts";

const bidCents = 1_500_00;
const HOUR = 3_600_000;
const counter = (side: Side, dollars: number, atMs = 0): NegotiationStep => ({
  kind: "COUNTER",
  side,
  cents: dollars * 100,
  atMs,
  untilMs: atMs + HOUR,
});
const answer = (
  kind: "ACCEPT" | "DECLINE" | "WITHDRAW",
  side: Side,
  atMs = 0,
): NegotiationStep => ({ kind, side, cents: null, atMs, untilMs: null });
const expiry = (atMs: number): NegotiationStep => ({
  kind: "EXPIRE",
  side: null,
  cents: null,
  atMs,
  untilMs: null,
});
const after = (...steps: NegotiationStep[]) => replayNegotiation(bidCents, steps);

const ask = counter("SELLER", 2_000);
const reply = counter("BIDDER", 1_500);
const three = [
  ask,
  reply,
  counter("SELLER", 1_900),
  counter("BIDDER", 1_600),
  counter("SELLER", 1_900),
  counter("BIDDER", 1_700),
];

describe("a negotiation ends (D63)", () => {
  test.each<[string, NegotiationStep[], Partial<Negotiation>]>([
    ["with the seller's amount", [ask, answer("ACCEPT", "BIDDER")], { agreedCents: 200_000 }],
    ["with the bidder's amount", [...three, answer("ACCEPT", "SELLER")], { agreedCents: 170_000 }],
    ["when the bidder declines", [ask, answer("DECLINE", "BIDDER")], { agreedCents: null }],
    ["when the seller declines", [...three, answer("DECLINE", "SELLER")], { end: "DECLINE" }],
    ["when the seller withdraws", [ask, answer("WITHDRAW", "SELLER")], { end: "WITHDRAW" }],
    ["after its deadline", [ask, expiry(HOUR + 1)], { end: "EXPIRE" }],
  ])("%s", (_name, steps, end) => {
    const negotiation = after(...steps);
    expect(negotiation).toMatchObject({ turn: null, untilMs: null, ...end });
    expect(standingAt(negotiation, 0)).toBe(negotiation.agreedCents === null ? "FAILED" : "NONE");
    expect(nextNegotiation(negotiation, counter("SELLER", 1_800))).toBe("OVER");
    expect(counterBounds(negotiation, "SELLER")).toBeNull();
  });
});

test("an answer counts until its deadline, and not a millisecond later", () => {
  const negotiation = after(ask);
  expect(nextNegotiation(negotiation, answer("ACCEPT", "BIDDER", HOUR))).toMatchObject({
    agreedCents: 200_000,
  });
  for (const late of [
    answer("ACCEPT", "BIDDER", HOUR + 1),
    answer("WITHDRAW", "SELLER", HOUR + 1),
    counter("BIDDER", 1_600, HOUR + 1),
  ]) {
    expect(nextNegotiation(negotiation, late)).toBe("TOO_LATE");
  }
  expect(nextNegotiation(negotiation, expiry(HOUR))).toBe("NOT_EXPIRED");
  expect(standingAt(negotiation, HOUR)).toBe("BIDDER");
  expect(standingAt(negotiation, HOUR + 1)).toBe("FAILED");
});

describe("amounts converge", () => {
  test.each<[string, NegotiationStep[], Side, number, number | null]>([
    ["the seller's first is above the bid", [], "SELLER", 1_501, null],
    ["the bidder's first is at least the bid", three.slice(0, 1), "BIDDER", 1_500, 1_999],
    ["the seller never goes up", three.slice(0, 2), "SELLER", 1_501, 2_000],
    ["the bidder goes up each time", three.slice(0, 3), "BIDDER", 1_501, 1_899],
    ["the seller can repeat an amount", three.slice(0, 4), "SELLER", 1_601, 1_900],
  ])("%s", (_name, steps, side, least, most) => {
    const negotiation = after(...steps);
    expect(counterBounds(negotiation, side)).toEqual({
      minCents: least * 100,
      maxCents: most === null ? null : most * 100,
    });
    expect(nextNegotiation(negotiation, counter(side, least))).toBeTypeOf("object");
    expect(nextNegotiation(negotiation, counter(side, least - 1))).toBe("AMOUNT_TOO_LOW");
    if (most === null) return;
    expect(nextNegotiation(negotiation, counter(side, most))).toBeTypeOf("object");
    expect(nextNegotiation(negotiation, counter(side, most + 1))).toBe("AMOUNT_TOO_HIGH");
  });

  test("until no amount is left between them", () => {
    const close = after(counter("SELLER", 1_501), counter("BIDDER", 1_500));
    expect(counterBounds(close, "SELLER")).toEqual({ minCents: 150_100, maxCents: 150_100 });
    const insisted = [counter("SELLER", 1_501), reply, counter("SELLER", 1_501)];
    expect(counterBounds(after(...insisted), "BIDDER")).toBeNull();
  });
});

test("the seller can name three amounts, and the bidder can answer each", () => {
  const negotiation = after(...three);
  expect(negotiation).toMatchObject({ round: MAX_ROUNDS, turn: "SELLER" });
  expect(counterBounds(negotiation, "SELLER")).toBeNull();
  expect(nextNegotiation(negotiation, counter("SELLER", 1_800))).toBe("NO_ROUND_LEFT");
});

test("each side acts only on its turn", () => {
  const asked = after(ask);
  const offered = after(ask, reply);
  for (const [negotiation, step] of [
    [newNegotiation(bidCents), counter("BIDDER", 1_600)],
    [newNegotiation(bidCents), answer("ACCEPT", "BIDDER")],
    [asked, counter("SELLER", 1_900)],
    [asked, answer("ACCEPT", "SELLER")],
    [asked, answer("WITHDRAW", "BIDDER")],
    [offered, counter("BIDDER", 1_600)],
    [offered, answer("DECLINE", "BIDDER")],
    [offered, answer("WITHDRAW", "SELLER")],
  ] as const) {
    expect(nextNegotiation(negotiation, step)).toBe("NOT_YOUR_TURN");
  }
});

test("the order of steps is enforced even with hidden amounts", () => {
  const hidden = three.map((step) => ({ ...step, cents: null }));
  expect(after(...hidden, answer("ACCEPT", "SELLER"))).toMatchObject({
    end: "ACCEPT",
    agreedCents: null,
  });
  expect(() => after(...hidden, { ...counter("SELLER", 1), cents: null })).toThrow("NO_ROUND_LEFT");
});

/** The model keeps both sides' amounts as lists, and no other state. */
class Model {
  asks: number[] = [];
  offers: number[] = [];
  untilMs = 0;
  nowMs = 0;
  end: NegotiationStep["kind"] | null = null;

  get turn(): Side | null {
    if (this.end !== null || this.asks.length === 0) return null;
    return this.asks.length > this.offers.length ? "BIDDER" : "SELLER";
  }
  get late() {
    return this.turn !== null && this.nowMs > this.untilMs;
  }
  allows({ kind, side, cents }: NegotiationStep): boolean {
    if (this.end !== null) return false;
    if (kind === "EXPIRE") return this.late;
    if (this.late) return false;
    if (kind === "WITHDRAW") return side === "SELLER" && this.turn === "BIDDER";
    if (kind !== "COUNTER") return side !== null && side === this.turn;
    const [ask = Infinity, offer = bidCents] = [this.asks.at(-1), this.offers.at(-1)];
    if (cents === null) return false;
    if (side === "SELLER")
      return this.turn !== "BIDDER" && this.asks.length < 3 && cents > offer && cents <= ask;
    return (
      this.turn === "BIDDER" &&
      cents < ask &&
      (this.offers.length === 0 ? cents >= offer : cents > offer)
    );
  }
  take({ kind, side, cents, untilMs }: NegotiationStep): void {
    if (kind !== "COUNTER" || cents === null) {
      this.end = kind;
      return;
    }
    (side === "SELLER" ? this.asks : this.offers).push(cents);
    this.untilMs = untilMs ?? 0;
  }
}

class Real {
  negotiation = newNegotiation(bidCents);
  steps: NegotiationStep[] = [];
}

/** Takes a step or lets time pass, and compares the rules with the model. */
class Step implements fc.Command<Model, Real> {
  readonly #step: Omit<NegotiationStep, "atMs" | "untilMs">;
  readonly #passMs: number;
  constructor(step: Omit<NegotiationStep, "atMs" | "untilMs">, passMs: number) {
    this.#step = step;
    this.#passMs = passMs;
  }
  check = () => true;
  run(model: Model, real: Real): void {
    model.nowMs += this.#passMs;
    const step: NegotiationStep = {
      ...this.#step,
      atMs: model.nowMs,
      untilMs: this.#step.kind === "COUNTER" ? model.nowMs + HOUR : null,
    };
    const next = nextNegotiation(real.negotiation, step);
    expect(typeof next === "object", JSON.stringify(next)).toBe(model.allows(step));
    if (typeof next === "string") return;
    model.take(step);
    real.negotiation = next;
    real.steps.push(step);
    expect(next).toMatchObject({
      turn: model.turn,
      round: model.asks.length,
      askCents: model.asks.at(-1) ?? null,
      offerCents: model.offers.at(-1) ?? bidCents,
      end: model.end,
    });
    expect(replayNegotiation(bidCents, real.steps)).toEqual(next);
  }
  toString = () => `${JSON.stringify(this.#step)} after ${this.#passMs} ms`;
}

test("agrees with the model, and always ends within three rounds", () => {
  const sides = fc.constantFrom<Side>("SELLER", "BIDDER");
  const pass = fc.constantFrom(0, 0, 0, HOUR, HOUR + 1);
  const amount = fc.integer({ min: 1_495, max: 1_520 }).map((dollars) => dollars * 100);
  const counters = fc
    .record({ kind: fc.constant("COUNTER" as const), side: sides, cents: amount })
    .chain((step) => pass.map((ms) => new Step(step, ms)));
  const ends = fc
    .record({
      kind: fc.constantFrom("ACCEPT" as const, "DECLINE" as const, "WITHDRAW" as const),
      side: sides,
    })
    .chain((step) => pass.map((ms) => new Step({ ...step, cents: null }, ms)));
  const expiries = pass.map((ms) => new Step({ kind: "EXPIRE", side: null, cents: null }, ms));
  fc.assert(
    fc.property(
      fc.commands([counters, counters, counters, ends, expiries], { maxCommands: 60 }),
      (commands) => {
        const real = new Real();
        fc.modelRun(() => ({ model: new Model(), real }), commands);
        expect(real.steps.length).toBeLessThanOrEqual(2 * MAX_ROUNDS + 1);
        const { agreedCents } = real.negotiation;
        const named = real.steps.flatMap(({ cents }) => cents ?? []);
        if (agreedCents !== null) expect(named.at(-1)).toBe(agreedCents);
      },
    ),
    { numRuns: 500 },
  );
});

import { randomUUID } from "node:crypto";
import type { Endpoint } from "@gavelyard/contract/endpoint";
import type { FastifyRequest } from "fastify";
import { AdmissionLine, type LineFigures, type LineRules } from "./admission-line.ts";
import { HttpError } from "./errors.ts";

/**
 * What takes turns, the most urgent first. Bids take none: the desk has its own bound and its own
 * connection. Neither do health, metrics and files.
 */
export type Turn = (typeof turns)[number];

const turns = ["account", "sign-in", "browse", "page"] as const;

/** Turns of each kind at once, and how long one may have to wait for them. */
const rules: Readonly<Record<Turn, LineRules>> = {
  account: { atOnce: 24, burstMs: 2_000, standingMs: 1_000 },
  // Few at once, since a password costs a tenth of a second of a core; people wait for that.
  "sign-in": { atOnce: 12, burstMs: 5_000, standingMs: 3_000 },
  browse: { atOnce: 16, burstMs: 1_000, standingMs: 250 },
  // Drawing one keeps the processor to itself for its time, and bids wait as long in between.
  page: { atOnce: 2, burstMs: 3_000, standingMs: 1_000 },
};
/** These begin nothing while somebody who is signed in waits. */
const afterAccounts: ReadonlySet<Turn> = new Set(["browse", "page"]);
const RETRY_SEC = { least: 1, spread: 3 } as const;

const words: Readonly<Record<Turn, string>> = {
  account: "The marketplace is very busy. Nothing was changed. Try again in a few seconds.",
  "sign-in": "Too many people are signing in right now. Try again in a few seconds.",
  browse: "Too many people are browsing right now. Try again in a few seconds.",
  page: "Too many people are browsing right now. Try again in a few seconds.",
};

/**
 * Gives calls their turns, and refuses at once who would wait too long, so that what was begun stays
 * quick: looking around is refused first, what accounts do later, and bids never here.
 */
export class Admission {
  /** Header with which the process itself calls while it holds a turn already. */
  static readonly HELD = "x-turn-held";
  /** What that header says; nobody outside can know it. */
  readonly held = randomUUID();
  readonly #lines = new Map<Turn, AdmissionLine>();

  constructor() {
    for (const turn of turns) {
      const mayStart = () => !afterAccounts.has(turn) || this.#line("account").waiting === 0;
      this.#lines.set(turn, new AdmissionLine(rules[turn], mayStart, () => this.#startMore()));
    }
  }

  /** The turn that a call needs; null for what needs none. */
  turnOf(
    endpoint: Pick<Endpoint, "access" | "tag" | "urgent">,
    request: Pick<FastifyRequest, "headers">,
    signedIn: boolean,
  ): Turn | null {
    if (endpoint.urgent === true || this.isHeld(request)) return null;
    if (endpoint.access !== "public" || signedIn) return "account";
    return endpoint.tag === "Auth" ? "sign-in" : "browse";
  }

  /** Whether a call comes from this process, which holds a turn for it. */
  isHeld({ headers }: Pick<FastifyRequest, "headers">): boolean {
    return headers[Admission.HELD] === this.held;
  }

  /**
   * Refuses early, before anything is read or looked up.
   * @throws HttpError 503 to whom `run` would refuse now
   */
  check(turn: Turn | null): void {
    if (turn !== null && !this.#line(turn).hasRoom()) throw refusal(turn);
  }

  /**
   * Does work in its turn.
   * @throws HttpError 503 when the turn would come, or comes, too late
   */
  async run<T>(turn: Turn | null, work: () => Promise<T> | T): Promise<T> {
    if (turn === null) return work();
    const line = this.#line(turn);
    if (!(await line.enter())) throw refusal(turn);
    try {
      return await work();
    } finally {
      line.leave();
    }
  }

  /** How each line stands, for the metrics. */
  figures(): readonly (LineFigures & { readonly turn: Turn })[] {
    return [...this.#lines].map(([turn, line]) => ({ turn, ...line.figures() }));
  }

  #line(turn: Turn): AdmissionLine {
    const line = this.#lines.get(turn);
    if (line === undefined) throw new Error(`there is no line for ${turn}`);
    return line;
  }

  #startMore(): void {
    for (const line of this.#lines.values()) line.startNext();
  }
}

/** Spread over some seconds, so that those sent away do not come back all at once. */
function refusal(turn: Turn): HttpError {
  const retryAfterSec = RETRY_SEC.least + Math.floor(Math.random() * RETRY_SEC.spread);
  return new HttpError(503, words[turn], { retryAfterSec });
}

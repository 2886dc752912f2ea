import { msg, type Message } from "@gavelyard/messages/text";
import { randomUUID } from "node:crypto";
import type { Endpoint } from "@gavelyard/contract/endpoint";
import type { FastifyRequest } from "fastify";
import { AdmissionQueue, type QueueFigures, type QueueRules } from "./admission-queue.ts";
import { Refusal } from "../../refusal.ts";

/**
 * Kinds of slots, most urgent first. Bids need none: the desk has its own limit and its own
 * connection. Health, metrics and files need none either.
 */
export type Slot = (typeof slots)[number];

const slots = ["account", "sign-in", "browse", "page"] as const;

const rules: Readonly<Record<Slot, QueueRules>> = {
  account: { slots: 24, burstMs: 2_000, standingMs: 1_000 },
  // Few at once, since hashing a password is expensive; people accept a wait.
  "sign-in": { slots: 12, burstMs: 5_000, standingMs: 3_000 },
  browse: { slots: 16, burstMs: 1_000, standingMs: 250 },
  // Rendering a page blocks the event loop and delays bids.
  page: { slots: 2, burstMs: 3_000, standingMs: 1_000 },
};
/** Kinds that start nothing while calls of signed-in users are queued. */
const afterAccounts: ReadonlySet<Slot> = new Set(["browse", "page"]);
const RETRY_SEC = { least: 1, spread: 3 } as const;

const messages: Readonly<Record<Slot, Message>> = {
  account: msg("The marketplace is very busy. Nothing was changed. Try again in a few seconds."),
  "sign-in": msg("Too many people are signing in right now. Try again in a few seconds."),
  browse: msg("Too many people are browsing right now. Try again in a few seconds."),
  page: msg("Too many people are browsing right now. Try again in a few seconds."),
};

/**
 * Assigns slots to calls, and rejects a call at once if it would wait too long, so that admitted
 * calls stay fast. Under load it rejects browsing first, calls of accounts later, and bids never.
 */
export class Admission {
  /** Header of internal calls made while holding a slot. */
  static readonly HELD = "x-slot-held";
  /** Secret value of that header. */
  readonly held = randomUUID();
  readonly #queues = new Map<Slot, AdmissionQueue>();

  constructor() {
    for (const slot of slots) {
      const mayStart = () => !afterAccounts.has(slot) || this.#queue("account").waiting === 0;
      this.#queues.set(slot, new AdmissionQueue(rules[slot], mayStart, () => this.#startMore()));
    }
  }

  /** Returns the slot that a call needs; null if it is urgent or already holds one. */
  slotOf(
    endpoint: Pick<Endpoint, "access" | "queue" | "urgent">,
    request: Pick<FastifyRequest, "headers">,
    signedIn: boolean,
  ): Slot | null {
    if (endpoint.urgent === true || this.isHeld(request)) return null;
    if (endpoint.access !== "public" || signedIn) return "account";
    return endpoint.queue ?? "browse";
  }

  /** Returns whether this process made the call while holding a slot. */
  isHeld({ headers }: Pick<FastifyRequest, "headers">): boolean {
    return headers[Admission.HELD] === this.held;
  }

  /**
   * Rejects early, before anything is read or looked up.
   * @throws Refusal 503 if `run` would reject the call now
   */
  check(slot: Slot | null): void {
    if (slot !== null && !this.#queue(slot).hasRoom()) throw refusal(slot);
  }

  /** Runs `work` in a slot. @throws Refusal 503 if the wait would be, or gets, too long */
  async run<T>(slot: Slot | null, work: () => Promise<T> | T): Promise<T> {
    if (slot === null) return work();
    const queue = this.#queue(slot);
    if (!(await queue.enter())) throw refusal(slot);
    try {
      return await work();
    } finally {
      queue.leave();
    }
  }

  figures(): readonly (QueueFigures & { readonly slot: Slot })[] {
    return [...this.#queues].map(([slot, queue]) => ({ slot, ...queue.figures() }));
  }

  #queue(slot: Slot): AdmissionQueue {
    const queue = this.#queues.get(slot);
    if (queue === undefined) throw new Error(`there is no queue for ${slot}`);
    return queue;
  }

  #startMore(): void {
    for (const queue of this.#queues.values()) queue.startNext();
  }
}

/** The retry delay is random, so that rejected clients don't all come back at once. */
function refusal(slot: Slot): Refusal {
  const retryAfterSec = RETRY_SEC.least + Math.floor(Math.random() * RETRY_SEC.spread);
  return new Refusal("busy", messages[slot], { retryAfterSec });
}

import { HttpError } from "../http/errors.ts";
import type { OrderAnswer } from "./decide-batch.ts";
import type { BidOrder } from "./facts.ts";

/** A bid is answered within this time, if only by a 503 (its key makes a retry safe). */
const ANSWER_WITHIN_MS = 1_800;

/** The answer for a bid that was surely not written. */
export function notPlaced(): HttpError {
  return new HttpError(503, "Your bid was not placed. Try again in a moment.", {
    retryAfterSec: 1,
  });
}

/** The answer for a bid that may be on disk, since its commit was sent and not confirmed. */
function outcomeUnknown(): HttpError {
  return new HttpError(
    503,
    "We can't confirm your bid yet. Check the lot or submit the same bid again; it won't be placed twice.",
    { retryAfterSec: 1 },
  );
}

/** A bid until it is answered. */
export class PendingBid {
  readonly order: BidOrder;
  /** How many batches with it failed with nothing written. */
  failures = 0;
  /** Whether a batch with it waited too long for a lock. */
  stuck = false;
  readonly #settle: { resolve: (answer: OrderAnswer) => void; reject: (error: Error) => void };
  readonly #timer: NodeJS.Timeout;
  #state: "waiting" | "taken" | "answered" = "waiting";

  constructor(
    order: BidOrder,
    settle: { resolve: (answer: OrderAnswer) => void; reject: (error: Error) => void },
  ) {
    this.order = order;
    this.#settle = settle;
    this.#timer = setTimeout(() => this.giveUp(), ANSWER_WITHIN_MS);
  }

  get answered(): boolean {
    return this.#state === "answered";
  }

  /** Takes the bid into a commit, unless its bidder has an answer: then it must never be placed. */
  take(): boolean {
    if (this.#state === "waiting") this.#state = "taken";
    return this.#state === "taken";
  }

  /** The commit it was taken into surely did not happen. */
  putBack(): void {
    if (this.#state === "taken") this.#state = "waiting";
  }

  resolve(answer: OrderAnswer): void {
    if (this.#end()) this.#settle.resolve(answer);
  }

  reject(error: Error): void {
    if (this.#end()) this.#settle.reject(error);
  }

  /** Answers what is certain: that it was not placed, unless a commit is on its way. */
  giveUp(): void {
    this.reject(this.#state === "taken" ? outcomeUnknown() : notPlaced());
  }

  #end(): boolean {
    if (this.answered) return false;
    clearTimeout(this.#timer);
    this.#state = "answered";
    return true;
  }
}

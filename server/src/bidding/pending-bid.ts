import { msg } from "@gavelyard/messages/text";
import { Refusal } from "../refusal.ts";
import type { OrderAnswer } from "./decide-batch.ts";
import type { BidOrder } from "./facts.ts";

/** Time in which a bid is answered, in ms, if only with a 503; its key makes a retry safe. */
const ANSWER_TIMEOUT_MS = 1_800;

/** Returns the error for a bid that was certainly not written. */
export function notPlaced(): Refusal {
  return new Refusal("bid-not-placed", msg("Your bid was not placed. Try again in a moment."), {
    retryAfterSec: 1,
  });
}

/** Returns the error for a bid that may be committed: the commit was sent but not confirmed. */
function outcomeUnknown(): Refusal {
  return new Refusal(
    "bid-unconfirmed",
    msg(
      "We can't confirm your bid yet. Check the lot or submit the same bid again; it won't be placed twice.",
    ),
    { retryAfterSec: 1 },
  );
}

export class PendingBid {
  readonly order: BidOrder;
  /** Failed batches with this bid, in which nothing was written. */
  failures = 0;
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
    this.#timer = setTimeout(() => this.giveUp(), ANSWER_TIMEOUT_MS);
  }

  get answered(): boolean {
    return this.#state === "answered";
  }

  /** Takes the bid into a commit; false when it is answered, since then it must never be placed. */
  take(): boolean {
    if (this.#state === "waiting") this.#state = "taken";
    return this.#state === "taken";
  }

  /** Returns the bid to the queue after its commit certainly failed. */
  putBack(): void {
    if (this.#state === "taken") this.#state = "waiting";
  }

  resolve(answer: OrderAnswer): void {
    if (this.#end()) this.#settle.resolve(answer);
  }

  reject(error: Error): void {
    if (this.#end()) this.#settle.reject(error);
  }

  /** Rejects the bid as not placed, or as unconfirmed while a commit is in progress. */
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

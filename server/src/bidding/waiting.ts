import { HttpError } from "../http/errors.ts";
import type { BidOrder, OrderAnswer } from "./batch.ts";

/** An order is answered within this time, if only by a 503 (its key makes asking again safe). */
const ANSWER_WITHIN_MS = 1_800;

/** Told to bidders whose bid the desk did not take up. */
export function notPlaced(): HttpError {
  return new HttpError(
    503,
    "Your bid was not placed: the bid desk cannot take it right now. Try again in a moment.",
    { retryAfterSec: 1 },
  );
}

/** Told to bidders whose bid may be on disk, since its commit was sent and never answered. */
function inDoubt(): HttpError {
  return new HttpError(
    503,
    "We cannot say yet whether your bid was placed. Look at the lot, or send the same bid again: it is never placed twice.",
    { retryAfterSec: 1 },
  );
}

/** An order until it is answered. */
export class Waiting {
  readonly order: BidOrder;
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

  /** Takes the order up, unless its bidder was sent away already: then it must never be placed. */
  take(): boolean {
    if (this.#state === "waiting") this.#state = "taken";
    return this.#state === "taken";
  }

  resolve(answer: OrderAnswer): void {
    this.#end();
    this.#settle.resolve(answer);
  }

  reject(error: Error): void {
    this.#end();
    this.#settle.reject(error);
  }

  /** Says what is certain: that it was not placed, unless a commit was on its way. */
  giveUp(): void {
    if (!this.answered) this.reject(this.#state === "taken" ? inDoubt() : notPlaced());
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#state = "answered";
  }
}

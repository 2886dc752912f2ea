import { ApiError } from "@gavelyard/client/call";
import type { BidReceipt } from "@gavelyard/contract/bidding/bidding";
import { t } from "@gavelyard/messages/text";
import { canRepeat } from "../../api/can-repeat.ts";
import { money } from "../../ui/text/format.ts";
import { isUnanswered } from "./send-with-retry.ts";

/** A bid that a customer is about to place or has placed, in dollars. */
export interface Order {
  readonly amount: number;
  /** Null for a bid of just the amount. */
  readonly maxAmount: number | null;
}

/** What became of a customer's last bid on a unit in this window. */
export type Attempt =
  | { readonly state: "sending"; readonly order: Order; readonly sentAtMs: number }
  | { readonly state: "placed"; readonly order: Order; readonly receipt: BidReceipt }
  | {
      /** `unanswered`: it may have been placed, so only the same order may be sent again. */
      readonly state: "refused" | "unanswered";
      readonly order: Order;
      readonly sentAtMs: number;
      readonly error: unknown;
    };

export const isSameOrder = (one: Order, other: Order): boolean =>
  one.amount === other.amount && one.maxAmount === other.maxAmount;

/** The most that an order can make its bidder pay, before fees. */
export const highestOf = ({ amount, maxAmount }: Order): number => maxAmount ?? amount;

/** Names an order within a sentence. */
export const orderWords = (order: Order): string =>
  order.maxAmount === null
    ? t("your bid of {amount}", { amount: money(order.amount) })
    : t("your maximum of {amount}", { amount: money(order.maxAmount) });

export const failedAttempt = (order: Order, sentAtMs: number, error: unknown): Attempt => ({
  state: isUnanswered(error) ? "unanswered" : "refused",
  order,
  sentAtMs,
  error,
});

/** Whether the server refused an order as too low for the price. */
const isTooLow = (attempt: Attempt | null): boolean =>
  attempt?.state === "refused" &&
  attempt.error instanceof ApiError &&
  attempt.error.code === "bid-too-low";

/** What a confirmation offers: the order to place, and how. */
export interface Offer {
  readonly order: Order;
  /** `moved`: the price rose, so it's another amount; `late`: the new price isn't known yet. */
  readonly state: "ready" | "moved" | "late" | "again" | "passed" | "refused";
}

/**
 * Returns what to offer for an order that was asked for, at the lot's next bid of `minNextBid`. A
 * plain bid follows the price. A maximum stays as it is, and has `passed` when the next bid is
 * higher. An order without an answer stays the same too, so that it keeps its key (D14).
 */
export function offerFor(asked: Order, minNextBid: number, attempt: Attempt | null): Offer {
  const failed =
    attempt !== null && isSameOrder(attempt.order, asked) && attempt.state !== "placed"
      ? attempt
      : null;
  if (failed?.state === "unanswered" || failed?.state === "sending") {
    return { order: asked, state: failed.state === "sending" ? "ready" : "again" };
  }
  if (asked.maxAmount !== null && asked.maxAmount < minNextBid) {
    return { order: asked, state: "passed" };
  }
  if (asked.maxAmount === null && asked.amount !== minNextBid) {
    return { order: { amount: minNextBid, maxAmount: null }, state: "moved" };
  }
  if (failed === null) return { order: asked, state: "ready" };
  if (isTooLow(failed)) return { order: asked, state: "late" };
  return { order: asked, state: canRepeat(failed.error) ? "again" : "refused" };
}

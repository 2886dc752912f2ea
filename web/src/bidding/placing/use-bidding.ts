import { unawaited } from "@gavelyard/domain/unawaited";
import { t } from "@gavelyard/messages/text";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useCall } from "../../api/api-context.ts";
import { serverNow } from "../../clock.ts";
import { messageOf } from "../../api/messages.ts";
import { toast } from "../../ui/toast-store.ts";
import { useClientState } from "../../ui/page/use-client-state.ts";
import { attempts } from "./attempts.ts";
import { useConfirmAlways } from "./bid-confirmation.ts";
import { failedAttempt, isSameOrder, orderWords, type Attempt, type Order } from "./order.ts";
import { sendWithRetry } from "./send-with-retry.ts";

/** A price that a person can have seen before pressing its button, in ms. */
const SEEN_AFTER_MS = 300;

export interface Bidding {
  readonly attempt: Attempt | null;
  /** The order that waits for its confirmation. */
  readonly asked: Order | null;
  /** Whether one press places a bid, with its costs beside it (D77). */
  readonly isOneTap: boolean;
  /** Asks for an order's confirmation. */
  readonly ask: (order: Order) => void;
  /** Places an order at once if one press may, and otherwise asks. `isCertain` is false to ask. */
  readonly press: (order: Order, isCertain?: boolean) => void;
  readonly place: (order: Order) => void;
  readonly close: () => void;
}

/** How a customer bids on a unit's lot, the same on every screen (D77). */
export function useBidding({
  unit,
  userId,
  minNextBid,
  hasBid,
  start = null,
  onAsk,
}: {
  unit: { readonly id: number; readonly name: string };
  userId: number;
  minNextBid: number;
  /** Whether the customer has bid on the lot before. */
  hasBid: boolean;
  /** An order to ask for at once. */
  start?: Order | null;
  /** Asks for the confirmation elsewhere. */
  onAsk?: (order: Order) => void;
}): Bidding {
  const call = useCall();
  const queries = useQueryClient();
  const key = `${userId}:${unit.id}`;
  const attempt = useClientState(
    useCallback((changed: () => void) => attempts.watch(key, changed), [key]),
    () => attempts.of(key),
    () => null,
  );
  const [asked, setAsked] = useState(start);
  const isOneTap = !useConfirmAlways() && hasBid;
  const shownAtMs = useRef(0);
  useEffect(() => {
    shownAtMs.current = performance.now();
  }, [minNextBid]);

  const send = async (order: Order, earlier: unknown) => {
    const sentAtMs = serverNow();
    attempts.set(key, { state: "sending", order, sentAtMs });
    const { amount, maxAmount } = order;
    const end = await sendWithRetry(
      () =>
        call("placeBid", {
          params: { inventoryId: String(unit.id), userId: String(userId) },
          body: { amount, ...(maxAmount === null ? {} : { maxAmount }) },
        }),
      earlier,
    ).then(
      (receipt): Attempt => ({ state: "placed", order, receipt }),
      (error: unknown) => failedAttempt(order, sentAtMs, error),
    );
    if (end.state === "placed") setAsked(null);
    if (!attempts.set(key, end)) announce(end, unit.name);
    await Promise.all([
      queries.invalidateQueries({ queryKey: ["bids", unit.id] }),
      queries.invalidateQueries({ queryKey: ["me"] }),
    ]);
  };
  const place = (order: Order) => {
    const last = attempts.of(key);
    if (last?.state === "sending") return;
    const isAgain = last?.state === "unanswered" && isSameOrder(last.order, order);
    unawaited(send(order, isAgain ? last.error : null));
  };
  const forgetEnd = () => {
    if (attempt?.state === "refused" || attempt?.state === "placed") attempts.set(key, null);
  };
  const ask = (order: Order) => {
    forgetEnd();
    if (onAsk === undefined) setAsked(order);
    else onAsk(order);
  };
  return {
    attempt,
    asked,
    isOneTap,
    ask,
    place,
    press: (order, isCertain = true) => {
      // A maximum stays what it is, wherever the price goes.
      const isSeen =
        order.maxAmount !== null || performance.now() - shownAtMs.current >= SEEN_AFTER_MS;
      if (isOneTap && isCertain && isSeen) place(order);
      else ask(order);
    },
    close: () => {
      forgetEnd();
      setAsked(null);
    },
  };
}

/** Tells what became of a bid whose page was left while it ran. */
function announce(end: Attempt, name: string): void {
  if (end.state === "sending") return;
  if (end.state === "placed") {
    const isWinning = end.receipt.status === "WINNING";
    toast({
      type: isWinning ? "success" : "warning",
      title: isWinning ? t("You're the high bidder") : t("Outbid"),
      message: `${name}: ${end.receipt.message}`,
    });
    return;
  }
  toast({
    type: "error",
    title: t("Bid not confirmed"),
    message: `${name}: ${messageOf(end.error, t("We can't confirm {bid} yet. Check the lot.", { bid: orderWords(end.order) }))}`,
    duration: 0,
  });
}

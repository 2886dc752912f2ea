import type { LotMessage, UserEvent } from "@gavelyard/contract/realtime";
import { useEffect, useRef } from "react";
import { refreshToken } from "../api/browser-client.ts";
import { readSession } from "../session/session.ts";
import { toast } from "../ui/toast-store.ts";
import { Live } from "./live.ts";

/** The tab's live connection. */
export const live = new Live({
  url: "/ws-bid",
  token: () => readSession()?.jwt ?? null,
  refresh: refreshToken,
  onProblem: (title) => toast({ type: "warning", title, debounceKey: "live" }),
});

/** The longest that the connection waits for the page to have come to life, in ms. */
const LONGEST_WAIT_MS = 1_000;

/** Begins once the browser has nothing else to do: before, a word from the stream holds the page up. */
function onceAwake(begin: () => () => void): () => void {
  let end: (() => void) | null = null;
  const start = () => {
    end = begin();
  };
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(start, LONGEST_WAIT_MS / 5);
    return () => (end === null ? clearTimeout(timer) : end());
  }
  const waiting = requestIdleCallback(start, { timeout: LONGEST_WAIT_MS });
  return () => (end === null ? cancelIdleCallback(waiting) : end());
}

/** Hears a lot's messages while mounted. */
export function useLot(inventoryId: number, onMessage: (message: LotMessage) => void): void {
  const handler = useRef(onMessage);
  useEffect(() => {
    handler.current = onMessage;
  });
  useEffect(
    () => onceAwake(() => live.subscribeLot(inventoryId, (message) => handler.current(message))),
    [inventoryId],
  );
}

/** Hears what the signed-in user is told while mounted. */
export function useUserEvents(userId: number | null, onEvent: (event: UserEvent) => void): void {
  const handler = useRef(onEvent);
  useEffect(() => {
    handler.current = onEvent;
  });
  useEffect(() => {
    live.sessionChanged();
    if (userId === null) return undefined;
    return live.subscribeUser((event) => handler.current(event));
  }, [userId]);
}

/** Hears that something in an auction changed while mounted, as staff may. */
export function useControl(auctionId: number, onChange: () => void): void {
  const handler = useRef(onChange);
  useEffect(() => {
    handler.current = onChange;
  });
  useEffect(() => live.subscribeControl(auctionId, () => handler.current()), [auctionId]);
}

import { Live, type ConnectionState } from "@gavelyard/client/live";
import type { LotMessage, UserEvent } from "@gavelyard/contract/realtime";
import { useEffect, useRef } from "react";
import { refreshToken } from "../api/browser-client.ts";
import { observeServerTime } from "../clock.ts";
import { readSession } from "../session/session.ts";
import { toast } from "../ui/toast-store.ts";
import { useClientState } from "../ui/use-client-state.ts";
import { Watchers } from "../ui/watchers.ts";

const watchers = new Watchers();

/** Connect only after the first view's pictures and text have loaded. */
const pageLoaded = () =>
  document.readyState === "complete"
    ? Promise.resolve()
    : new Promise<void>((resolve) =>
        window.addEventListener("load", () => resolve(), { once: true }),
      );

const live = new Live({
  url: "/ws-bid",
  token: () => readSession()?.jwt ?? null,
  refresh: refreshToken,
  onProblem: (title) => toast({ type: "warning", title, debounceKey: "live" }),
  onState: () => watchers.tell(),
  ready: pageLoaded,
  observeServerTime,
});

/** Subscribes to the state of the tab's live connection. */
export const useConnectionState = (): ConnectionState =>
  useClientState(watchers.watch, live.state, () => "idle");

/** Maximum delay of the connection for hydration, in ms. */
const LONGEST_WAIT_MS = 1_000;

/** Starts once the browser is idle, since earlier messages would delay the page. */
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

/** Subscribes to a lot's messages while mounted. */
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

/** Subscribes to the signed-in user's events while mounted. */
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

/** Subscribes to changes in an auction's control room while mounted; staff only. */
export function useControl(auctionId: number, onChange: () => void): void {
  const handler = useRef(onChange);
  useEffect(() => {
    handler.current = onChange;
  });
  useEffect(() => live.subscribeControl(auctionId, () => handler.current()), [auctionId]);
}

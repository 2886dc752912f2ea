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

/** Hears a lot's messages while mounted. */
export function useLot(inventoryId: number, onMessage: (message: LotMessage) => void): void {
  const handler = useRef(onMessage);
  useEffect(() => {
    handler.current = onMessage;
  });
  useEffect(
    () => live.subscribeLot(inventoryId, (message) => handler.current(message)),
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

import type { ConnectionState, Live } from "@gavelyard/client/live";
import type { AuctionMessage, LotMessage, UserEvent } from "@gavelyard/contract/realtime";
import { unawaited } from "@gavelyard/domain/unawaited";
import { useEffect, useRef } from "react";
import { loadPart } from "../ui/later.tsx";
import { useClientState } from "../ui/page/use-client-state.ts";
import { Watchers } from "../ui/page/watchers.ts";

const watchers = new Watchers();
/** The tab's live connection; null until the first subscription has loaded its script. */
let live: Live | null = null;

export const useConnectionState = (): ConnectionState =>
  useClientState(
    watchers.watch,
    () => live?.state() ?? "idle",
    () => "idle",
  );

/** Maximum time that the connection waits for hydration, in ms. */
const MAX_IDLE_WAIT_MS = 1_000;

/** Waits until the browser is idle, since a script and messages would delay the page. */
const untilIdle = () =>
  new Promise<void>((next) => {
    if ("requestIdleCallback" in window)
      requestIdleCallback(() => next(), { timeout: MAX_IDLE_WAIT_MS });
    else setTimeout(next, MAX_IDLE_WAIT_MS / 5);
  });

let loading: Promise<Live> | null = null;
async function load(): Promise<Live> {
  const { createConnection } = await loadPart(() => import("./connection.ts"));
  live = createConnection(() => watchers.notify());
  return live;
}

/** Calls `begin` with the live connection once it has loaded. Returns a function to end it. */
export function withLive(begin: (connection: Live) => () => void): () => void {
  let end = () => {};
  let hasEnded = false;
  const start = async () => {
    await untilIdle();
    const connection = await (loading ??= load());
    if (!hasEnded) end = begin(connection);
  };
  unawaited(start());
  return () => {
    hasEnded = true;
    end();
  };
}

export function useLot(inventoryId: number, onMessage: (message: LotMessage) => void): void {
  const handler = useRef(onMessage);
  useEffect(() => {
    handler.current = onMessage;
  });
  useEffect(
    () =>
      withLive((connection) =>
        connection.subscribeLot(inventoryId, (message) => handler.current(message)),
      ),
    [inventoryId],
  );
}

/** Calls back while mounted when answers about a unit changed, or changes may have been missed. */
export function useQuestions(inventoryId: number, onChange: () => void): void {
  const handler = useRef(onChange);
  useEffect(() => {
    handler.current = onChange;
  });
  useEffect(
    () =>
      withLive((connection) => connection.subscribeQuestions(inventoryId, () => handler.current())),
    [inventoryId],
  );
  const connection = useConnectionState();
  const wasOpen = useRef(false);
  useEffect(() => {
    if (connection !== "open") return;
    if (wasOpen.current) handler.current();
    wasOpen.current = true;
  }, [connection]);
}

export function useAuctionMessages(onMessage: (message: AuctionMessage) => void): void {
  const handler = useRef(onMessage);
  useEffect(() => {
    handler.current = onMessage;
  });
  useEffect(
    () => withLive((connection) => connection.subscribeAuctions((one) => handler.current(one))),
    [],
  );
}

export function useUserEvents(userId: number, onEvent: (event: UserEvent) => void): void {
  const handler = useRef(onEvent);
  useEffect(() => {
    handler.current = onEvent;
  });
  useEffect(() => {
    live?.sessionChanged();
    const end = withLive((connection) =>
      connection.subscribeUser((event) => handler.current(event)),
    );
    return () => {
      end();
      live?.sessionChanged();
    };
  }, [userId]);
}

/** Staff only. */
export function useControl(auctionId: number, onChange: () => void): void {
  const handler = useRef(onChange);
  useEffect(() => {
    handler.current = onChange;
  });
  useEffect(
    () => withLive((connection) => connection.subscribeControl(auctionId, () => handler.current())),
    [auctionId],
  );
}

import type { ConnectionState, Live } from "@gavelyard/client/live";
import type { AuctionMessage, LotMessage, UserEvent } from "@gavelyard/contract/realtime";
import { unawaited } from "@gavelyard/domain/unawaited";
import { useEffect, useRef } from "react";
import { loadPart } from "../ui/later.tsx";
import { useClientState } from "../ui/use-client-state.ts";
import { Watchers } from "../ui/watchers.ts";

const watchers = new Watchers();
/** The tab's live connection; null until the first subscription has loaded its script. */
let live: Live | null = null;

/** Subscribes to the state of the tab's live connection. */
export const useConnectionState = (): ConnectionState =>
  useClientState(
    watchers.watch,
    () => live?.state() ?? "idle",
    () => "idle",
  );

/** Maximum delay of the connection for hydration, in ms. */
const LONGEST_WAIT_MS = 1_000;

/** Returns once the browser is idle, since a script and messages would delay the page. */
const untilIdle = () =>
  new Promise<void>((next) => {
    if ("requestIdleCallback" in window)
      requestIdleCallback(() => next(), { timeout: LONGEST_WAIT_MS });
    else setTimeout(next, LONGEST_WAIT_MS / 5);
  });

let loading: Promise<Live> | null = null;
async function load(): Promise<Live> {
  const { createConnection } = await loadPart(() => import("./connection.ts"));
  live = createConnection(() => watchers.tell());
  return live;
}

/** Begins with the live connection once it is there. Returns a function to end. */
function withLive(begin: (connection: Live) => () => void): () => void {
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

/** Subscribes to a lot's messages while mounted. */
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

/**
 * Calls back when the answers about a unit changed, while mounted, and when changes may have been
 * missed.
 */
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

/** Subscribes to changes of auctions and closed lots while mounted. */
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

/** Subscribes to the signed-in user's events while mounted. */
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

/** Subscribes to changes in an auction's control room while mounted; staff only. */
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

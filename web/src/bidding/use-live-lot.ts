import type { ConnectionState } from "@gavelyard/client/live";
import type { Lot } from "@gavelyard/contract/inventory";
import type { LotMessage } from "@gavelyard/contract/realtime";
import { unawaited } from "@gavelyard/domain/unawaited";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { useCall } from "../api/api-context.ts";
import { useConnectionState, useLot } from "../realtime/use-live.ts";
import { serverNow } from "../clock.ts";
import { useSession } from "../session/session.ts";
import { highestQuery, historyQuery } from "./api.ts";

/** Poll interval while the live connection is down, in ms (section 9). */
const POLL_MS = 5_000;

export interface LiveLot {
  readonly price: number | null;
  readonly minNextBid: number;
  readonly bidCount: number;
  readonly seq: number;
  readonly opensAt: string;
  readonly closesAt: string;
  readonly extended: boolean;
  readonly status: Lot["status"];
  readonly reserveState: Lot["reserveState"];
  readonly outcome: Lot["outcome"];
}

export interface LiveLotView {
  readonly lot: LiveLot;
  /** Null for visitors, staff and customers who have not bid. */
  readonly standing: { readonly leading: boolean; readonly maxAmount: number | null } | null;
  readonly connection: ConnectionState;
  /** When this state was valid, in ms of the server's clock; null before the first message. */
  readonly knownAtMs: number | null;
}

const lotOfMessage = (message: LotMessage, opensAt: string): LiveLot => ({
  opensAt: message.opensAt ?? opensAt,
  price: message.amount,
  minNextBid: message.minNextBid,
  bidCount: message.bidCount,
  seq: message.seq,
  closesAt: message.closesAt,
  extended: message.extended,
  status: message.status,
  reserveState: message.reserveState,
  outcome: message.outcome ?? null,
});

/** Follows a lot over the live connection, and polls while it is down; the newest state wins. */
export function useLiveLot(inventoryId: number, served: Lot): LiveLotView {
  const call = useCall();
  const queries = useQueryClient();
  const session = useSession();
  const connection = useConnectionState();
  const [latest, setLatest] = useState<{ lot: LiveLot; atMs: number } | null>(null);
  const away = connection === "waiting" || connection === "failed";
  const highest = useQuery({
    ...highestQuery(call, inventoryId, session?.userId ?? null),
    // Visitors have no position to load: the page has the lot, and the live connection updates it.
    enabled: session !== null || away,
    refetchInterval: connection === "open" ? false : POLL_MS,
  });

  const keepNewer = useCallback((lot: LiveLot) => {
    setLatest((now) => (now !== null && now.lot.seq > lot.seq ? now : { lot, atMs: serverNow() }));
  }, []);
  useLot(inventoryId, (message) => {
    keepNewer(lotOfMessage(message, served.opensAt));
    const { queryKey } = historyQuery(call, inventoryId);
    // The stream starts with a state that the page may already have.
    const knownSeq = Math.max(0, ...(queries.getQueryData(queryKey) ?? []).map(({ seq }) => seq));
    if (message.seq > knownSeq) unawaited(queries.invalidateQueries({ queryKey }));
    if (session !== null)
      unawaited(queries.invalidateQueries({ queryKey: ["bids", inventoryId, "highest"] }));
  });
  useEffect(() => {
    if (highest.data !== undefined) keepNewer(highest.data);
  }, [highest.data, keepNewer]);

  const lot = latest === null || latest.lot.seq < served.seq ? served : latest.lot;
  useRerenderAt(lot.status === "UPCOMING" ? lot.opensAt : null);
  return {
    // A lot opens by the clock; no message announces it.
    lot:
      lot.status === "UPCOMING" && serverNow() >= Date.parse(lot.opensAt)
        ? { ...lot, status: "OPEN" }
        : lot,
    standing: highest.data?.mine?.bidderAlias == null ? null : highest.data.mine,
    connection,
    knownAtMs: latest?.atMs ?? null,
  };
}

/** Maximum delay of a browser's timer, in ms. */
const MAX_TIMER_MS = 2_147_000_000;

/** Renders again at a time on the server's clock. */
function useRerenderAt(instant: string | null): void {
  const [, rerender] = useState(0);
  useEffect(() => {
    if (instant === null) return undefined;
    const waitMs = Math.max(0, Date.parse(instant) - serverNow());
    const timer = setTimeout(() => rerender((times) => times + 1), Math.min(waitMs, MAX_TIMER_MS));
    return () => clearTimeout(timer);
  }, [instant]);
}

import type { ConnectionState } from "@gavelyard/client/live";
import type { Lot } from "@gavelyard/contract/inventory/inventory";
import type { LotMessage } from "@gavelyard/contract/realtime";
import { unawaited } from "@gavelyard/domain/unawaited";
import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { useCall } from "../api/api-context.ts";
import { refetchSoon } from "../api/refetch-soon.ts";
import { lotTag } from "../notifications/lot-tag.ts";
import { openedByClock } from "../realtime/prices.ts";
import { useConnectionState, useLot } from "../realtime/use-live.ts";
import { serverNow } from "../clock.ts";
import { useSession } from "../session/session.ts";
import { toastStore } from "../ui/toast-store.ts";
import { useRenderAt } from "../ui/use-render-at.ts";
import { highestQuery } from "./api.ts";

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

/** Histories on the page, by unit ID. They load later than what has to be painted with them. */
export const histories = new Map<number, (message: LotMessage) => void>();

/** The newest state from the live connection or a poll. */
interface Known {
  readonly lot: LiveLot;
  /** Null without bids; undefined when it isn't known. */
  readonly leaderAlias: string | null | undefined;
  /** In ms of the server's clock. */
  readonly atMs: number;
}

/**
 * Follows a lot over the live connection, and polls while it is down; the newest state wins. A
 * message updates price, position and history together, without a call: a call for each message
 * would come from every viewer at once.
 */
export function useLiveLot(inventoryId: number, served: Lot): LiveLotView {
  const call = useCall();
  const queries = useQueryClient();
  const session = useSession();
  const connection = useConnectionState();
  const away = connection === "waiting" || connection === "failed";
  const position = highestQuery(call, inventoryId, session?.userId ?? null);
  const highest = useQuery({
    ...position,
    // Visitors have no position to load: the page has the lot, and the live connection updates it.
    enabled: session !== null || away,
    refetchInterval: connection === "open" ? false : POLL_MS,
  });
  const { data: known } = useQuery<Known>({
    queryKey: ["bids", inventoryId, "known", served.lotId],
    queryFn: skipToken,
  });

  const keepNewer = useCallback(
    (lot: LiveLot, leaderAlias: Known["leaderAlias"]) => {
      queries.setQueryData<Known>(["bids", inventoryId, "known", served.lotId], (now) =>
        now !== undefined && now.lot.seq > lot.seq ? now : { lot, leaderAlias, atMs: serverNow() },
      );
    },
    [inventoryId, queries, served.lotId],
  );
  const mine = highest.data?.mine;
  const ownAlias = mine?.bidderAlias ?? null;
  useLot(inventoryId, (message) => {
    keepNewer(lotOfMessage(message, served.opensAt), message.leaderAlias);
    histories.get(inventoryId)?.(message);
    // Rows are numbered from 1 again: the unit has a new lot.
    if (message.resync === true && message.seq < (known?.lot.seq ?? served.seq))
      refetchSoon(queries, ["inventories", inventoryId]);
    // In another tab; only this bidder may know the new maximum (D18).
    if (message.kind === "RAISE" && message.bidderAlias === ownAlias)
      unawaited(queries.invalidateQueries({ queryKey: position.queryKey }));
  });
  useEffect(() => {
    if (highest.data !== undefined) keepNewer(highest.data, highest.data.bidderAlias);
  }, [highest.data, keepNewer]);

  const isKnown = known !== undefined && known.lot.seq >= served.seq;
  const lot = isKnown ? known.lot : served;
  const leading =
    mine !== undefined &&
    mine !== null &&
    ownAlias !== null &&
    (isKnown && known.leaderAlias !== undefined ? known.leaderAlias === ownAlias : mine.leading);
  const needsMaximum = leading && mine.maxAmount === null;
  const { refetch } = highest;
  useEffect(() => {
    if (needsMaximum) unawaited(refetch());
  }, [needsMaximum, refetch]);
  const isWinning = leading && lot.status === "OPEN";
  useEffect(() => {
    // The notice that says "Outbid" is outdated.
    if (isWinning) toastStore.closeTagged(lotTag(inventoryId));
  }, [inventoryId, isWinning]);
  useRenderAt(lot.status === "UPCOMING" ? lot.opensAt : null);
  return {
    lot: openedByClock(lot),
    standing:
      mine === undefined || mine === null || ownAlias === null
        ? null
        : { leading, maxAmount: leading ? mine.maxAmount : null },
    connection,
    knownAtMs: known?.atMs ?? null,
  };
}

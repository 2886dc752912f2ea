import type { Lot } from "@gavelyard/contract/inventory/inventory";
import type { LotPrice, PricesMessage } from "@gavelyard/contract/realtime";
import { useQueryClient, type Query, type QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { refetchSoon } from "../api/refetch-soon.ts";
import { clockOffsetMs, serverNow } from "../clock.ts";
import { useClientState } from "../ui/page/use-client-state.ts";
import { useRenderAt } from "../ui/use-render-at.ts";
import { Watchers } from "../ui/page/watchers.ts";
import { useConnectionState, withLive } from "./use-live.ts";

/** Interval of lists without a live connection, in ms. */
const POLL_MS = 15_000;

/** The newest state of each lot, by unit ID, as the live connection tells it. */
export class Prices {
  #byUnit: ReadonlyMap<number, LotPrice> = new Map();
  /** When the last message was sent, in ms of the server's clock. */
  #heardAtMs = -Infinity;
  readonly #watchers = new Watchers();

  readonly watch = this.#watchers.watch;
  readonly all = (): ReadonlyMap<number, LotPrice> => this.#byUnit;

  /** Returns the time before which other data is outdated, in ms; null if none is. */
  take({ lots, serverTime, since }: PricesMessage): number | null {
    const sinceMs = since === undefined ? -Infinity : Date.parse(since);
    const isGap = sinceMs > this.#heardAtMs;
    const byUnit = new Map(isGap ? [] : this.#byUnit);
    for (const lot of lots) {
      const known = byUnit.get(lot.inventoryId);
      if (known?.lotId !== lot.lotId || known.seq <= lot.seq) byUnit.set(lot.inventoryId, lot);
    }
    this.#heardAtMs = Math.max(this.#heardAtMs, Date.parse(serverTime));
    this.#byUnit = byUnit;
    this.#watchers.notify();
    return isGap ? sinceMs : null;
  }
}

const prices = new Prices();
const none: ReadonlyMap<number, LotPrice> = new Map();
let followers = 0;
let stop = () => {};

/** Follows all prices while anything on the page shows one. */
function follow(queries: QueryClient): () => void {
  followers += 1;
  if (followers === 1) {
    stop = withLive((connection) =>
      connection.subscribePrices((message) => {
        const sinceMs = prices.take(message);
        if (sinceMs === null) return;
        const isOutdated = ({ meta, state }: Query) =>
          meta?.["isPriced"] === true && state.dataUpdatedAt + clockOffsetMs() < sinceMs;
        for (const { queryKey } of queries.getQueryCache().findAll({ predicate: isOutdated }))
          refetchSoon(queries, queryKey);
      }),
    );
  }
  return () => {
    followers -= 1;
    if (followers === 0) stop();
  };
}

function useFollowing(): void {
  const queries = useQueryClient();
  useEffect(() => follow(queries), [queries]);
}

type KnownLot = Pick<Lot, "lotId" | "seq" | "status" | "opensAt">;

const fieldsOf = ({ inventoryId: _unit, leaderAlias: _leader, ...fields }: LotPrice) => fields;

/** Whether a price has rows that the lot lacks. Changes without rows outdate the lot itself. */
const isNewer = (price: LotPrice | undefined, lot: KnownLot): price is LotPrice =>
  price !== undefined && price.lotId === lot.lotId && price.seq > lot.seq;

/** Opens a lot whose time has come: it opens by the clock, and no message announces it. */
export const openedByClock = <L extends Pick<Lot, "status" | "opensAt">>(lot: L): L =>
  lot.status === "UPCOMING" && serverNow() >= Date.parse(lot.opensAt)
    ? { ...lot, status: "OPEN" }
    : lot;

/** Returns a lot with its newest state. */
export function lotNow<L extends KnownLot>(lot: L, price: LotPrice | undefined): L {
  return openedByClock(isNewer(price, lot) ? { ...lot, ...fieldsOf(price) } : lot);
}

/** Follows one unit's lot; null while nothing newer is known than `lot`. */
export function useLotPrice(unitId: number, lot: KnownLot | null): LotPrice | null {
  useFollowing();
  const price = useClientState(
    prices.watch,
    () => prices.all().get(unitId),
    () => undefined,
  );
  useRenderAt(lot?.status === "UPCOMING" ? (price?.opensAt ?? lot.opensAt) : null);
  return lot !== null && isNewer(price, lot) ? price : null;
}

/** Follows the lots of a list that is ordered or chosen by their state. */
export function useLotPrices(): ReadonlyMap<number, LotPrice> {
  useFollowing();
  return useClientState(prices.watch, prices.all, () => none);
}

/** Refetch interval of a list with prices: only while the live connection is away. */
export function usePollWhileAway(everyMs = POLL_MS): number | false {
  const connection = useConnectionState();
  return connection === "waiting" || connection === "failed" ? everyMs : false;
}

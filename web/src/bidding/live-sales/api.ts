import type { Answer, Call } from "@gavelyard/client/call";
import type { Auction } from "@gavelyard/contract/auctions/auctions";
import type { InventoryCard, Lot } from "@gavelyard/contract/inventory/inventory";
import { queryOptions } from "@tanstack/react-query";
import { pricedMeta } from "../../realtime/priced-meta.ts";
import { lotNow } from "../../realtime/prices.ts";
import type { LotPrice } from "@gavelyard/contract/realtime";
import type { Pictured } from "../../ui/picture.tsx";
import { unitFacts } from "../../ui/unit-facts.ts";

export interface SaleLot extends Pick<InventoryCard, "id" | "name"> {
  readonly facts: string;
  readonly picture: Pictured | undefined;
  readonly lot: Lot;
}

export interface Sale extends Pick<
  Auction,
  "id" | "auctionName" | "status" | "lots" | "soldLots" | "openLots"
> {
  /** Lots that haven't closed, in closing order. */
  readonly open: readonly SaleLot[];
  /** IDs of the lots that have closed. */
  readonly closed: readonly number[];
}

const byClose = ({ lot: one }: SaleLot, { lot: other }: SaleLot): number =>
  Date.parse(one.closesAt) - Date.parse(other.closesAt) || one.lotId - other.lotId;

function saleOf(auction: Answer<"auctionById">): Sale {
  const { id, auctionName, status, lots, soldLots, openLots, runList } = auction;
  const run = runList.flatMap(({ lot, ...unit }): SaleLot[] =>
    lot === null
      ? []
      : [{ id: unit.id, name: unit.name, facts: unitFacts(unit), picture: unit.images[0], lot }],
  );
  return {
    id,
    auctionName,
    status,
    lots,
    soldLots,
    openLots,
    open: run.filter(({ lot }) => lot.status !== "CLOSED").toSorted(byClose),
    closed: run.flatMap(({ lot }) => (lot.status === "CLOSED" ? [lot.lotId] : [])),
  };
}

/** Returns a sale with the newest state of its lots. */
export function saleNow(sale: Sale, prices: ReadonlyMap<number, LotPrice>): Sale {
  const run = sale.open.map((unit) => ({ ...unit, lot: lotNow(unit.lot, prices.get(unit.id)) }));
  const open = run.filter(({ lot }) => lot.status !== "CLOSED").toSorted(byClose);
  const closed = run.filter(({ lot }) => lot.status === "CLOSED");
  return {
    ...sale,
    open,
    closed: [...sale.closed, ...closed.map(({ lot }) => lot.lotId)],
    openLots: open.filter(({ lot }) => lot.status === "OPEN").length,
    soldLots: sale.soldLots + closed.filter(({ lot }) => lot.outcome === "SOLD").length,
  };
}

export const saleQuery = (call: Call, id: number) =>
  queryOptions({
    queryKey: ["auctions", id, "live"],
    queryFn: async () => saleOf(await call("auctionById", { params: { id: String(id) } })),
    meta: pricedMeta,
  });

import type { LotMessage, LotPrice } from "@gavelyard/contract/realtime";
import { defaultIncrements } from "@gavelyard/domain/bidding/bid-increments";
import { aliasName, lotMinNextBidCents, reserveState } from "@gavelyard/domain/bidding/bidding";
import { centsToDollars } from "@gavelyard/domain/money";
import type { Pool } from "pg";
import { lotStatusAt } from "../inventory/sql.ts";
import { lotMessage } from "./lot-messages.ts";
import { currentLot, currentPrices, ledgerSince, type PriceRow } from "./sql.ts";

const priceOf = (row: PriceRow, now: Date): LotPrice => ({
  inventoryId: row.inventory_id,
  lotId: row.lot_id,
  seq: row.seq,
  status: lotStatusAt(now.getTime(), row),
  opensAt: row.opens_at.toISOString(),
  closesAt: row.closes_at.toISOString(),
  extended: row.extensions > 0,
  price: row.price_cents === null ? null : centsToDollars(row.price_cents),
  minNextBid: centsToDollars(
    lotMinNextBidCents({
      priceCents: row.price_cents,
      startingCents: row.starting_cents,
      increments: row.increments ?? defaultIncrements,
    }),
  ),
  bidCount: row.bid_count,
  reserveState: reserveState(row.reserve_cents, row.price_cents),
  outcome: row.outcome,
  leaderAlias: row.leader_alias === null ? null : aliasName(row.leader_alias),
});

export function createLotSource(pool: Pool): {
  snapshot(inventoryId: number): Promise<LotMessage | null>;
  since(inventoryId: number, seq: number, limit: number): Promise<LotMessage[]>;
  prices(inventoryIds: readonly number[]): Promise<{ lots: LotPrice[]; serverTime: string }>;
} {
  return {
    async snapshot(inventoryId) {
      const lot = await currentLot(pool, inventoryId);
      if (lot === null) return null;
      const terms = {
        startingCents: lot.starting_cents,
        increments: lot.increments ?? defaultIncrements,
        priceCents: lot.price_cents,
      };
      const leaderAlias = lot.leader_alias === null ? null : aliasName(lot.leader_alias);
      return {
        v: 1,
        type: "STATE",
        seq: lot.seq,
        inventoryId,
        bidId: lot.leader_bid_id,
        amount: lot.price_cents === null ? null : centsToDollars(lot.price_cents),
        bidderAlias: leaderAlias,
        leaderAlias,
        minNextBid: centsToDollars(lotMinNextBidCents(terms)),
        bidCount: lot.bid_count,
        reserveState: reserveState(lot.reserve_cents, lot.price_cents),
        closesAt: lot.closes_at.toISOString(),
        extended: lot.extensions > 0,
        status: lotStatusAt(lot.now.getTime(), lot),
        serverTime: lot.now.toISOString(),
        ...(lot.now < lot.opens_at ? { opensAt: lot.opens_at.toISOString() } : {}),
        ...(lot.outcome === null ? {} : { outcome: lot.outcome }),
      };
    },
    async since(inventoryId, seq, limit) {
      const rows = await ledgerSince(pool, inventoryId, seq, limit);
      return rows.map((row) =>
        lotMessage(
          {
            inventoryId,
            startingCents: row.starting_cents,
            reserveCents: row.reserve_cents,
            increments: row.increments ?? defaultIncrements,
            opensAtMs: row.opens_at.getTime(),
          },
          {
            id: row.id,
            seq: row.seq,
            kind: row.kind,
            aliasNo: row.alias_no,
            leaderAlias: row.leader_alias,
            amountCents: row.amount_cents,
            bidCount: row.bid_count,
            undoesSeq: row.undoes_seq,
            closesAtMs: row.closes_at.getTime(),
            extended: row.extended,
            placedAtMs: row.placed_at.getTime(),
          },
          row.outcome,
          row.now.getTime(),
        ),
      );
    },
    async prices(inventoryIds) {
      const { now, lots } = await currentPrices(pool, inventoryIds);
      return { lots: lots.map((row) => priceOf(row, now)), serverTime: now.toISOString() };
    },
  };
}

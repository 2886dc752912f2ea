import type { Pipeline } from "../db/pipeline.ts";
import {
  aliasesOf,
  biddersLock,
  clock,
  earlierBids,
  earlierRefusals,
  lotsLock,
  otherLots,
  raisedBids,
  sellerAccounts,
  type BidderRow,
  type EarlierBidRow,
  type EarlierRefusalRow,
  type LockedLots,
  type RaisedBidRow,
} from "./batch-sql.ts";
import type { LotRow } from "./lot-sql.ts";

/** A bid as requested. Money in cents. */
export interface BidOrder {
  readonly inventoryId: number;
  readonly userId: number;
  readonly amountCents: number;
  /** Private maximum of a proxy bid; null for other bids (D18). */
  readonly maxCents: number | null;
  /** The bid that this one raises, which must be on the same lot (D23); null for a new bid. */
  readonly raisesBidId: number | null;
  /** Idempotency key: an order is decided once under its key (D14). */
  readonly idempotencyKey: string | null;
  readonly ip: string | null;
}

/** All facts on which a batch is decided. A rule that needs a new fact gets a field here. */
export interface BatchFacts {
  /** The database's clock after the lots were locked, in ms since the epoch. */
  readonly nowMs: number;
  /** Whether the server waits for a standby before it confirms a commit. */
  readonly copied: boolean;
  /** The locked open lots, by unit. */
  readonly lots: ReadonlyMap<number, LotRow>;
  /** Close of the last lot of each unit without an open lot, in ms since the epoch. */
  readonly closedAtMs: ReadonlyMap<number, number>;
  /** The locked bidders and leaders, by user. */
  readonly bidders: ReadonlyMap<number, BidderRow>;
  /** Aliases of bidders and leaders, by lot and user (`aliasKey`). */
  readonly aliases: ReadonlyMap<string, number>;
  /** Bids accepted earlier under the orders' keys, by user and key (`attemptKey`). */
  readonly earlierBids: ReadonlyMap<string, EarlierBidRow>;
  /** Bids refused earlier under the orders' keys, by user and key (`attemptKey`). */
  readonly earlierRefusals: ReadonlyMap<string, EarlierRefusalRow>;
  readonly raised: ReadonlyMap<number, RaisedBidRow>;
  /** Bidders who act or acted for a lot's seller, by lot and user (`aliasKey`), with when they left. */
  readonly sellerAccounts: ReadonlyMap<string, number | null>;
}

export const aliasKey = (lotId: number, userId: number) => `${lotId}:${userId}`;
export const attemptKey = (userId: number, key: string) => `${userId}:${key}`;

/**
 * Sends the first round trip of a batch: begins its transaction, locks its lots, reads the clock
 * and locks bidders and leaders. Locks are taken in the order of ids, which prevents deadlocks.
 * Returns the facts, and the units whose lots another transaction has locked.
 */
export async function readFacts(
  pipeline: Pipeline,
  orders: readonly BidOrder[],
  lockedLots: LockedLots,
): Promise<{ readonly facts: BatchFacts; readonly lockedUnits: ReadonlySet<number> }> {
  const unitIds = unique(orders.map(({ inventoryId }) => inventoryId));
  const userIds = unique(orders.map(({ userId }) => userId));
  const keys = orders.flatMap(({ userId, idempotencyKey: key }) =>
    key === null ? [] : [{ userId, key }],
  );
  const raises = orders.flatMap(({ raisesBidId: id }) => (id === null ? [] : [id]));
  const read = await pipeline.begin({
    lots: lotsLock(unitIds, lockedLots),
    clock,
    bidders: biddersLock(userIds, unitIds),
    aliases: aliasesOf(orders),
    earlierBids: earlierBids(keys),
    earlierRefusals: earlierRefusals(keys),
    raised: raisedBids(raises),
    sellerAccounts: sellerAccounts(userIds, unitIds),
  });
  const [clockRow] = read.clock;
  if (clockRow === undefined) throw new Error("the database returned no time");
  const lots = new Map(read.lots.map((lot) => [lot.inventory_id, lot]));
  const missing = unitIds.filter((unitId) => !lots.has(unitId));
  const { others } =
    missing.length === 0 ? { others: [] } : await pipeline.read({ others: otherLots(missing) });
  return {
    facts: {
      nowMs: clockRow.now.getTime(),
      copied: clockRow.copied,
      lots,
      closedAtMs: new Map(others.map((lot) => [lot.inventory_id, lot.closes_at.getTime()])),
      bidders: new Map(read.bidders.map((bidder) => [bidder.user_id, bidder])),
      aliases: new Map(
        read.aliases.flatMap(({ lot_id, user_id, alias_no }) =>
          alias_no === null ? [] : [[aliasKey(lot_id, user_id), alias_no]],
        ),
      ),
      earlierBids: new Map(
        read.earlierBids.map((bid) => [attemptKey(bid.user_id, bid.idempotency_key), bid]),
      ),
      earlierRefusals: new Map(
        read.earlierRefusals.map((row) => [attemptKey(row.user_id, row.idempotency_key), row]),
      ),
      raised: new Map(read.raised.map((bid) => [bid.id, bid])),
      sellerAccounts: new Map(
        read.sellerAccounts.map(({ lot_id, user_id, left_at }) => [
          aliasKey(lot_id, user_id),
          left_at?.getTime() ?? null,
        ]),
      ),
    },
    lockedUnits: new Set(
      others.flatMap((lot) => (lot.closed_at === null ? [lot.inventory_id] : [])),
    ),
  };
}

function unique(ids: readonly number[]): number[] {
  return [...new Set(ids)];
}

import type { BidOrder } from "./batch.ts";
import { KnownAliases } from "./known-aliases.ts";
import { KnownBidders } from "./known-bidders.ts";
import { KnownClock } from "./known-clock.ts";
import { KnownLots, type VersionedLot } from "./known-lots.ts";
import type { BatchFacts, BidderRow } from "./lock-batch-sql.ts";

/** After others were found to have changed what was known, it is read under a lock for this long. */
const CAUTIOUS_MS = 200;

/** What a desk remembers of batches that are committed. */
export class Known {
  readonly lots = new KnownLots();
  readonly aliases = new KnownAliases();
  readonly bidders = new KnownBidders();
  readonly clock = new KnownClock();
  #cautiousUntilMs = 0;

  /**
   * All that orders are decided by as it was seen last, which whoever writes by it must check; null
   * where something is not known, or others bid on the same lots just now.
   */
  factsOf(orders: readonly BidOrder[]): BatchFacts | null {
    const nowMs = this.clock.nowMs;
    if (nowMs === null || performance.now() < this.#cautiousUntilMs) return null;
    const lots = new Map<number, VersionedLot>();
    const bidders = new Map<number, BidderRow>();
    for (const { inventoryId, userId } of orders) {
      const [lot, bidder] = [this.lots.get(inventoryId), this.bidders.find(userId)];
      if (lot === null || bidder === undefined) return null;
      lots.set(inventoryId, lot);
      bidders.set(userId, bidder);
    }
    // Who has no alias among all that a lot has gets the next one.
    for (const { inventoryId } of this.aliases.strangers(lots, orders)) {
      const lot = lots.get(inventoryId);
      if (lot === undefined || !this.aliases.areAll(lot.id, lot.alias_count)) return null;
    }
    const all = [...lots.values()];
    return {
      lots: all,
      closed: [],
      nowMs,
      bidders: [...bidders.values()],
      aliases: this.aliases.ofLots(all),
      earlier: [],
    };
  }

  /** What was known turned out to be old. */
  distrust(): void {
    this.#cautiousUntilMs = performance.now() + CAUTIOUS_MS;
    this.clock.forget();
  }

  /** Whatever answers next may be another database, where versions mean something else. */
  forget(): void {
    this.lots.clear();
    this.bidders.clear();
    this.clock.forget();
  }
}

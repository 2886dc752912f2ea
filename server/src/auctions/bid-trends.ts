import type { AuctionTrend } from "@gavelyard/contract/auctions/auctions-staff";
import type { Db } from "../db/pool.ts";
import { bidTrends } from "./trend-sql.ts";

/** Maximum ended auctions whose trends are cached. */
const MAX_KEPT = 2_000;

/**
 * Bids per period of each auction. Ended auctions don't change, so their counts are cached.
 */
export class BidTrends {
  readonly #db: Db;
  readonly #ended = new Map<number, AuctionTrend>();

  constructor(db: Db) {
    this.#db = db;
  }

  async of(ids: readonly number[]): Promise<AuctionTrend[]> {
    const kept = ids.flatMap((id) => this.#ended.get(id) ?? []);
    const missing = ids.filter((id) => !this.#ended.has(id));
    const read = missing.length === 0 ? [] : await bidTrends(this.#db, missing);
    const counted = read.map(({ id, bids, over }) => {
      const trend = { id, bids };
      if (over) this.#ended.set(id, trend);
      return trend;
    });
    for (const id of this.#ended.keys()) {
      if (this.#ended.size <= MAX_KEPT) break;
      this.#ended.delete(id);
    }
    return [...kept, ...counted].toSorted((one, other) => one.id - other.id);
  }
}

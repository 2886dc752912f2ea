import type { BidderRow } from "./lock-batch-sql.ts";

/** So many bidders are kept; past it all are read anew. */
const MOST = 50_000;

/**
 * Bidders as one desk saw them last. Others change limits too, so what is accepted by these is checked
 * when it is written, and nobody is refused by them (docs/decisions/0018).
 */
export class KnownBidders {
  readonly #bidders = new Map<number, BidderRow>();

  find(userId: number): BidderRow | undefined {
    return this.#bidders.get(userId);
  }

  learn(bidders: readonly BidderRow[]): void {
    if (this.#bidders.size + bidders.length > MOST) this.#bidders.clear();
    for (const bidder of bidders) this.#bidders.set(bidder.user_id, bidder);
  }

  /** Takes up what a committed batch changed of limits, in cents. */
  change(holds: readonly { readonly userId: number; readonly delta: number }[]): void {
    for (const { userId, delta } of holds) {
      const bidder = this.#bidders.get(userId);
      if (bidder === undefined) continue;
      this.#bidders.set(userId, { ...bidder, leading_cents: bidder.leading_cents + delta });
    }
  }

  clear(): void {
    this.#bidders.clear();
  }
}

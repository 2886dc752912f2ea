import type { LotRow } from "./lot-sql.ts";
import type { AliasesOfLot, AliasRow, BidderOnLot } from "./lock-batch-sql.ts";

/** So many aliases are kept; past it all are read anew. */
const MOST = 200_000;

const nobody: AliasesOfLot = new Map();

type OpenLot = Pick<LotRow, "id" | "inventory_id" | "leader_id">;

/**
 * The aliases (D24) that one desk has seen committed. A bidder's alias on a lot never changes, so it
 * need not be read again with each bid.
 */
export class KnownAliases {
  readonly #lotOf = new Map<number, number>();
  readonly #aliases = new Map<number, Map<number, number>>();
  #count = 0;

  /** Whether the bidder's alias on the unit's open lot is known, as far as that lot is known. */
  has({ inventoryId, userId }: BidderOnLot): boolean {
    const lotId = this.#lotOf.get(inventoryId);
    return lotId !== undefined && this.#aliasOf(lotId, userId) !== undefined;
  }

  /** Whether all aliases of a lot that has so many are known. */
  areAll(lotId: number, count: number): boolean {
    return (this.#aliases.get(lotId)?.size ?? 0) === count;
  }

  /** The aliases that are known of lots, by lot and user. */
  ofLots(lots: readonly Pick<OpenLot, "id">[]): ReadonlyMap<number, AliasesOfLot> {
    return new Map(lots.map(({ id }) => [id, this.#aliases.get(id) ?? nobody]));
  }

  /** Those among bidders and leaders on open lots whose aliases are not known. */
  strangers(lots: ReadonlyMap<number, OpenLot>, pairs: readonly BidderOnLot[]): BidderOnLot[] {
    const strangers = pairs.filter(({ inventoryId, userId }) => {
      const lot = lots.get(inventoryId);
      return lot !== undefined && this.#aliasOf(lot.id, userId) === undefined;
    });
    for (const { id, inventory_id: inventoryId, leader_id: userId } of lots.values()) {
      if (userId !== null && this.#aliasOf(id, userId) === undefined)
        strangers.push({ inventoryId, userId });
    }
    return strangers;
  }

  /** Takes up what a committed batch read or wrote. */
  learn(lots: readonly OpenLot[], aliases: readonly AliasRow[]): void {
    if (this.#count > MOST) {
      this.#aliases.clear();
      this.#lotOf.clear();
      this.#count = 0;
    }
    for (const lot of lots) this.#lotOf.set(lot.inventory_id, lot.id);
    for (const { lot_id: lotId, user_id: userId, alias_no: aliasNo } of aliases) {
      const ofLot = this.#aliases.get(lotId) ?? new Map<number, number>();
      if (!ofLot.has(userId)) this.#count += 1;
      this.#aliases.set(lotId, ofLot.set(userId, aliasNo));
    }
  }

  #aliasOf(lotId: number, userId: number): number | undefined {
    return this.#aliases.get(lotId)?.get(userId);
  }
}

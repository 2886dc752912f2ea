import type { LotRow } from "./lot-sql.ts";

/** So many lots are kept; past it all are read anew. */
const MOST = 20_000;
/** After this a lot is read anew in any case: the name of its unit may have changed. */
const TRUSTED_MS = 30_000;

/** An open lot with the version of its row, which every change of the row changes. */
export type VersionedLot = LotRow & { readonly version: string };

/**
 * The open lots as one desk saw them committed last. While a lot's row is locked and its version is the
 * one seen, the row says what it said then and need not be read again (docs/decisions/0017).
 */
export class KnownLots {
  readonly #lots = new Map<number, { readonly lot: VersionedLot; readonly readAtMs: number }>();
  readonly #nowMs: () => number;

  /** `nowMs` is a steady clock. */
  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** The unit's open lot as it was seen, so that its version is enough to go by; else null. */
  get(inventoryId: number): VersionedLot | null {
    const known = this.#lots.get(inventoryId);
    return known !== undefined && this.#nowMs() - known.readAtMs < TRUSTED_MS ? known.lot : null;
  }

  /** The lot as it is now, or null where it changed since it was seen. */
  find(now: Pick<VersionedLot, "id" | "inventory_id" | "version">): VersionedLot | null {
    const known = this.#lots.get(now.inventory_id)?.lot;
    return known?.id === now.id && known.version === now.version ? known : null;
  }

  /** Takes up lots as they were read: as the last committed transaction left them. */
  learn(lots: readonly VersionedLot[]): void {
    if (this.#lots.size + lots.length > MOST) this.clear();
    for (const lot of lots) {
      this.#lots.set(lot.inventory_id, { lot, readAtMs: this.#nowMs() });
    }
  }

  /** Takes up what a committed transaction made of a lot that it had read. */
  change(lot: VersionedLot): void {
    const known = this.#lots.get(lot.inventory_id);
    if (known !== undefined) this.#lots.set(lot.inventory_id, { ...known, lot });
  }

  clear(): void {
    this.#lots.clear();
  }
}

import { LRUCache } from "lru-cache";
import type { UnitText } from "../detail-sql.ts";

/** LRU cache of units' JSON texts, kept until the units change. */
export class UnitTexts {
  readonly #kept: LRUCache<number, UnitText>;
  readonly #read: (ids: readonly number[]) => Promise<ReadonlyMap<number, UnitText>>;
  /** For each read in progress, the units that changed during it; 0 means all units. */
  readonly #changedDuring = new Set<Set<number>>();

  constructor(
    maxBytes: number,
    read: (ids: readonly number[]) => Promise<ReadonlyMap<number, UnitText>>,
  ) {
    this.#kept = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ text }) => text.length });
    this.#read = read;
  }

  get bytes(): number {
    return this.#kept.calculatedSize;
  }

  /**
   * Returns the texts of units, read from the database where the cache has none. Missing units are
   * left out.
   */
  async get(ids: readonly number[], nowMs: number): Promise<Map<number, UnitText>> {
    const found = new Map<number, UnitText>();
    const missing: number[] = [];
    for (const id of ids) {
      const kept = this.#kept.get(id);
      if (kept !== undefined && nowMs < kept.untilMs) found.set(id, kept);
      else missing.push(id);
    }
    if (missing.length === 0) return found;
    const changed = new Set<number>();
    this.#changedDuring.add(changed);
    try {
      for (const [id, text] of await this.#read(missing)) {
        found.set(id, text);
        // The read may have started before this unit changed, so its text isn't cached.
        if (!changed.has(id) && !changed.has(0)) this.#kept.set(id, text);
      }
    } finally {
      this.#changedDuring.delete(changed);
    }
    return found;
  }

  /** Drops units from the cache; 0 means all units. */
  forget(ids: Iterable<number>): void {
    for (const id of ids) {
      if (id === 0) this.#kept.clear();
      else this.#kept.delete(id);
      for (const changed of this.#changedDuring) changed.add(id);
    }
  }
}

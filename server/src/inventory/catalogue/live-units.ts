import type { Pool } from "pg";
import {
  deleteOldChanges,
  lastUnit,
  poll,
  unitsBetween,
  unitsByIds,
  type Poll,
  type UnitWithEnd,
} from "./sql.ts";
import { readSpellings } from "../spellings/sql.ts";
import { Units } from "./units.ts";

/** Units per block, small enough not to block other requests for long. */
const BLOCK = 500;
/** Time that `unit_changes` rows are kept, for processes that missed some polls. */
const CHANGES_KEPT_MS = 3_600_000;
/** Maximum age of prices while many lots are open or get bids; otherwise prices are exact. */
const PRICES_EVERY_MS = 250;
const MANY = { openLots: 2_000, bidOn: 20 } as const;

/** All units in memory, kept as they are in the database (docs/decisions/0024). */
export class LiveUnits {
  readonly #db: Pool;
  readonly #onChange: (units: readonly number[]) => void;
  /**
   * End of each known auction, in ms. When one changes, the texts of the units in its run list count
   * as changed, because cards show it.
   */
  readonly #auctionEnds = new Map<number, number>();
  #units = new Units();
  #last: Poll | null = null;
  #lotsSeen: string | null = null;
  /** Row versions of open lots as of the last poll that read them; null if none has since the load. */
  #lotVersions: Poll["lotVersions"] = null;
  #nextLotsAtMs = 0;
  #running: Promise<void> = Promise.resolve();
  #gathering: Promise<void> | null = null;
  /**
   * Poll from about an hour ago. Every process has seen the changes before it, so they can be
   * deleted.
   */
  #longAgo: Poll | null = null;

  /**
   * `onChange` gets the units that changed or were removed; 0 means all units. Its last call comes
   * after the change.
   */
  constructor(db: Pool, onChange: (units: readonly number[]) => void) {
    this.#db = db;
    this.#onChange = onChange;
  }

  /** The units. A reload replaces this object. */
  get units(): Units {
    return this.#units;
  }

  /** The database's time as of the last poll, in ms. */
  get nowMs(): number {
    return this.#last?.now.getTime() ?? 0;
  }

  /**
   * Applies everything committed before this call. Callers that wait share one poll. Returns the
   * database's time in ms.
   */
  async current(): Promise<number> {
    if (this.#gathering === null) {
      const turn = this.#running.then(() => {
        this.#gathering = null;
        const polling = this.#poll();
        this.#running = polling.catch(() => {});
        return polling;
      });
      this.#gathering = turn;
    }
    await this.#gathering;
    return this.nowMs;
  }

  async #poll(): Promise<void> {
    const last = this.#last;
    const withLots = performance.now() >= this.#nextLotsAtMs;
    const seen = await poll(
      this.#db,
      last?.snapshot ?? null,
      withLots ? (this.#lotsSeen ?? last?.snapshot ?? null) : null,
    );
    const sinceMs = last === null ? 0 : seen.now.getTime() - last.now.getTime();
    const isSameServer = last?.server.getTime() === seen.server.getTime();
    if (last === null || !isSameServer || sinceMs > CHANGES_KEPT_MS / 2) {
      await this.#load();
      this.#lotsSeen = seen.snapshot;
      this.#lotVersions = null;
    } else {
      const versions = seen.lotVersions ?? {};
      const known = this.#lotVersions;
      // A transaction that stays open makes each poll return the same lots again.
      const bidOn = Object.keys(versions)
        .filter((unit) => versions[unit] !== known?.[unit])
        .map(Number);
      await this.#apply([...(seen.changed ?? []), ...bidOn]);
      if (withLots) {
        this.#lotsSeen = seen.snapshot;
        this.#lotVersions = versions;
        // The first poll after a load returns all lots written since the oldest open transaction.
        const manyBidOn = known !== null && bidOn.length > MANY.bidOn;
        const many = this.#units.openLots.size > MANY.openLots || manyBidOn;
        this.#nextLotsAtMs = many ? performance.now() + PRICES_EVERY_MS : 0;
      }
    }
    this.#last = seen;
  }

  /**
   * Reloads all units, over all connections of the pool. The next poll picks up changes made during
   * the load.
   */
  async #load(): Promise<void> {
    const units = new Units();
    units.spellings = await readSpellings(this.#db);
    const last = await lastUnit(this.#db);
    units.makeRoom(last);
    let after = 0;
    const loadBlocks = async () => {
      while (after < last) {
        const from = after;
        after += BLOCK;
        const rows = await unitsBetween(this.#db, from, after);
        units.load(rows);
        for (const row of rows) this.#noteEnd(row);
      }
    };
    await Promise.all(Array.from({ length: this.#db.options.max }, loadBlocks));
    units.countAll();
    units.departures = this.#units.departures + 1;
    this.#units = units;
    this.#onChange([0]);
  }

  async #apply(changed: readonly number[]): Promise<void> {
    if (changed.length === 0) return;
    const ids = [...new Set(changed)];
    if (ids.includes(0)) this.#units.spellings = await readSpellings(this.#db);
    const moved = new Set<number>();
    for (let from = 0; from < ids.length; from += BLOCK) {
      const block = ids.slice(from, from + BLOCK);
      const gone = new Set(block);
      for (const row of await unitsByIds(this.#db, block)) {
        this.#units.put(row);
        if (this.#noteEnd(row) && row.auctionId !== null) moved.add(row.auctionId);
        gone.delete(row.id);
      }
      for (const id of gone) this.#units.remove(id);
    }
    this.#onChange([...ids, ...[...moved].flatMap((auction) => this.#units.runListOf(auction))]);
  }

  /** Notes the end of a unit's auction. Returns whether it was another one before. */
  #noteEnd({ auctionId, auctionEnd }: UnitWithEnd): boolean {
    if (auctionId === null || auctionEnd === null) return false;
    const known = this.#auctionEnds.get(auctionId);
    this.#auctionEnds.set(auctionId, auctionEnd);
    return known !== undefined && known !== auctionEnd;
  }

  /** Deletes changes from `unit_changes` that every process has seen. */
  async dropOldChanges(): Promise<void> {
    const last = this.#last;
    if (last === null) return;
    const longAgo = this.#longAgo ?? last;
    this.#longAgo = longAgo;
    if (last.now.getTime() - longAgo.now.getTime() < CHANGES_KEPT_MS) return;
    await deleteOldChanges(this.#db, longAgo.snapshot);
    this.#longAgo = last;
  }
}

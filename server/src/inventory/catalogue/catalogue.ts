import { milesBetween } from "@gavelyard/domain/miles-between";
import type { InventoryCard } from "@gavelyard/contract/inventory/inventory";
import { inventoryStatuses } from "@gavelyard/contract/inventory/inventory-fields";
import {
  inventoryFilter,
  searchSorts,
  type InventoryFilter,
} from "@gavelyard/contract/inventory/inventory-filter";
import { typedWords } from "@gavelyard/domain/inventory/search-words";
import { LRUCache } from "lru-cache";
import type { Pool } from "pg";
import type { Context } from "../../context.ts";
import { createCallPool } from "../../db/pool.ts";
import { pageOf } from "../../http/page.ts";
import { RecurringWork } from "../../recurring-work.ts";
import { publishedCards, publishedDetails } from "../detail-sql.ts";
import { located } from "../../http/distance.ts";
import { auctionPreviews } from "./auction-previews.ts";
import type { Found, Search } from "./find.ts";
import { LiveUnits } from "./live-units.ts";
import { Searches } from "./searches.ts";
import { interestInLots, yardPlaces } from "./sql.ts";
import { UnitTexts } from "./texts.ts";
import type { Units } from "./units.ts";

const CONNECTIONS = 2;
const POLL_EVERY_MS = 60_000;
const CARD_BYTES = 32 * 2 ** 20;
const DETAIL_BYTES = 32 * 2 ** 20;
/** Maximum cached responses, each with at most a hundred cards. */
const MAX_RESPONSES = 500;
const FEATURED = 24;
const MIN_SHOWN = 2;

type StaffFilter = InventoryFilter & {
  readonly inventoryStatus?: readonly string[] | undefined;
  readonly yardId?: number | undefined;
};

/** The only units that may be found, and those that may not. */
export type Among = Pick<Search, "only" | "except">;

interface Answer {
  readonly version: number;
  readonly text: Promise<string>;
  untilMs: number;
}

/**
 * In-memory catalog of all units, with cached JSON for its responses. PostgreSQL is the source of
 * truth: each call waits for a poll that started after the call came in, so a response is never
 * older than what was committed by then (docs/decisions/0024).
 */
export class Catalogue {
  readonly #pool: Pool;
  /** Pool for polls, which run one at a time, and for loads and reading texts. */
  readonly #own: Pool;
  readonly #work: RecurringWork;
  readonly #live: LiveUnits;
  readonly #cards: UnitTexts;
  readonly #details: UnitTexts;
  readonly #answers = new LRUCache<string, Answer>({ max: MAX_RESPONSES });
  /** Watchers and views of units as the end of a card's JSON, as of the last minute. */
  #interest: ReadonlyMap<number, string> = new Map();
  readonly #searches = new Searches();
  #version = 0;

  constructor({
    databaseUrl,
    servers,
    pool,
    log,
  }: Pick<Context, "databaseUrl" | "servers" | "pool" | "log">) {
    this.#pool = pool;
    // Planning these statements takes longer than running them.
    const settings = ["plan_cache_mode=force_generic_plan"];
    const own = createCallPool(servers ?? databaseUrl, CONNECTIONS, { settings });
    this.#own = own;
    this.#live = new LiveUnits(own, (ids) => {
      this.#dropTexts(ids);
    });
    this.#cards = new UnitTexts(CARD_BYTES, (ids) => publishedCards(own, ids));
    this.#details = new UnitTexts(DETAIL_BYTES, (ids) => publishedDetails(own, ids));
    this.#work = new RecurringWork({
      failure: "updating the catalogue failed",
      log,
      afterFailureMs: 1_000,
      run: async () => {
        await this.#live.current();
        await this.#readInterest();
        await this.#live.dropOldChanges();
        return POLL_EVERY_MS;
      },
    });
  }

  /** Loads all units, then polls for changes once a minute even without requests. */
  async start(): Promise<void> {
    await this.#live.current();
    await this.#readInterest();
    this.#work.wake(POLL_EVERY_MS);
  }

  async stop(): Promise<void> {
    await this.#work.stop();
    await this.#own.end();
  }

  /**
   * Returns the number of times a unit stopped being public. A change of it makes cached pages
   * stale. If the database is unavailable, this is the last known number.
   */
  async departures(): Promise<number> {
    await this.#live.current().catch(() => {});
    return this.#units.departures;
  }

  figures(): { units: number; bytes: number } {
    const { end } = this.#units;
    const parts = [this.#units, this.#searches, this.#cards, this.#details];
    return { units: end - 1, bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0) };
  }

  /** Returns a page of published units as JSON, with facet counts if `withFacets`. */
  async list(filter: InventoryFilter, withFacets: boolean): Promise<string> {
    const nowMs = await this.#live.current();
    const text = await this.#answer(`${withFacets} ${JSON.stringify(filter)}`, async (answer) => {
      const found = await this.#find(filter, { withFacets });
      const content = await this.#cardsOf(found, filter, answer);
      const { content: _none, ...page } = pageOf([], found.total, filter);
      const facets = found.facets === null ? {} : { facets: found.facets };
      return `{"content":${content},${JSON.stringify({ ...page, ...facets }).slice(1, -1)}`;
    });
    return `${text},"serverTime":"${new Date(nowMs).toISOString()}"}`;
  }

  /** Returns featured units as JSON: open lots by close, then upcoming lots, then the rest. */
  async featured(): Promise<string> {
    await this.#live.current();
    const filter = inventoryFilter.parse({ featured: true, size: FEATURED });
    return this.#answer("featured", async (answer) =>
      this.#cardsOf(await this.#find(filter), filter, answer),
    );
  }

  /** Returns the types of published units as JSON, most units first. */
  async types(): Promise<string> {
    await this.#live.current();
    return this.#answer("types", async () => {
      const types = this.#units.types();
      const shown = await this.#shown(types.map(({ unit }) => unit));
      return JSON.stringify(
        types.map(({ inventoryType, count, unit }) => ({
          inventoryType,
          count,
          image: shown.get(unit)?.images[0] ?? null,
        })),
      );
    });
  }

  /** Returns pictures and places of the auctions with open lots as JSON. */
  async auctionPreviews(): Promise<string> {
    await this.#live.current();
    return this.#answer("auction previews", async () => {
      const previews = auctionPreviews(this.#units);
      const shown = await this.#shown(
        previews.flatMap(({ best, ofYards }) => [...best, ...ofYards]),
      );
      return JSON.stringify(
        previews.map(({ auctionId, best, ofYards }) => ({
          auctionId,
          thumbUrls: best.flatMap((unit) => shown.get(unit)?.images[0]?.thumbUrl ?? []),
          places: [...new Set(ofYards.flatMap((unit) => shown.get(unit)?.location ?? []))],
        })),
      );
    });
  }

  /** Returns one published unit as JSON, or null if there is none. */
  async detail(unit: number): Promise<string | null> {
    const nowMs = await this.#live.current();
    if (!this.#units.isPublished(unit)) return null;
    const shown = (await this.#details.get([unit], nowMs)).get(unit);
    if (shown === undefined) return null;
    const neighbors = JSON.stringify(this.#units.neighbors(unit)).slice(1, -1);
    return `${shown.text.slice(0, -1)}${this.#interestIn(unit)},${neighbors},"serverTime":"${new Date(nowMs).toISOString()}"}`;
  }

  /** Returns the filter options as JSON: facet values with counts, models and ranges. */
  async filters(): Promise<string> {
    await this.#live.current();
    return this.#answer("filters", async () => {
      const found = await this.#find(inventoryFilter.parse({}), { withFacets: true });
      const price = this.#units.bounds("priceCents");
      return JSON.stringify({
        facets: found.facets,
        models: this.#units.models(),
        ranges: {
          year: this.#units.bounds("year"),
          price: { min: price.min / 100, max: price.max / 100 },
          odometer: this.#units.bounds("odometer"),
          engineHours: this.#units.bounds("engineHours"),
        },
        sorts: searchSorts,
      });
    });
  }

  /** Finds units by `inventoryStatus` for staff; without it, all units that aren't archived. */
  async findForStaff(filter: StaffFilter, among: Among = {}): Promise<Found> {
    const { inventoryStatus = [], yardId } = filter;
    const unarchived = inventoryStatuses.filter((status) => status !== "ARCHIVED");
    await this.#live.current();
    return this.#find(filter, {
      statuses: inventoryStatus.length === 0 ? unarchived : inventoryStatus,
      yardId,
      ...among,
    });
  }

  /** Returns all units that `findForStaff` finds, sorted by ID. */
  async unitsForStaff(filter: StaffFilter, among: Among = {}): Promise<Int32Array> {
    return (await this.findForStaff({ ...filter, size: 0 }, among)).units;
  }

  /** Returns the newest units, including archived ones, that match a text; empty if it has no words. */
  async named(q: string, atMost: number): Promise<number[]> {
    if (typedWords(q).length === 0) return [];
    const filter = { ...inventoryFilter.parse({ q }), inventoryStatus: inventoryStatuses };
    return [...(await this.unitsForStaff(filter)).subarray(-atMost)];
  }

  /** Counts the published units that match a filter and were added after `since`. */
  async countNewer(filter: InventoryFilter, since: Date): Promise<number> {
    const place = await located({ ...filter, size: 0 });
    await this.#live.current();
    return (await this.#find(place, { after: since.getTime() })).total;
  }

  async #find(
    filter: InventoryFilter,
    narrowed: Omit<Search, "filter" | "milesByYard"> = {},
  ): Promise<Found> {
    const milesByYard = await this.#milesByYard(filter);
    this.#units.moveTo(this.#live.nowMs);
    return this.#searches.find(this.#units, { filter, milesByYard, ...narrowed });
  }

  get #units(): Units {
    return this.#live.units;
  }

  /**
   * Returns the cached response for `key`, or makes it. Concurrent callers share one response; any
   * change to the catalog makes it stale.
   */
  async #answer(key: string, make: (answer: Answer) => Promise<string>): Promise<string> {
    const kept = this.#answers.get(key);
    if (kept !== undefined && kept.version === this.#version && this.#live.nowMs < kept.untilMs)
      return kept.text;
    this.#units.moveTo(this.#live.nowMs);
    const { promise: text, resolve, reject } = Promise.withResolvers<string>();
    const answer = { version: this.#version, untilMs: this.#units.nextStageMs, text };
    this.#answers.set(key, answer);
    try {
      resolve(await make(answer));
    } catch (error) {
      this.#answers.delete(key);
      reject(error);
    }
    return text;
  }

  /** Returns the cards of units that are still public. */
  async #shown(units: readonly number[]): Promise<Map<number, InventoryCard>> {
    const texts = await this.#cards.get(units, this.#live.nowMs);
    return new Map(
      [...texts].map(([unit, { text }]): [number, InventoryCard] => [unit, JSON.parse(text)]),
    );
  }

  async #cardsOf(found: Found, filter: InventoryFilter, answer: Answer): Promise<string> {
    const texts = await this.#cards.get(found.page, this.#live.nowMs);
    const isLocated = filter.lat !== undefined;
    const cards = found.page.flatMap((id) => {
      const card = texts.get(id);
      // The unit stopped being public after it was found.
      if (card === undefined) return [];
      answer.untilMs = Math.min(answer.untilMs, card.untilMs);
      const miles = isLocated ? found.miles(id) : null;
      const distance = miles === null ? "" : `,"distanceMiles":${Math.round(miles)}`;
      return [`${card.text.slice(0, -1)}${this.#interestIn(id)}${distance}}`];
    });
    return `[${cards.join(",")}]`;
  }

  async #milesByYard({ lat, lng }: InventoryFilter): Promise<Map<string, number | null>> {
    if (lat === undefined || lng === undefined) return new Map();
    const from = { lat, lng };
    return new Map(
      (await yardPlaces(this.#pool)).map((yard) => [
        String(yard.id),
        yard.lat === null || yard.lng === null
          ? null
          : milesBetween(from, { lat: yard.lat, lng: yard.lng }),
      ]),
    );
  }

  #dropTexts(ids: readonly number[]): void {
    this.#version += 1;
    this.#cards.forget(ids);
    this.#details.forget(ids);
  }

  #interestIn(unit: number): string {
    return this.#interest.get(unit) ?? "";
  }

  async #readInterest(): Promise<void> {
    const rows = await interestInLots(this.#pool);
    this.#interest = new Map(
      rows.map(({ id, ...counts }) => {
        // A count of one would reveal the only reader.
        const shown = Object.entries(counts).filter(([, count]) => count >= MIN_SHOWN);
        return [id, shown.map(([name, count]) => `,"${name}":${count}`).join("")];
      }),
    );
    this.#version += 1;
  }
}

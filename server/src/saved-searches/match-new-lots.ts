import { inventoryFilter } from "@gavelyard/contract/inventory-filter";
import { UnitBatch, type SavedFilter } from "@gavelyard/contract/match-units";
import { savedSearch } from "@gavelyard/contract/saved-searches";
import { nextHour } from "@gavelyard/domain/quiet-hours";
import { setImmediate as slotOfTheLoop } from "node:timers/promises";
import type { Context } from "../context.ts";
import type { Db } from "../db/pool.ts";
import { inTransaction } from "../db/transaction.ts";
import { HttpError } from "../http/errors.ts";
import { located } from "../http/distance.ts";
import {
  advanceBatch,
  alertingSearches,
  keepFound,
  lockBatch,
  searchableLots,
  startBatch,
  type AlertingRow,
  type BatchRow,
  type FoundLots,
} from "./match-sql.ts";

const LOTS_OF_BATCH = 5_000;
const LOTS_OF_PART = 200;
const SEARCHES_OF_PAGE = 500;
/** Maximum ms of uninterrupted work, after which bids and calls get a turn. */
const STRETCH_MS = 2;
/** Maximum lots in one alert. It names the first ones and counts the rest up to this. */
const MAX_FOUND = 100;
/** Delay that gathers the units of a newly published auction into one alert. */
const GATHER_MS = 10_000;
/** Minimum time between a search's immediate alerts. */
const APART_MS = 600_000;

/** The current batch of lots, read once for all pages of searches. */
interface ReadBatch {
  readonly id: number;
  readonly lotIds: readonly number[];
  readonly units: UnitBatch;
  /** When daily alerts are due next, by hour and time zone, since calendars are slow to ask. */
  readonly dailyAt: Map<string, number>;
}

/**
 * Matches new lots with every saved search that has alerts on (D48). Each short transaction covers
 * one page of searches, so a crash leaves nothing undone or done twice.
 */
export async function matchNewLots(
  { pool }: Pick<Context, "pool">,
  isStopped: () => boolean = () => false,
): Promise<void> {
  let batch: ReadBatch | null = null;
  const page = () =>
    inTransaction(pool, async (tx) => {
      const row = await lockBatch(tx);
      if (row === null) return false;
      if (batch?.id !== row.id) batch = await readBatch(tx, row);
      const searches =
        batch.lotIds.length === 0
          ? []
          : await alertingSearches(tx, row.searched_until, SEARCHES_OF_PAGE);
      await keepFound(tx, await findIn(batch, searches), MAX_FOUND);
      const last = searches.length < SEARCHES_OF_PAGE ? undefined : searches.at(-1);
      await advanceBatch(tx, row.id, last?.id ?? null);
      return true;
    });
  await startBatch(pool, LOTS_OF_BATCH);
  while (!isStopped() && (await page())) await startBatch(pool, LOTS_OF_BATCH);
}

/** Reads a batch in parts, since one large response would hold up bids. */
async function readBatch(tx: Db, { id, lot_ids }: BatchRow): Promise<ReadBatch> {
  const units = new UnitBatch([], lot_ids.length);
  const lotIds: number[] = [];
  const pause = inStretches();
  for (let at = 0; at < lot_ids.length; at += LOTS_OF_PART) {
    for (const lot of await searchableLots(tx, lot_ids.slice(at, at + LOTS_OF_PART))) {
      units.add(lot);
      lotIds.push(lot.lotId);
      await pause();
    }
  }
  return { id, lotIds, units, dailyAt: new Map() };
}

/** Returns a function to await between pieces of work; after a stretch it gives others a turn. */
function inStretches(): () => Promise<void> {
  let endsAt = performance.now() + STRETCH_MS;
  return async () => {
    if (performance.now() < endsAt) return;
    await slotOfTheLoop();
    endsAt = performance.now() + STRETCH_MS;
  };
}

async function findIn(
  { units, lotIds, dailyAt }: ReadBatch,
  searches: readonly AlertingRow[],
): Promise<FoundLots[]> {
  const found: FoundLots[] = [];
  const pause = inStretches();
  for (const search of searches) {
    const filter = await filterOf(search);
    const indexes = filter === null ? [] : units.matching(filter).slice(0, MAX_FOUND);
    if (indexes.length > 0)
      found.push({
        searchId: search.id,
        lotIds: indexes.map((index) => lotIds[index] ?? 0),
        dueAt: dueAt(search, dailyAt),
      });
    await pause();
  }
  return found;
}

/**
 * Parses a search's filter; null if the current contract rejects it or its ZIP code doesn't exist.
 */
async function filterOf(search: AlertingRow): Promise<SavedFilter | null> {
  const { data } = savedSearch.shape.filter.safeParse(search.filter);
  if (data === undefined) return null;
  if (data.zip === undefined) return data;
  try {
    return await located(inventoryFilter.parse(data));
  } catch (error) {
    if (error instanceof HttpError) return null;
    throw error;
  }
}

function dueAt(
  { alert, now, alerted_at, time_zone, daily_alert_hour }: AlertingRow,
  dailyAt: ReadBatch["dailyAt"],
): Date {
  const nowMs = now.getTime();
  if (alert !== "DAILY")
    return new Date(Math.max(nowMs + GATHER_MS, (alerted_at?.getTime() ?? 0) + APART_MS));
  const key = `${daily_alert_hour} ${time_zone}`;
  const known = dailyAt.get(key) ?? 0;
  if (known > nowMs) return new Date(known);
  const next = nextHour(nowMs, daily_alert_hour, time_zone);
  dailyAt.set(key, next);
  return new Date(next);
}

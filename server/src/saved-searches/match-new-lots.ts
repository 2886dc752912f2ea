import { inventoryFilter } from "@gavelyard/contract/inventory/inventory-filter";
import { UnitBatch, type SavedFilter } from "@gavelyard/contract/inventory/match-units";
import { savedSearch } from "@gavelyard/contract/inventory/saved-searches";
import { nextHour } from "@gavelyard/domain/users/quiet-hours";
import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "../context.ts";
import type { Db } from "../db/pool.ts";
import { inTransaction } from "../db/transaction.ts";
import { Refusal } from "../refusal.ts";
import { located } from "../http/distance.ts";
import { readSpellings } from "../inventory/spellings/sql.ts";
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
const LOTS_OF_PART = 50;
const SEARCHES_OF_PAGE = 200;
/** Maximum ms of uninterrupted work, after which matching rests: bids use the same thread. */
const STRETCH_MS = 2;
/** Length of a rest, as a multiple of the work before it, and its maximum in ms. */
const REST = 3;
const MAX_REST_MS = 20;
/** Maximum lots in one alert. It names the first ones and counts the rest up to this. */
const MAX_FOUND = 100;
/** Delay that gathers the units of a newly published auction into one alert. */
const GATHER_MS = 10_000;
/** Minimum time between a person's last alert and an immediate one. */
const APART_MS = 600_000;

interface ReadBatch {
  readonly id: number;
  readonly lotIds: readonly number[];
  readonly units: UnitBatch;
  /**
   * Next due time of daily alerts by hour and time zone; cached, because calendar arithmetic is
   * slow.
   */
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
  const rest = resting();
  const page = () =>
    inTransaction(pool, async (tx) => {
      const row = await lockBatch(tx);
      if (row === null) return false;
      if (batch?.id !== row.id) batch = await readBatch(tx, row, rest);
      const searches =
        batch.lotIds.length === 0
          ? []
          : await alertingSearches(tx, row.searched_until, SEARCHES_OF_PAGE);
      await keepFound(tx, await findIn(batch, searches, rest), MAX_FOUND);
      const last = searches.length < SEARCHES_OF_PAGE ? undefined : searches.at(-1);
      await advanceBatch(tx, row.id, last?.id ?? null);
      return true;
    });
  await startBatch(pool, LOTS_OF_BATCH);
  while (!isStopped() && (await page())) {
    await rest();
    await startBatch(pool, LOTS_OF_BATCH);
  }
}

/** Reads a batch in parts, since one large response would hold up bids. */
async function readBatch(
  tx: Db,
  { id, lot_ids }: BatchRow,
  rest: () => Promise<void>,
): Promise<ReadBatch> {
  const units = new UnitBatch([], lot_ids.length, await readSpellings(tx));
  const lotIds: number[] = [];
  for (let at = 0; at < lot_ids.length; at += LOTS_OF_PART) {
    for (const lot of await searchableLots(tx, lot_ids.slice(at, at + LOTS_OF_PART))) {
      units.add(lot);
      lotIds.push(lot.lotId);
      await rest();
    }
  }
  return { id, lotIds, units, dailyAt: new Map() };
}

/**
 * Returns a function to await between pieces of work. After a stretch it rests in proportion to the
 * work, which includes waiting for the database.
 */
function resting(): () => Promise<void> {
  let startedAt = performance.now();
  return async () => {
    const workedMs = performance.now() - startedAt;
    if (workedMs < STRETCH_MS) return;
    await sleep(Math.min(REST * workedMs, MAX_REST_MS));
    startedAt = performance.now();
  };
}

async function findIn(
  { units, lotIds, dailyAt }: ReadBatch,
  searches: readonly AlertingRow[],
  rest: () => Promise<void>,
): Promise<FoundLots[]> {
  const found: FoundLots[] = [];
  for (const search of searches) {
    const filter = await filterOf(search);
    const indexes = filter === null ? [] : units.matching(filter).slice(0, MAX_FOUND);
    if (indexes.length > 0)
      found.push({
        searchId: search.id,
        lotIds: indexes.map((index) => lotIds[index] ?? 0),
        dueAt: dueAt(search, dailyAt),
      });
    await rest();
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
    if (error instanceof Refusal) return null;
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

import type { SearchableUnit } from "@gavelyard/contract/inventory/match-units";
import type { SearchAlert } from "@gavelyard/domain/inventory/saved-searches";
import { wordsOfUnit } from "@gavelyard/domain/inventory/search-words";
import { fallbackZone } from "@gavelyard/domain/time-zone";
import type { Db } from "../db/pool.ts";
import { unitsOfLots } from "../inventory/catalogue/sql.ts";

/**
 * Creates a batch of up to `most` new lots, if there are any. Skips lots that other processes have
 * locked.
 */
export async function startBatch(db: Db, most: number): Promise<void> {
  await db.query(
    `WITH taken AS (
        DELETE FROM unmatched_lots WHERE lot_id IN (
          SELECT lot_id FROM unmatched_lots ORDER BY lot_id LIMIT $1 FOR UPDATE SKIP LOCKED)
        RETURNING lot_id)
      INSERT INTO match_batches (lot_ids)
      SELECT array_agg(lot_id ORDER BY lot_id) FROM taken HAVING count(*) > 0`,
    [most],
  );
}

export interface BatchRow {
  readonly id: number;
  readonly lot_ids: readonly number[];
  readonly searched_until: number;
}

/** Locks the oldest batch that no other process has locked; null when there is none. */
export async function lockBatch(tx: Db): Promise<BatchRow | null> {
  const { rows } = await tx.query<BatchRow>(
    `SELECT id, to_json(lot_ids) AS lot_ids, searched_until FROM match_batches
      ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`,
  );
  return rows[0] ?? null;
}

/**
 * Records a batch's progress through the searches. Null means all of them, and deletes the batch.
 */
export async function advanceBatch(tx: Db, id: number, until: number | null): Promise<void> {
  if (until === null) await tx.query("DELETE FROM match_batches WHERE id = $1", [id]);
  else await tx.query("UPDATE match_batches SET searched_until = $2 WHERE id = $1", [id, until]);
}

/** Returns the lots that haven't closed, with the unit fields that searches need. */
export async function searchableLots(
  db: Db,
  lotIds: readonly number[],
): Promise<(SearchableUnit & { readonly lotId: number })[]> {
  const rows = await unitsOfLots(db, lotIds);
  return rows.map((row) => ({
    lotId: row.lotId,
    auctionId: row.auctionId,
    facets: row,
    numbers: { ...row, price: row.priceCents / 100 },
    flags: {
      featured: row.featured === "true",
      apu: row.apu === "true",
      carbCompliant: row.carbCompliant === "true",
      hasVideo: row.hasVideo === "true",
      hasSpin: row.hasSpin === "true",
    },
    model: row.model,
    words: wordsOfUnit(row),
    lat: row.lat,
    lng: row.lng,
  }));
}

export interface AlertingRow {
  readonly id: number;
  readonly filter: unknown;
  readonly alert: SearchAlert;
  /** When the owner last got an alert, of any search. */
  readonly alerted_at: Date | null;
  readonly time_zone: string;
  readonly daily_alert_hour: number;
  readonly now: Date;
}

/** Returns the next searches with alerts on, by id, after `after`. */
export async function alertingSearches(
  db: Db,
  after: number,
  most: number,
): Promise<AlertingRow[]> {
  const { rows } = await db.query<AlertingRow>(
    `SELECT s.id, s.filter, s.alert, (
          SELECT max(o.alerted_at) FROM saved_searches o WHERE o.user_id = s.user_id) AS alerted_at,
        coalesce(u.time_zone, $3) AS time_zone,
        u.daily_alert_hour, clock_ms() AS now
      FROM saved_searches s JOIN users u ON u.id = s.user_id
      WHERE s.id > $1 AND s.alert <> 'NEVER' ORDER BY s.id LIMIT $2`,
    [after, most, fallbackZone],
  );
  return rows;
}

export interface FoundLots {
  readonly searchId: number;
  readonly lotIds: readonly number[];
  readonly dueAt: Date;
}

/** Merges new matches with each search's earlier ones, keeping the newest `most` lots. */
export async function keepFound(tx: Db, found: readonly FoundLots[], most: number): Promise<void> {
  await tx.query(
    `INSERT INTO search_matches AS m (search_id, lot_ids, due_at)
      SELECT f."searchId", f."lotIds"[1:$2], f."dueAt"
      FROM json_to_recordset($1::json) AS f("searchId" bigint, "lotIds" bigint[], "dueAt" timestamptz)
        JOIN saved_searches s ON s.id = f."searchId"
      ORDER BY f."searchId"
      ON CONFLICT (search_id) DO UPDATE SET lot_ids = (excluded.lot_ids || m.lot_ids)[1:$2],
        due_at = least(m.due_at, excluded.due_at)`,
    [JSON.stringify(found), most],
  );
}

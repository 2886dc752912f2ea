import type { InventoryCard } from "@gavelyard/contract/inventory/inventory";
import type { Db } from "../db/pool.ts";
export { lotStatusAt } from "./card-sql.ts";
import { cardColumns, cardTables, toCard, type CardRow } from "./card-sql.ts";

/** SQL for a unit's title: "2019 Peterbilt 579 UltraLoft". */
export const unitTitle = "concat_ws(' ', i.model_year, i.manufacturer, i.model, i.trim)";

export const hiddenStatuses: readonly string[] = ["DRAFT", "WITHDRAWN", "ARCHIVED"];
export const published = `i.status NOT IN ('${hiddenStatuses.join("', '")}')`;

/**
 * SQL for the fee schedule of a unit's sale in auction `a`; null for the default fees. A unit in no
 * auction gets the current settings' fees.
 */
export const saleFees = `coalesce(a.fee_schedule, CASE WHEN a.id IS NULL
  THEN (SELECT value FROM operating_settings WHERE name = 'fees') END)`;

/**
 * Returns cards of units in the order of `ids`, whatever their status: units that someone watched,
 * bid on or won stay visible to them. Unknown IDs are missing.
 */
export async function cardsByIds(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, InventoryCard>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.query<CardRow>({
    name: "cards-by-ids",
    text: `SELECT ${cardColumns("first")} FROM inventory i ${cardTables}
      WHERE i.id = ANY($1::bigint[]) ORDER BY array_position($1::bigint[], i.id)`,
    values: [ids],
  });
  return new Map(rows.map((row) => [row.id, toCard(row)]));
}

/**
 * Returns the published units of an auction by lot number. Each has its lot in that auction, even
 * if it has a later one.
 */
export async function runListOf(db: Db, auctionId: number): Promise<InventoryCard[]> {
  const { rows } = await db.query<CardRow>({
    name: "run-list",
    text: `SELECT ${cardColumns("first")} FROM lots l
      JOIN inventory i ON i.id = l.inventory_id JOIN yards y ON y.id = i.yard_id
      JOIN auctions a ON a.id = l.auction_id
      WHERE l.auction_id = $1 AND ${published} ORDER BY l.lot_number, l.lot_suffix`,
    values: [auctionId],
  });
  return rows.map(toCard);
}

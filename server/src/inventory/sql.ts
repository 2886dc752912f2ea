import type { InventoryCard } from "@gavelyard/contract/inventory";
import type { Db } from "../db/pool.ts";
export { lotStatusAt } from "./card-sql.ts";
import { CARD_IMAGES, cardColumns, cardTables, toCard, type CardRow } from "./card-sql.ts";

/** A unit as people name it: "2019 Peterbilt 579 UltraLoft". */
export const unitTitle = "concat_ws(' ', i.model_year, i.manufacturer, i.model, i.trim)";

/** Statuses of units that the public does not see. */
export const published = "i.status NOT IN ('DRAFT', 'WITHDRAWN', 'ARCHIVED')";

/**
 * The cards of units by id, whatever their status: what somebody watched, bid on or won stays
 * readable after it left the lists. Unknown ids are missing from the answer.
 */
export async function cardsByIds(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, InventoryCard>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.query<CardRow>({
    name: "cards-by-ids",
    text: `SELECT ${cardColumns(CARD_IMAGES)} FROM inventory i ${cardTables}
      WHERE i.id = ANY($1::bigint[])`,
    values: [ids],
  });
  return new Map(rows.map((row) => [row.id, toCard(row)]));
}

/** The instant by the database's clock, as it goes onto the wire (D16). */
export async function clockNow(db: Db): Promise<string> {
  const { rows } = await db.query<{ now: Date }>({
    name: "clock",
    text: "SELECT clock_ms() AS now",
  });
  const now = rows[0]?.now;
  if (now === undefined) throw new Error("the database told no time");
  return now.toISOString();
}

/** The units of an auction by lot number, each with its run in that auction, also after a later one. */
export async function runListOf(db: Db, auctionId: number): Promise<InventoryCard[]> {
  const { rows } = await db.query<CardRow>({
    name: "run-list",
    text: `SELECT ${cardColumns(1)} FROM lots l
      JOIN inventory i ON i.id = l.inventory_id JOIN yards y ON y.id = i.yard_id
      JOIN auctions a ON a.id = l.auction_id
      WHERE l.auction_id = $1 AND ${published} ORDER BY l.lot_number, l.lot_suffix`,
    values: [auctionId],
  });
  return rows.map(toCard);
}

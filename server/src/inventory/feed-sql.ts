import type { InventoryCard } from "@gavelyard/contract/inventory/inventory";
import type { Db } from "../db/pool.ts";
import { cardColumns, cardTables, toCard, type CardRow } from "./card-sql.ts";
import { published } from "./sql.ts";

/** Returns up to `size` published units with an ID above `after`, by ID. */
export async function feedCards(db: Db, after: number, size: number): Promise<InventoryCard[]> {
  const { rows } = await db.query<CardRow>({
    name: "feed-cards",
    text: `SELECT ${cardColumns("first")} FROM inventory i ${cardTables}
      WHERE i.id > $1 AND ${published} ORDER BY i.id LIMIT $2`,
    values: [after, size],
  });
  return rows.map(toCard);
}

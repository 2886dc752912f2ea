import type { InventoryFilter } from "@gavelyard/contract/inventory-filter";
import type { Db } from "../db/pool.ts";
import { Values } from "../db/values.ts";
import { located } from "./distance.ts";
import { conditionsOf, filterTables } from "./filter-sql.ts";

/** How many units that a filter asks for were listed after `since`; counts up to `most`. */
export async function countNewer(
  db: Db,
  filter: InventoryFilter,
  since: Date,
  most: number,
): Promise<number> {
  const values = new Values();
  const { fixed, byFacet } = conditionsOf(await located(filter), values);
  const newer = `i.created_at > ${values.add(since)}`;
  const { rows } = await db.query<{ units: number }>(
    `SELECT count(*) AS units FROM (
      SELECT 1 FROM ${filterTables}
      WHERE ${[...fixed, ...byFacet.values(), newer].join(" AND ")} LIMIT ${Math.trunc(most)}) n`,
    values.list,
  );
  return rows[0]?.units ?? 0;
}

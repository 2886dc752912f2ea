import type { InventoryFilter } from "@gavelyard/contract/inventory-filter";
import type { Db } from "../db/pool.ts";
import { Values } from "../db/values.ts";
import { conditionsOf, filterTables, statusShown } from "./filter-sql.ts";
import { givenColumns } from "./unit-columns.ts";

/** A unit with all that an export tells of it; money in cents. */
export interface ExportRow {
  readonly id: number;
  readonly status: string;
  readonly yard_id: number;
  readonly yard_name: string;
  readonly specs: unknown;
  readonly [column: string]: unknown;
}

/** The next units after `after` that a filter of staff asks for, by their numbers. */
export async function exportBatch(
  db: Db,
  filter: InventoryFilter & { readonly inventoryStatus?: readonly string[] | undefined },
  after: number,
  size: number,
): Promise<ExportRow[]> {
  const values = new Values();
  const { fixed, byFacet } = conditionsOf(filter, values, statusShown(filter, values));
  const { rows } = await db.query<ExportRow>(
    `SELECT i.id, i.status, i.identifier_type, i.vin, i.specs,
        ${givenColumns.map((column) => `i.${column}`).join(", ")},
        y.id AS yard_id, y.name AS yard_name
      FROM ${filterTables}
      WHERE ${[...fixed, ...byFacet.values()].join(" AND ")} AND i.id > ${values.add(after)}
      ORDER BY i.id LIMIT ${Math.trunc(size)}`,
    values.list,
  );
  return rows;
}

/** Names that several yards have. */
export async function sharedYardNames(db: Db): Promise<Set<string>> {
  const { rows } = await db.query<{ name: string }>(
    "SELECT lower(name) AS name FROM yards GROUP BY lower(name) HAVING count(*) > 1",
  );
  return new Set(rows.map((row) => row.name));
}

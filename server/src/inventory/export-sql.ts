import type { Db } from "../db/pool.ts";
import { givenColumns } from "./unit-columns.ts";

export interface ExportRow {
  readonly id: number;
  readonly status: string;
  readonly yard_id: number;
  readonly yard_name: string;
  /** Null for a unit of the house, whose name is empty. */
  readonly seller_id: number | null;
  readonly seller_name: string;
  readonly specs: unknown;
  readonly [column: string]: unknown;
}

export async function exportBatch(db: Db, ids: readonly number[]): Promise<ExportRow[]> {
  const { rows } = await db.query<ExportRow>(
    `SELECT i.id, i.status, i.identifier_type, i.vin, i.specs,
        ${givenColumns.map((column) => `i.${column}`).join(", ")},
        y.id AS yard_id, y.name AS yard_name, coalesce(s.name, '') AS seller_name
      FROM inventory i JOIN yards y ON y.id = i.yard_id LEFT JOIN sellers s ON s.id = i.seller_id WHERE i.id = ANY($1::bigint[]) ORDER BY i.id`,
    [ids],
  );
  return rows;
}

/** Returns names that several yards, or several sellers, have; in lowercase. */
export async function sharedNames(db: Db, table: "yards" | "sellers"): Promise<Set<string>> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT lower(name) AS name FROM ${table} GROUP BY lower(name) HAVING count(*) > 1`,
  );
  return new Set(rows.map((row) => row.name));
}

import type { PoolClient } from "pg";

/**
 * Inserts many rows with one statement. Table, columns and types come from our code, never from
 * input; the rows are sent as one JSON array of objects keyed by column name.
 */
export async function insertRows<Column extends string>(
  tx: PoolClient,
  table: string,
  types: Readonly<Record<Column, string>>,
  rows: readonly Readonly<Record<Column, unknown>>[],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.keys(types).join(", ");
  const typed = Object.entries(types).map(([column, type]) => `${column} ${String(type)}`);
  await tx.query(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_to_recordset($1::jsonb) AS r(${typed.join(", ")})`,
    [JSON.stringify(rows)],
  );
}

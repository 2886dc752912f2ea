import type { PoolClient } from "pg";

/**
 * Writes many rows by one statement. Table, columns and types are texts of our own; the rows go as
 * one JSON value, each an object by column name.
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

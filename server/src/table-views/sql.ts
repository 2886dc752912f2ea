import type { TableView, ViewedTable } from "@gavelyard/contract/table-views";
import type { Db } from "../db/pool.ts";

export async function viewsOf(db: Db, userId: number, table: ViewedTable): Promise<TableView[]> {
  const { rows } = await db.query<TableView>(
    `SELECT id, name, query FROM table_views WHERE user_id = $1 AND table_name = $2
      ORDER BY lower(name), id`,
    [userId, table],
  );
  return rows;
}

/** Keeps a view, or replaces the one of its name. Returns null if the person has `most` others. */
export async function keepView(
  tx: Db,
  {
    userId,
    table,
    name,
    query,
    most,
  }: {
    readonly userId: number;
    readonly table: ViewedTable;
    readonly name: string;
    readonly query: string;
    readonly most: number;
  },
): Promise<TableView | null> {
  // Serialized per person, so that two windows can't exceed the limit together.
  await tx.query("SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE", [userId]);
  const { rows } = await tx.query<TableView>(
    `INSERT INTO table_views (user_id, table_name, name, query)
      SELECT $1, $2, $3, $4
      WHERE (SELECT count(*) FROM table_views
        WHERE user_id = $1 AND table_name = $2 AND name <> $3) < $5
      ON CONFLICT (user_id, table_name, name) DO UPDATE SET query = EXCLUDED.query
      RETURNING id, name, query`,
    [userId, table, name, query, most],
  );
  return rows[0] ?? null;
}

export async function dropView(db: Db, userId: number, id: number): Promise<void> {
  await db.query("DELETE FROM table_views WHERE user_id = $1 AND id = $2", [userId, id]);
}

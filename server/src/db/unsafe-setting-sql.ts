import type { Pool } from "pg";

/** SQL that names a setting of the server with which a power failure loses commits; null for none. */
export const unsafeSetting = `(SELECT min(name) FROM pg_settings
      WHERE name IN ('fsync', 'full_page_writes') AND setting <> 'on')`;

export async function readUnsafeSetting(pool: Pool): Promise<string | null> {
  const { rows } = await pool.query<{ unsafe: string | null }>(`SELECT ${unsafeSetting} AS unsafe`);
  return rows[0]?.unsafe ?? null;
}

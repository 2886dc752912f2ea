import type { Db } from "./pool.ts";

/** Returns the site's stored secret of this name; stores `fresh` first when there is none. */
export async function getOrCreateSecret(db: Db, name: string, fresh: string): Promise<string> {
  const kept = await db.query<{ value: string | null }>({
    name: "site-secret",
    text: "SELECT value #>> '{}' AS value FROM site_facts WHERE name = $1",
    values: [name],
  });
  const value = kept.rows[0]?.value;
  if (value != null) return value;
  // The update does nothing but return the secret that another process has just stored.
  const { rows } = await db.query<{ value: string }>(
    `INSERT INTO site_facts (name, value) VALUES ($1, to_jsonb($2::text))
      ON CONFLICT (name) DO UPDATE SET name = excluded.name
      RETURNING value #>> '{}' AS value`,
    [name, fresh],
  );
  const stored = rows[0]?.value;
  if (stored === undefined) throw new Error(`the secret ${name} was not kept`);
  return stored;
}

import type { Db } from "./pool.ts";

/** Key of the advisory lock on the site's secrets, an arbitrary number; held until the commit. */
const SECRETS_LOCK = 5_311_907;

/** Returns the site's stored fact of this name; stores `fresh` first when there is none. */
export async function getOrCreateFact(db: Db, name: string, fresh: string): Promise<string> {
  // The update does nothing but return the fact that another process has just stored.
  const { rows } = await db.query<{ value: string | null }>(
    `INSERT INTO site_facts (name, value) VALUES ($1, to_jsonb($2::text))
      ON CONFLICT (name) DO UPDATE SET name = excluded.name
      RETURNING value #>> '{}' AS value`,
    [name, fresh],
  );
  const stored = rows[0]?.value;
  if (stored == null) throw new Error(`the fact ${name} was not kept`);
  return stored;
}

/** Locks the site's secrets against other processes that open them, until the commit. */
export async function lockSecrets(tx: Db): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock($1)", [SECRETS_LOCK]);
}

export async function factOf(db: Db, name: string): Promise<unknown> {
  const { rows } = await db.query<{ value: unknown }>(
    "SELECT value FROM site_facts WHERE name = $1",
    [name],
  );
  return rows[0]?.value ?? null;
}

export async function hasPlainSecret(db: Db, names: readonly string[]): Promise<boolean> {
  const { rows } = await db.query<{ name: string }>(
    "SELECT name FROM site_facts WHERE name = ANY($1) AND value <> 'null' LIMIT 1",
    [names],
  );
  return rows.length > 0;
}

/** Stores the sealed secrets. `since` stays what it was when they were first sealed. */
export async function storeSealed(
  tx: Db,
  name: string,
  copies: Readonly<Record<string, string>>,
): Promise<void> {
  await tx.query(
    `INSERT INTO site_facts (name, value)
      VALUES ($1, jsonb_build_object('since', clock_ms(), 'copies', $2::jsonb))
      ON CONFLICT (name) DO UPDATE
        SET value = jsonb_set(site_facts.value, '{copies}', excluded.value -> 'copies')`,
    [name, JSON.stringify(copies)],
  );
}

/**
 * Empties the plain texts of sealed secrets, now or once they have been sealed for a day, since
 * processes of an earlier version still read them during a rollout. Empty rows stay: an earlier
 * version can't start on them, so it doesn't create secrets of its own.
 */
export async function emptyPlainSecrets(
  db: Db,
  names: readonly string[],
  sealed: string,
  after: "now" | "a day",
): Promise<void> {
  await db.query(
    `INSERT INTO site_facts (name, value)
      SELECT plain.name, 'null' FROM unnest($1::text[]) AS plain (name), site_facts sealed
      WHERE sealed.name = $2
        AND ($3 = 'now' OR (sealed.value ->> 'since')::timestamptz < clock_ms() - interval '1 day')
      ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE site_facts.value <> 'null'`,
    [names, sealed, after],
  );
}

/** Deletes secrets, so that the next start creates new ones. */
export async function deleteFacts(tx: Db, names: readonly string[]): Promise<number> {
  const { rowCount } = await tx.query("DELETE FROM site_facts WHERE name = ANY($1)", [names]);
  return rowCount ?? 0;
}

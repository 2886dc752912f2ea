import type { Db } from "../db/pool.ts";

export interface DemoMark {
  /** Number of unit deliveries so far; each uses its own seed. */
  readonly deliveries: number;
}

/** Returns the demo state; null for a database without a demo, which the demo never touches. */
export async function demoMark(db: Pick<Db, "query">): Promise<DemoMark | null> {
  const { rows } = await db.query<{ deliveries: number }>(
    "SELECT (value ->> 'deliveries')::int AS deliveries FROM site_facts WHERE name = 'demo'",
  );
  return rows[0] ?? null;
}

export async function setDemoMark(db: Db, mark: DemoMark): Promise<void> {
  await db.query(
    `INSERT INTO site_facts (name, value) VALUES ('demo', $1)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [JSON.stringify(mark)],
  );
}

/**
 * Returns whether the database is unused: no units, and no user except the administrator from the
 * settings.
 */
export async function isUnused(db: Db, administrator: string | null): Promise<boolean> {
  const { rows } = await db.query<{ unused: boolean }>(
    `SELECT NOT EXISTS (SELECT 1 FROM inventory)
      AND NOT EXISTS (SELECT 1 FROM users WHERE email IS DISTINCT FROM $1) AS unused`,
    [administrator],
  );
  return rows[0]?.unused ?? false;
}

const DEMO_LOCK = 7_112_027;

/**
 * Takes the demo lock, so that one process at a time changes the demo. Held until the transaction
 * ends.
 */
export async function lockDemo(tx: Db): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock($1)", [DEMO_LOCK]);
}

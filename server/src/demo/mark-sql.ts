import type { Db } from "../db/pool.ts";

/** What a database remembers of its demo. */
export interface DemoMark {
  /** Deliveries of units so far; each has its own seed. */
  readonly deliveries: number;
}

/** The mark of a demo's database; null for every other, which the demo never touches. */
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

/** Whether nobody uses the database yet: no unit, and no user but the settings' administrator. */
export async function isUnused(db: Db, administrator: string | null): Promise<boolean> {
  const { rows } = await db.query<{ unused: boolean }>(
    `SELECT NOT EXISTS (SELECT 1 FROM inventory)
      AND NOT EXISTS (SELECT 1 FROM users WHERE email IS DISTINCT FROM $1) AS unused`,
    [administrator],
  );
  return rows[0]?.unused ?? false;
}

const DEMO_LOCK = 7_112_027;

/** Lets one process at a time change the demo; held until the transaction ends. */
export async function lockDemo(tx: Db): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock($1)", [DEMO_LOCK]);
}

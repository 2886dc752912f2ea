import type { Db } from "../../db/pool.ts";
import type { Profile } from "./choices.ts";

/** Returns all kept profiles, the last used first. */
export async function keptProfiles(db: Db): Promise<Profile[]> {
  const { rows } = await db.query<Profile>(
    `SELECT name, columns, defaults, value_map AS "valueMap" FROM import_profiles
      ORDER BY updated_at DESC, name LIMIT 500`,
  );
  return rows;
}

/** Keeps a profile under its name, instead of the one that had it. */
export async function keepProfile(tx: Db, one: Profile, userId: number): Promise<void> {
  await tx.query(
    `INSERT INTO import_profiles (name, columns, defaults, value_map, updated_by)
      VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (lower(name)) DO UPDATE SET name = excluded.name, columns = excluded.columns,
        defaults = excluded.defaults, value_map = excluded.value_map, updated_by = excluded.updated_by,
        updated_at = clock_ms()`,
    [
      one.name,
      JSON.stringify(one.columns),
      JSON.stringify(one.defaults),
      JSON.stringify(one.valueMap),
      userId,
    ],
  );
}

import { Client } from "pg";

/** Oldest version that the product runs on. */
const OLDEST = 15;

/** A PostgreSQL server that runs on this machine and lets us make databases. */
export interface FoundPostgres {
  readonly url: string;
  /** Such as "15.19". */
  readonly version: string;
}

/**
 * Finds an ordinary PostgreSQL: that of `TEST_DATABASE_URL`, or one at its usual place that trusts
 * local users. Null when none answers, or it is too old, or we may not make databases in it.
 */
export async function findPostgres(): Promise<FoundPostgres | null> {
  const given = process.env["TEST_DATABASE_URL"];
  const url =
    given !== undefined && given !== "" ? given : "postgres://postgres@127.0.0.1:5432/postgres";
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string; major: number; may: boolean }>(
      `SELECT split_part(current_setting('server_version'), ' ', 1) AS version,
        current_setting('server_version_num')::int / 10000 AS major, rolcreatedb OR rolsuper AS may
        FROM pg_roles WHERE rolname = current_user`,
    );
    const found = rows[0];
    if (found === undefined || found.major < OLDEST || !found.may) return null;
    return { url, version: found.version };
  } catch {
    // Most machines have none: the embedded one proves the product alone there.
    return null;
  } finally {
    await client.end().catch(() => {});
  }
}

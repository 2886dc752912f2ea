import { withClient } from "../server/src/db/client.ts";

const MIN_VERSION = 15;

/** A running PostgreSQL server in which we can create databases. */
export interface FoundPostgres {
  readonly url: string;
  /** For example "15.19". */
  readonly version: string;
}

/**
 * Finds a standard PostgreSQL: the one at `TEST_DATABASE_URL`, or one at the default local address
 * that trusts local users. Null when none answers, it is too old, or we can't create databases.
 */
export async function findPostgres(): Promise<FoundPostgres | null> {
  const configured = process.env["TEST_DATABASE_URL"];
  const url =
    configured !== undefined && configured !== ""
      ? configured
      : "postgres://postgres@127.0.0.1:5432/postgres";
  const connection = { connectionString: url, connectionTimeoutMillis: 2_000 };
  const look = withClient(connection, async (client) => {
    const { rows } = await client.query<{ version: string; major: number; may: boolean }>(
      `SELECT split_part(current_setting('server_version'), ' ', 1) AS version,
        current_setting('server_version_num')::int / 10000 AS major, rolcreatedb OR rolsuper AS may
        FROM pg_roles WHERE rolname = current_user`,
    );
    const found = rows[0];
    if (found === undefined || found.major < MIN_VERSION || !found.may) return null;
    return { url, version: found.version };
  });
  // Most machines have none, and then only the embedded one is tested.
  return look.catch(() => null);
}

import { Pool, types, type PoolClient, type ClientConfig } from "pg";

// Ids and cents stay below 2^53 by their constraints and bounds, so numbers hold them exactly.
types.setTypeParser(types.builtins.INT8, Number);
types.setTypeParser(types.builtins.NUMERIC, Number);

/** What `sql.ts` functions take: the pool for a lone statement, a client inside a transaction. */
export type Db = Pool | PoolClient;

/** Settings of every connection of the product; times are UTC and answers bounded in time. */
export function connectionConfig(url: string, applicationName: string): ClientConfig {
  return {
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    options:
      "-c timezone=UTC -c statement_timeout=15000 -c idle_in_transaction_session_timeout=15000",
  };
}

/** The pool that serves everything but the bid desk, which has connections of its own. */
export function createPool(url: string, size = 12): Pool {
  const pool = new Pool({ ...connectionConfig(url, "gavelyard"), max: size });
  // A connection lost while idle is replaced on next use; without a listener it would end the process.
  pool.on("error", () => {});
  // The same for one lost while lent out but between statements: the next statement fails and says so.
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

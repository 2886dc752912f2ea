import { Socket } from "node:net";
import { Pool, type PoolClient, type ClientConfig } from "pg";
import "./number-types.ts";
import { DatabaseClient } from "./client.ts";
import { DatabaseTimeout } from "./with-timeout.ts";
import type { DatabaseAddress } from "./servers/servers.ts";

/** Parameter of `sql.ts` functions: the pool for one statement, or a client in a transaction. */
export type Db = Pool | PoolClient;

/** Maximum statements that wait for a connection of calls; further ones are rejected at once. */
const MAX_WAITING = 256;
const WAIT_MS = 3_000;
/**
 * Silence after which a connection is closed, in ms; slightly longer than the statement timeout.
 */
const SILENCE_MS = 17_000;

/** Options of a connection, with the client class that finds the right one of several servers. */
export type ConnectionConfig = ClientConfig & { readonly Client: typeof DatabaseClient };

/**
 * Builds the options of every connection of the product: UTC, a statement timeout, and commits that
 * are confirmed only when on disk, whatever the defaults of the role or the database. With several
 * servers, connections for "changes" go to the primary; those for "reads" may go to a standby.
 */
export function connectionConfig(
  address: DatabaseAddress,
  applicationName: string,
  use: "changes" | "reads" = "changes",
  settings: readonly string[] = [],
): ConnectionConfig {
  return {
    ...(typeof address === "string"
      ? { connectionString: address, Client: DatabaseClient }
      : { Client: address.clientFor(use) }),
    application_name: applicationName,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    options: [
      "timezone=UTC",
      "synchronous_commit=on",
      "statement_timeout=15000",
      "idle_in_transaction_session_timeout=15000",
      ...settings,
    ]
      .map((setting) => `-c ${setting}`)
      .join(" "),
  };
}

/** Name of the connections of this process's pools for work that may wait. */
export const OWN_NAME = `gavelyard-${process.pid}`;

/** Creates a pool for work that may wait: jobs, commands, tests. */
export function createPool(address: DatabaseAddress, size = 12): Pool {
  return withErrorHandlers(new Pool({ ...connectionConfig(address, OWN_NAME), max: size }));
}

/**
 * Creates a pool for an operator's command, whose statements and transactions may take as long as
 * the amount of data needs.
 */
export function createCommandPool(url: string, size: number): Pool {
  const settings = ["statement_timeout=0", "idle_in_transaction_session_timeout=0"];
  const config = connectionConfig(url, "gavelyard", "changes", settings);
  return withErrorHandlers(new Pool({ ...config, max: size }));
}

interface CallPoolOptions {
  readonly silenceMs?: number;
  /** Settings of PostgreSQL for each connection, as `name=value`. */
  readonly settings?: readonly string[];
}

/**
 * Creates the pool of calls; the bid desk has a connection of its own. The number of waiting
 * statements, their wait for a connection and for a response are limited; beyond a limit, calls
 * fail with a retryable error. Without a primary, it reads from a standby.
 */
export function createCallPool(
  address: DatabaseAddress,
  size = 12,
  { silenceMs = SILENCE_MS, settings = [] }: CallPoolOptions = {},
): Pool {
  const config = {
    ...connectionConfig(address, "gavelyard", "reads", settings),
    max: size,
    connectionTimeoutMillis: WAIT_MS,
  };
  const pool = closeSilent(withErrorHandlers(new CallPool(config)), silenceMs);
  if (typeof address !== "string") {
    pool.on("acquire", (client) => address.markLent(client, true));
    pool.on("release", (_error, client) => address.markLent(client, false));
  }
  return pool;
}

type Lend = (error: Error | undefined, client: PoolClient | undefined, done: () => void) => void;

class CallPool extends Pool {
  // Overloads as in the library, whose `query` uses the form with a callback.
  override connect(): Promise<PoolClient>;
  override connect(lend: Lend): void;
  override connect(lend?: Lend): Promise<PoolClient> | void {
    if (this.waitingCount < MAX_WAITING) {
      return lend === undefined ? super.connect() : super.connect(lend);
    }
    const error = new DatabaseBusy();
    if (lend === undefined) return Promise.reject(error);
    lend(error, undefined, () => {});
  }
}

/** Thrown when too many statements already wait for a connection. */
class DatabaseBusy extends Error {
  override readonly name = "DatabaseBusy";
  /** PostgreSQL's code for "too many connections". */
  readonly code = "53300";

  constructor() {
    super("too many statements wait for a connection");
  }
}

function withErrorHandlers(pool: Pool): Pool {
  // A lost idle connection is replaced on next use; without a listener it would crash the process.
  pool.on("error", () => {});
  // Each connection has a listener from the start; the job queue's library looks for it here.
  pool.on("connect", () => {});
  return pool;
}

/**
 * Closes connections in use that stay silent. The library's own timeout per statement keeps each
 * result in memory until a full garbage collection: it stores a function in a property, and V8
 * treats such functions as long-lived.
 */
function closeSilent(pool: Pool, silenceMs: number): Pool {
  const lent = new WeakSet<PoolClient>();
  pool.on("acquire", (client) => lent.add(client));
  pool.on("release", (_error, client) => lent.delete(client));
  pool.on("connect", (client) => {
    const { stream } = client.connection;
    if (!(stream instanceof Socket)) return;
    stream.setTimeout(silenceMs).on("timeout", () => {
      if (lent.has(client)) stream.destroy(new DatabaseTimeout(silenceMs));
    });
  });
  return pool;
}

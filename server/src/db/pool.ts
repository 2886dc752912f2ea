import { Socket } from "node:net";
import { Pool, types, type PoolClient, type ClientConfig } from "pg";
import { NoAnswerInTime } from "./in-time.ts";

// Ids and cents stay below 2^53 by their constraints and bounds, so numbers hold them exactly.
types.setTypeParser(types.builtins.INT8, Number);
types.setTypeParser(types.builtins.NUMERIC, Number);
/** Arrays of bigint and of int; the library would read the former as texts. */
const [BIGINTS, INTS] = [1016, 1007];
types.setTypeParser(BIGINTS, types.getTypeParser(INTS));

/** What `sql.ts` functions take: the pool for a lone statement, a client inside a transaction. */
export type Db = Pool | PoolClient;

/** Statements that may wait for a connection of calls; who comes after them is refused at once. */
const WAITING_AT_MOST = 256;
const WAIT_MS = 3_000;
/** A little longer than the server's own bound, for one that is there but answers nothing. */
const SILENCE_MS = 17_000;

/**
 * Settings of every connection of the product: times are in UTC, answers are bounded in time, and a
 * commit is answered once it is on disk, whatever the role or the database has as its default.
 */
export function connectionConfig(url: string, applicationName: string): ClientConfig {
  return {
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    options: [
      "timezone=UTC",
      "synchronous_commit=on",
      "statement_timeout=15000",
      "idle_in_transaction_session_timeout=15000",
    ]
      .map((setting) => `-c ${setting}`)
      .join(" "),
  };
}

/** A pool for work that may wait: jobs, commands, tests. */
export function createPool(url: string, size = 12): Pool {
  return listened(new Pool({ ...connectionConfig(url, "gavelyard"), max: size }));
}

/**
 * The pool of calls, for all but the bid desk, which has a connection of its own. So many may wait
 * for a connection, so long, and for an answer; others are told at once to come back.
 */
export function createCallPool(url: string, size = 12, silenceMs = SILENCE_MS): Pool {
  const config = {
    ...connectionConfig(url, "gavelyard"),
    max: size,
    connectionTimeoutMillis: WAIT_MS,
  };
  return giveUpSilent(listened(new CallPool(config)), silenceMs);
}

type Lend = (error: Error | undefined, client: PoolClient | undefined, done: () => void) => void;

class CallPool extends Pool {
  // Typed as the library has it: its own `query` uses the form with a callback.
  override connect(): Promise<PoolClient>;
  override connect(lend: Lend): void;
  override connect(lend?: Lend): Promise<PoolClient> | void {
    if (this.waitingCount < WAITING_AT_MOST) {
      return lend === undefined ? super.connect() : super.connect(lend);
    }
    const error = new DatabaseBusy();
    if (lend === undefined) return Promise.reject(error);
    lend(error, undefined, () => {});
  }
}

/** Too many wait for a connection already. */
class DatabaseBusy extends Error {
  override readonly name = "DatabaseBusy";
  /** What PostgreSQL says when it has no connection left. */
  readonly code = "53300";

  constructor() {
    super("too many statements wait for a connection");
  }
}

function listened(pool: Pool): Pool {
  // A connection lost while idle is replaced on next use; without a listener it would end the process.
  pool.on("error", () => {});
  // The same for one lost while lent out but between statements: the next statement fails and says so.
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/**
 * Gives up connections that were asked something and stay silent. The library's own bound on each
 * statement keeps all that a statement was answered until memory is cleared up at large: it puts a
 * function into a property, and V8 takes such functions for lasting ones.
 */
function giveUpSilent(pool: Pool, silenceMs: number): Pool {
  const lent = new WeakSet<PoolClient>();
  pool.on("acquire", (client) => lent.add(client));
  pool.on("release", (_error, client) => lent.delete(client));
  pool.on("connect", (client) => {
    const { stream } = client.connection;
    if (!(stream instanceof Socket)) return;
    stream.setTimeout(silenceMs).on("timeout", () => {
      if (lent.has(client)) stream.destroy(new NoAnswerInTime(silenceMs));
    });
  });
  return pool;
}

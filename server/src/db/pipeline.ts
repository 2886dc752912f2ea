import { DatabaseError, type Client } from "pg";
import { Flight, type FlightOutcome, type PreparedStatements } from "./flight.ts";
import type { ConnectionConfig } from "./pool.ts";
import { prepared, type Statement } from "./statement.ts";
import { CommitOutcomeUnknown, isServerShutdown, isWarning } from "./transaction.ts";

type Statements = Readonly<Record<string, Statement | null>>;

/** The rows of each statement, by name; `never` for null. */
type RowsOf<S extends Statements> = {
  readonly [Name in keyof S]: NonNullable<S[Name]> extends Statement<infer Row>
    ? readonly Row[]
    : never;
};

const begin = prepared("begin", "BEGIN");
const commit = prepared("commit", "COMMIT");
const rollback = prepared("rollback", "ROLLBACK");
const commitLevel = prepared<{ level: string }>(
  "commit-level",
  "SELECT current_setting('synchronous_commit') AS level",
);

/**
 * A connection for transactions of two round trips: one that begins and reads, one that writes and
 * commits. All statements of a round trip are sent at once, and the server runs them in order up to
 * the first that fails. Close it after any failure: prepared statements may be outdated, and a
 * transaction may be open.
 */
export class Pipeline {
  readonly #client: Client;
  readonly #silenceMs: number;
  readonly #prepared: PreparedStatements = new Map();
  #warning: string | null = null;

  private constructor(client: Client, silenceMs: number) {
    this.#client = client;
    this.#silenceMs = silenceMs;
    client.on("notice", (notice) => {
      if (isWarning(notice)) this.#warning = notice.message ?? "";
    });
  }

  /**
   * Connects. The connection is closed after `silenceMs` without a response; `onLost` is called
   * when it ends.
   * @throws Error when the server would confirm commits before they are on disk
   */
  static async open(
    config: ConnectionConfig,
    { silenceMs, onLost }: { silenceMs: number; onLost: () => void },
  ): Promise<Pipeline> {
    const client = new config.Client(config);
    const pipeline = new Pipeline(client, silenceMs);
    client.on("error", onLost);
    client.on("end", onLost);
    await client.connect();
    const { rows } = await client.query<{ level: string }>(commitLevel);
    const level = rows[0]?.level;
    if (level !== "on" && level !== "remote_apply") {
      await pipeline.close();
      throw new Error(`synchronous_commit is ${level}, so a crash could lose accepted bids`);
    }
    return pipeline;
  }

  async begin<S extends Statements>(statements: S): Promise<RowsOf<S>> {
    const { rows, error } = await this.#send({ begin, ...statements });
    if (error !== null) throw error;
    return byName(statements, rows.slice(1));
  }

  async read<S extends Statements>(statements: S): Promise<RowsOf<S>> {
    const { rows, error } = await this.#send(statements);
    if (error !== null) throw error;
    return byName(statements, rows);
  }

  /**
   * Runs the statements, in order, and commits.
   * @throws CommitOutcomeUnknown when they may be committed; any other error when nothing is
   */
  async commit<S extends Statements>(statements: S): Promise<RowsOf<S>> {
    if (this.#client.getTransactionStatus() !== "T") throw new Error("no transaction is open");
    this.#warning = null;
    const { rows, command, error } = await this.#send({ ...statements, committed: commit });
    if (error !== null) {
      // Until its commit runs, a flight has written nothing to disk, whatever error ended it.
      const reached = rows.length === sent(statements).length;
      const refused = error instanceof DatabaseError && !(reached && isServerShutdown(error));
      throw refused
        ? error
        : new CommitOutcomeUnknown("a commit was not answered", { cause: error });
    }
    if (command !== "COMMIT") throw new Error("the transaction was rolled back");
    // The server stopped waiting for its standby: the commit is on one server only.
    if (this.#warning !== null) throw new CommitOutcomeUnknown(this.#warning);
    return byName(statements, rows);
  }

  async rollback(): Promise<void> {
    await this.read({ rollback });
  }

  async close(): Promise<void> {
    await this.#client.end();
  }

  async #send(statements: Statements): Promise<FlightOutcome> {
    const { stream } = this.#client.connection;
    const { promise, resolve } = Promise.withResolvers<FlightOutcome>();
    const silence = setTimeout(
      () => stream.destroy(new Error("the database did not answer in time")),
      this.#silenceMs,
    );
    this.#client.query(new Flight(sent(statements), this.#prepared, resolve));
    return promise.finally(() => clearTimeout(silence));
  }
}

function sent(statements: Statements): Statement[] {
  return Object.values(statements).filter((statement) => statement !== null);
}

function byName<S extends Statements>(statements: S, rows: FlightOutcome["rows"]): RowsOf<S> {
  let next = 0;
  const named = Object.entries(statements).map(([name, statement]) => [
    name,
    statement === null ? [] : (rows[next++] ?? []),
  ]);
  // Row types are unchecked, as for every query of this driver.
  return Object.fromEntries(named) as RowsOf<S>;
}

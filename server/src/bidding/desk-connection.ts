import { Pipeline } from "../db/pipeline.ts";
import { connectionConfig } from "../db/pool.ts";
import { isCopied, NotCopied, type DatabaseAddress } from "../db/servers/servers.ts";
import { mark } from "./batch-sql.ts";

const STATEMENT_TIMEOUT_MS = 1_500;
/** Silence after which the connection is closed, in ms: the server hangs or the network is down. */
const SILENCE_MS = 1_700;

/** Thrown when no connection to the database could be opened, so nothing was sent. */
export class DatabaseUnreachable extends Error {
  override readonly name = "DatabaseUnreachable";
}

/**
 * Commits an empty message and waits until a standby has it, and with it everything that the
 * connection can read. Otherwise an earlier commit that wasn't confirmed could be answered although
 * only one server has it.
 */
async function markCopied(pipeline: Pipeline): Promise<void> {
  try {
    await pipeline.begin({ mark });
    await pipeline.commit({});
  } catch (error) {
    pipeline.close().catch(() => {});
    throw error;
  }
}

/**
 * Session settings for planning each statement only once. Statements find rows by key however full
 * the tables are, and planning them for each batch would take longer than running them.
 */
const settings = (lockTimeoutMs: number) => [
  `lock_timeout=${lockTimeoutMs}`,
  "plan_cache_mode=force_generic_plan",
  "enable_seqscan=off",
  "enable_hashjoin=off",
  "enable_mergejoin=off",
];

/** One connection of the bid desk: opened when needed, replaced after any failure. */
export class DeskConnection {
  readonly #address: DatabaseAddress;
  readonly #lockTimeoutMs: number;
  #pipeline: Pipeline | null = null;

  /** A batch that waits for a lock longer than `lockTimeoutMs` fails. */
  constructor(address: DatabaseAddress, lockTimeoutMs: number) {
    this.#address = address;
    this.#lockTimeoutMs = lockTimeoutMs;
  }

  /**
   * Runs a batch, one at a time.
   * @throws DatabaseUnreachable, NotCopied, or what `work` throws
   */
  async use<T>(work: (pipeline: Pipeline) => Promise<T>): Promise<T> {
    if (!isCopied(this.#address)) throw new NotCopied("there is no synchronous standby");
    const pipeline = this.#pipeline ?? (await this.#open());
    try {
      return await work(pipeline);
    } catch (error) {
      // Its transaction may be open, and prepared statements may be outdated after a migration.
      this.#pipeline = null;
      pipeline.close().catch(() => {});
      throw error;
    }
  }

  /** Whether each commit must also be on a synchronous standby. */
  get copies(): boolean {
    return typeof this.#address !== "string" && this.#address.copies;
  }

  async close(): Promise<void> {
    await this.#pipeline?.close().catch(() => {});
    this.#pipeline = null;
  }

  async #open(): Promise<Pipeline> {
    try {
      const pipeline = await Pipeline.open(
        {
          ...connectionConfig(
            this.#address,
            "gavelyard-desk",
            "changes",
            settings(this.#lockTimeoutMs),
          ),
          connectionTimeoutMillis: STATEMENT_TIMEOUT_MS,
          statement_timeout: STATEMENT_TIMEOUT_MS,
        },
        { silenceMs: SILENCE_MS, onLost: () => (this.#pipeline = null) },
      );
      if (this.copies) await markCopied(pipeline);
      this.#pipeline = pipeline;
      return pipeline;
    } catch (error) {
      throw new DatabaseUnreachable("the bid desk has no connection", { cause: error });
    }
  }
}

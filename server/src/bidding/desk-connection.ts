import { Pipeline } from "../db/pipeline.ts";
import { connectionConfig } from "../db/pool.ts";

/** How long the database may take over one statement of a batch. */
const STATEMENT_TIMEOUT_MS = 1_500;
/** After this silence the connection is given up: the server stands still, or the line is dead. */
const SILENCE_MS = 1_700;

/** No connection to the database could be opened, so nothing was sent. */
export class DatabaseUnreachable extends Error {
  override readonly name = "DatabaseUnreachable";
}

/**
 * The statements of a batch find rows by their keys, whatever the tables hold, so they are planned
 * once: planning them again for each batch takes longer than running them.
 */
const settings = (lockTimeoutMs: number) =>
  [
    `lock_timeout=${lockTimeoutMs}`,
    "plan_cache_mode=force_generic_plan",
    "enable_seqscan=off",
    "enable_hashjoin=off",
    "enable_mergejoin=off",
  ]
    .map((setting) => `-c ${setting}`)
    .join(" ");

/** One connection of the bid desk: opened when needed, replaced after any failure. */
export class DeskConnection {
  readonly #url: string;
  readonly #lockTimeoutMs: number;
  #pipeline: Pipeline | null = null;

  /** A batch that waits for one lock longer than `lockTimeoutMs` fails. */
  constructor(url: string, lockTimeoutMs: number) {
    this.#url = url;
    this.#lockTimeoutMs = lockTimeoutMs;
  }

  /**
   * Runs one batch at a time.
   * @throws DatabaseUnreachable, or what `work` throws
   */
  async use<T>(work: (pipeline: Pipeline) => Promise<T>): Promise<T> {
    const pipeline = this.#pipeline ?? (await this.#open());
    try {
      return await work(pipeline);
    } catch (error) {
      // Its transaction may be open, and what it prepared may be out of date after a migration.
      this.#pipeline = null;
      pipeline.close().catch(() => {});
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#pipeline?.close().catch(() => {});
    this.#pipeline = null;
  }

  async #open(): Promise<Pipeline> {
    const config = connectionConfig(this.#url, "gavelyard-desk");
    try {
      const pipeline = await Pipeline.open(
        {
          ...config,
          options: `${config.options ?? ""} ${settings(this.#lockTimeoutMs)}`,
          connectionTimeoutMillis: STATEMENT_TIMEOUT_MS,
          statement_timeout: STATEMENT_TIMEOUT_MS,
        },
        { silenceMs: SILENCE_MS, onLost: () => (this.#pipeline = null) },
      );
      this.#pipeline = pipeline;
      return pipeline;
    } catch (error) {
      throw new DatabaseUnreachable("the bid desk has no connection", { cause: error });
    }
  }
}

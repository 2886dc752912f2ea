import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseClient } from "../client.ts";
import type { Logger } from "pino";
import { DiskFullError, RESERVE_BYTES, roomLeft } from "../../room-left.ts";
import type { EmbeddedPostgres } from "./embedded-postgres.ts";

const CHECK_INTERVAL_MS = 1_000;
/** Free space at which writes resume: more than the reserve, so that the state doesn't flap. */
const RESUME_BYTES = RESERVE_BYTES * 1.5;
const CONNECT_TIMEOUT_MS = 2_000;

/**
 * Supervises the embedded PostgreSQL, which has no operator: restarts it when it has died, keeps its
 * log short, and makes it read-only while its disk is nearly full. On a full disk PostgreSQL would stop, and reads
 * with it, so a reserve is kept.
 */
export class PostgresSupervisor {
  readonly #postgres: EmbeddedPostgres;
  readonly #log: Logger;
  #client: DatabaseClient | null = null;
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<void> = Promise.resolve();
  #stopped = false;

  private constructor(postgres: EmbeddedPostgres, log: Logger) {
    this.#postgres = postgres;
    this.#log = log;
  }

  /**
   * Checks once, then periodically.
   * @throws DiskFullError when the disk is full at the start
   */
  static async start(postgres: EmbeddedPostgres, log: Logger): Promise<PostgresSupervisor> {
    const supervisor = new PostgresSupervisor(postgres, log);
    try {
      if (await supervisor.#keepReserve()) {
        throw new DiskFullError(
          `The disk with ${postgres.dataDir} is full. Free up space, then start again.`,
        );
      }
    } catch (error) {
      await supervisor.stop();
      throw error;
    }
    supervisor.#scheduleCheck();
    return supervisor;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#checking;
    await this.#client?.end().catch(() => {});
  }

  #scheduleCheck(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#checking = this.#check().finally(() => this.#scheduleCheck());
    }, CHECK_INTERVAL_MS);
    this.#timer.unref();
  }

  async #check(): Promise<void> {
    await this.#postgres
      .trimLog()
      .catch((error: unknown) =>
        this.#log.warn({ err: error }, "the embedded database's log can't be shortened"),
      );
    try {
      await this.#keepReserve();
    } catch (error) {
      this.#log.error({ err: error }, "the embedded database does not answer");
      if (this.#stopped) return;
      await this.#postgres
        .revive()
        .catch((failure: unknown) =>
          this.#log.error({ err: failure }, "the embedded database could not be started again"),
        );
    }
  }

  /**
   * Makes the database writable or read-only, by its free disk space; returns whether it is full.
   */
  async #keepReserve(): Promise<boolean> {
    const client = await this.#connected();
    const readOnly = await isReadOnly(client);
    const room = await roomLeft(this.#postgres.dataDir);
    const full = room < (readOnly ? RESUME_BYTES : RESERVE_BYTES);
    if (full !== readOnly) {
      await client.query(`ALTER SYSTEM SET default_transaction_read_only = ${full ? "on" : "off"}`);
      await client.query("SELECT pg_reload_conf()");
      // New connections see the setting immediately; this one sees it last.
      while ((await isReadOnly(client)) !== full) await sleep(10);
      this.#log.error(
        { room },
        full
          ? "the disk is full: the database is read-only"
          : "the disk has space again: writes resume",
      );
    }
    return full;
  }

  async #connected(): Promise<DatabaseClient> {
    if (this.#client !== null) return this.#client;
    const client = new DatabaseClient({
      connectionString: this.#postgres.ownerUrl,
      application_name: "gavelyard-care",
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: CONNECT_TIMEOUT_MS,
    });
    const clear = () => {
      if (this.#client === client) this.#client = null;
    };
    client.on("error", clear);
    client.on("end", clear);
    await client.connect();
    this.#client = client;
    return client;
  }
}

async function isReadOnly(client: DatabaseClient): Promise<boolean> {
  const { rows } = await client.query<{ only_read: boolean }>(
    "SELECT current_setting('default_transaction_read_only')::boolean AS only_read",
  );
  return rows[0]?.only_read === true;
}

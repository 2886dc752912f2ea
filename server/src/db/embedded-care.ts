import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import type { Logger } from "pino";
import { NoRoom, RESERVE_BYTES, roomLeft } from "../files/room-left.ts";
import type { EmbeddedPostgres } from "./embedded-postgres.ts";

const LOOK_MS = 1_000;
/** Writing begins again with a little more room than it ended with, so that it does not flutter. */
const ROOM_AGAIN_BYTES = RESERVE_BYTES * 1.5;
const CONNECT_WITHIN_MS = 2_000;

/**
 * Looks after the embedded PostgreSQL, which has no operator: starts it again when it has died, and
 * lets it only be read while its disk is nearly full. On a disk that is quite full PostgreSQL would
 * stop altogether, with what can be read; so it keeps a reserve.
 */
export class EmbeddedCare {
  readonly #postgres: EmbeddedPostgres;
  readonly #log: Logger;
  #client: Client | null = null;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #stopped = false;

  private constructor(postgres: EmbeddedPostgres, log: Logger) {
    this.#postgres = postgres;
    this.#log = log;
  }

  /** Looks once, and then again and again. @throws NoRoom when nothing could be written from the start */
  static async start(postgres: EmbeddedPostgres, log: Logger): Promise<EmbeddedCare> {
    const care = new EmbeddedCare(postgres, log);
    try {
      if (await care.#keepReserve()) {
        throw new NoRoom(
          `The disk with ${postgres.dataDir} is full. Free up space, then start again.`,
        );
      }
    } catch (error) {
      await care.stop();
      throw error;
    }
    care.#lookLater();
    return care;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
    await this.#client?.end().catch(() => {});
  }

  #lookLater(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#looking = this.#look().finally(() => this.#lookLater());
    }, LOOK_MS);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
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

  /** Lets the database be written, or only read, by the room that is left; answers the latter. */
  async #keepReserve(): Promise<boolean> {
    const client = await this.#connected();
    const onlyRead = await isOnlyRead(client);
    const room = await roomLeft(this.#postgres.dataDir);
    const full = room < (onlyRead ? ROOM_AGAIN_BYTES : RESERVE_BYTES);
    if (full !== onlyRead) {
      await client.query(`ALTER SYSTEM SET default_transaction_read_only = ${full ? "on" : "off"}`);
      await client.query("SELECT pg_reload_conf()");
      // New connections follow the server, which passes it on to this one last.
      while ((await isOnlyRead(client)) !== full) await sleep(10);
      this.#log.error({ room }, full ? "disk full: reading only" : "room again: writing goes on");
    }
    return full;
  }

  async #connected(): Promise<Client> {
    if (this.#client !== null) return this.#client;
    const client = new Client({
      connectionString: this.#postgres.url,
      application_name: "gavelyard-care",
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      query_timeout: CONNECT_WITHIN_MS,
    });
    const forget = () => {
      if (this.#client === client) this.#client = null;
    };
    client.on("error", forget);
    client.on("end", forget);
    await client.connect();
    this.#client = client;
    return client;
  }
}

async function isOnlyRead(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ only_read: boolean }>(
    "SELECT current_setting('default_transaction_read_only')::boolean AS only_read",
  );
  return rows[0]?.only_read === true;
}

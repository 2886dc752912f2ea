import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Pool, PoolClient } from "pg";
import { createPool } from "../db/pool.ts";
import { DiskFullError, RESERVE_BYTES } from "../room-left.ts";
import type { BackupFolder } from "./backup-folder.ts";
import { parseHistory, segmentAt, startOf, type LogPosition } from "./log-archive.ts";
import { mark } from "./marks-sql.ts";
import {
  copiedUpTo,
  retainedFrom,
  retainLog,
  logNow,
  stopRetainingLog,
  takeLogLock,
} from "./log-sql.ts";

/**
 * Interval between progress marks, in ms. A mark writes to the log too, so one a second would keep
 * an idle log growing.
 */
const MARK_EVERY_MS = 60_000;

/**
 * Copies the embedded server's log to the backups while it is written, which allows a restore to
 * any moment after a backup, and the acts that a restore does again. One process copies for all that share the server.
 */
export class LogCopier {
  readonly #pool: Pool;
  readonly #client: PoolClient;
  readonly #folder: BackupFolder;
  readonly #logFolder: string;
  #at: LogPosition | null = null;
  #markedMs = 0;

  private constructor(pool: Pool, client: PoolClient, folder: BackupFolder, dataDir: string) {
    this.#pool = pool;
    this.#client = client;
    this.#folder = folder;
    this.#logFolder = path.join(dataDir, "postgres", "pg_wal");
  }

  /** Connects and takes the copy lock; null while another process has it. */
  static async open(url: string, folder: BackupFolder, dataDir: string): Promise<LogCopier | null> {
    const pool = createPool(url, 1);
    try {
      const client = await pool.connect();
      // The next copy reports a lost connection.
      client.on("error", () => {});
      if (await takeLogLock(client)) return new LogCopier(pool, client, folder, dataDir);
      client.release();
    } catch (error) {
      await pool.end();
      throw error;
    }
    await pool.end();
    return null;
  }

  /**
   * Copies what the server flushed since the last call.
   * @throws DiskFullError when the disk must be saved for bids; the server then stops retaining log
   */
  async copy(): Promise<void> {
    if ((await this.#folder.room()) < 3 * RESERVE_BYTES) {
      this.#at = null;
      await stopRetainingLog(this.#client);
      throw new DiskFullError(`There isn't enough space in ${this.#folder.place} for the log.`);
    }
    const isKept = await retainLog(this.#client);
    const { position, segmentBytes, until } = await logNow(this.#client);
    const { timeline, at } = position;
    if (this.#at === null) await this.#folder.log.addHistories(this.#logFolder);
    if (!isKept) this.#at = null;
    else if (this.#at?.timeline !== timeline)
      this.#at = (await this.#folder.log.end(timeline)) ?? (await this.#beginOf(timeline));
    // Log that was not retained is lost. The copy restarts at the current segment, and a restore
    // across the gap reports it.
    const begin = { timeline, at: at - (at % segmentBytes) };
    const from = this.#at !== null && this.#at.at <= at ? this.#at : begin;
    await this.#folder.log.add(this.#logFolder, from, at, until);
    this.#at = position;
    await copiedUpTo(this.#client, at);
    await this.#folder.acts.copy(this.#client);
    if (until.getTime() < this.#markedMs + MARK_EVERY_MS) return;
    await mark(this.#client, "LOG_COPY", { at: until });
    this.#markedMs = until.getTime();
  }

  /**
   * Returns where the log of a timeline that a restore began is retained from, so that the copy
   * joins the timeline before it; null for the first timeline.
   */
  async #beginOf(timeline: string): Promise<LogPosition | null> {
    const text = await readFile(path.join(this.#logFolder, `${timeline}.history`), "utf8").catch(
      () => null,
    );
    if (text === null) return null;
    const began = parseHistory(timeline, text).at(-1)?.from ?? 0;
    const at = Math.max(began, await retainedFrom(this.#client));
    return { timeline, at: startOf(segmentAt({ timeline, at })) };
  }

  async close(): Promise<void> {
    this.#client.release(true);
    await this.#pool.end();
  }
}

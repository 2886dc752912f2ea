import { appendFile, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { logOf, startEmbeddedPostgres } from "../db/embedded/embedded-postgres.ts";
import { createPool } from "../db/pool.ts";
import { BackupError } from "./backup-error.ts";
import { resetSettings, isRecovering } from "./log-sql.ts";

/** Where the replay stops: at the end of the base copy, at a moment, or at the end of the log. */
export type Target = "copy" | "latest" | Date;

/** A running server that has replayed its log up to a moment. */
export interface Recovered {
  /** As the owner of its tables. */
  readonly server: { readonly url: string; stop(): Promise<void> };
  /** Everything committed by then was replayed. */
  readonly moment: Date;
}

/** The server's line for a log that ends before the moment. */
export const ENDED_EARLY = "before configured recovery target was reached";
const POLL_MS = 100;
const settings = [
  "restore_command",
  "recovery_target",
  "recovery_target_time",
  "recovery_target_timeline",
  "recovery_target_action",
];

/**
 * Starts an unpacked copy and replays its log, up to the given timeline. The server continues on a new timeline, so that
 * later log is never mixed up with the old.
 */
export async function recover(
  dir: string,
  target: Target,
  timeline: string | null,
): Promise<Recovered["server"]> {
  const data = path.join(dir, "postgres");
  await writeFile(path.join(data, "recovery.signal"), "");
  await appendFile(
    path.join(data, "postgresql.auto.conf"),
    [
      // The whole log is already in the server's own folder.
      "restore_command = 'exit 1'",
      `recovery_target_timeline = '${timeline === null ? "current" : Number.parseInt(timeline, 16)}'`,
      "recovery_target_action = 'promote'",
      target === "copy" ? "recovery_target = 'immediate'" : "",
      target instanceof Date
        ? `recovery_target_time = '${target.toISOString().replace("Z", "+00")}'`
        : "",
      "",
    ].join("\n"),
  );
  try {
    return await promoted(dir);
  } catch (error) {
    const log = await readFile(logOf(dir), "utf8").catch(() => "");
    // Nothing was committed after the moment, so the end of the log is equivalent.
    if (target instanceof Date && log.includes(ENDED_EARLY)) {
      await appendFile(path.join(data, "postgresql.auto.conf"), "recovery_target_time = ''\n");
      return promoted(dir);
    }
    const reason = log.trim().split("\n").slice(-3).join(" | ");
    throw new BackupError(`The log could not be replayed: ${reason || String(error)}`);
  }
}

async function promoted(dir: string): Promise<Recovered["server"]> {
  const { ownerUrl: url, stop } = await startEmbeddedPostgres({ dataDir: dir });
  const pool = createPool(url, 1);
  try {
    while (await isRecovering(pool)) await sleep(POLL_MS);
    await resetSettings(pool, settings);
    return { url, stop };
  } finally {
    await pool.end();
  }
}

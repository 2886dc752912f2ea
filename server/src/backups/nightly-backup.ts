import type { Context } from "../context.ts";
import { RecurringWork } from "../recurring-work.ts";
import { backUpEmbedded } from "./backup.ts";
import { momentOf, openBackups, type Backup } from "./backup-folder.ts";
import { logNow } from "./log-sql.ts";

const DAY_MS = 86_400_000;
const RETRY_MS = 3_600_000;
/** Delay of a daily backup after a start. */
const AFTER_START_MS = 600_000;

/**
 * Backs up the embedded database once a day, and at once after a restore, which begins a new
 * timeline. Failures are logged as errors and retried after an hour.
 */
export function createNightlyBackup(
  context: Pick<Context, "databaseUrl" | "files" | "log" | "pool" | "settings">,
): { wake(inMs?: number): void; stop(): Promise<void> } {
  const folder = openBackups(context.settings);
  const stopping = new AbortController();
  const dailyFromMs = performance.now() + AFTER_START_MS;
  const dueInMs = async (newest: Backup | undefined): Promise<number> => {
    if (newest !== undefined && "segment" in newest.contents) {
      const { timeline } = (await logNow(context.pool)).position;
      if (!newest.contents.segment.startsWith(timeline)) return 0;
    }
    const ageMs = newest === undefined ? DAY_MS : Date.now() - momentOf(newest.name);
    return Math.max(DAY_MS - ageMs, dailyFromMs - performance.now());
  };
  const work = new RecurringWork({
    failure: "the backup failed",
    log: context.log,
    afterFailureMs: RETRY_MS,
    run: async () => {
      const waitMs = await dueInMs((await folder.complete()).at(-1));
      if (waitMs > 0) return waitMs;
      try {
        const { databaseUrl: url, files } = context;
        const name = await backUpEmbedded({ url, files, signal: stopping.signal }, folder);
        context.log.info({ backup: name }, "backed up");
      } catch (error) {
        if (!stopping.signal.aborted) throw error;
      }
      return DAY_MS;
    },
  });
  return {
    wake: (inMs) => work.wake(inMs),
    stop: () => {
      stopping.abort();
      return work.stop();
    },
  };
}

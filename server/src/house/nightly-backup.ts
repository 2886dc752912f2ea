import type { Context } from "../context.ts";
import { RecurringWork } from "../recurring-work.ts";
import { backUpEmbedded } from "./backup.ts";
import { momentOf, openBackups } from "./backup-folder.ts";

const DAY_MS = 86_400_000;
const RETRY_MS = 3_600_000;

/**
 * Backs up the embedded database once a day. Failures are logged as errors and retried after an
 * hour.
 */
export function createNightlyBackup(
  context: Pick<Context, "databaseUrl" | "files" | "log" | "settings">,
): RecurringWork {
  const folder = openBackups(context.settings);
  return new RecurringWork({
    failure: "the backup failed",
    log: context.log,
    afterFailureMs: RETRY_MS,
    run: async () => {
      const newest = (await folder.names()).at(-1);
      const age = newest === undefined ? DAY_MS : Date.now() - momentOf(newest);
      if (age < DAY_MS) return DAY_MS - age;
      const name = await backUpEmbedded({ url: context.databaseUrl, files: context.files }, folder);
      context.log.info({ backup: name }, "backed up");
      return DAY_MS;
    },
  });
}

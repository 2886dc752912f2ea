import type { Context } from "../context.ts";
import { RecurringWork } from "../recurring-work.ts";
import { openBackups } from "./backup-folder.ts";
import { archivedLog } from "./log-sql.ts";
import { mark } from "./marks-sql.ts";

const EVERY_MS = 30_000;

/**
 * Records the time up to which an operator's own server has archived its log, for the work queue
 * and the settings page. Copies the acts that a restore does again to the backups.
 */
export function createArchiveWatch({
  pool,
  log,
  settings,
}: Pick<Context, "pool" | "log" | "settings">): RecurringWork {
  const folder = openBackups(settings);
  let awaited: { readonly at: Date; readonly segment: string } | null = null;
  return new RecurringWork({
    failure: "the state of the log's archive could not be read",
    log,
    afterFailureMs: EVERY_MS,
    run: async () => {
      const { archived, ...now } = await archivedLog(pool);
      // Names of segments sort by timeline and position.
      if (awaited !== null && archived !== null && archived >= awaited.segment) {
        await mark(pool, "LOG_COPY", { at: awaited.at });
        awaited = null;
      }
      awaited ??= now;
      await folder.acts.copy(pool);
      return EVERY_MS;
    },
  });
}

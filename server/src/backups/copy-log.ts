import type { Context } from "../context.ts";
import { RecurringWork } from "../recurring-work.ts";
import { openBackups } from "./backup-folder.ts";
import { LogCopier } from "./log-copier.ts";

const EVERY_MS = 1_000;
const RETRY_MS = 10_000;

/**
 * Copies the embedded server's log every second, so that losing the data disk loses one second of
 * commits at most. Every process runs one; a lock lets one of them copy.
 */
export function createLogCopies(
  context: Pick<Context, "databaseUrl" | "log" | "settings">,
  dataDir: string,
): { wake(): void; stop(): Promise<void> } {
  const folder = openBackups(context.settings);
  let copier: LogCopier | null = null;
  const close = async () => {
    const open = copier;
    copier = null;
    await open?.close();
  };
  const work = new RecurringWork({
    failure: "the log could not be copied to the backups",
    log: context.log,
    afterFailureMs: RETRY_MS,
    run: async () => {
      try {
        copier ??= await LogCopier.open(context.databaseUrl, folder, dataDir);
        await copier?.copy();
      } catch (error) {
        await close();
        throw error;
      }
      return copier === null ? RETRY_MS : EVERY_MS;
    },
  });
  return {
    wake: () => work.wake(),
    stop: async () => {
      await work.stop();
      await close();
    },
  };
}

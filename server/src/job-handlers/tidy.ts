import type { Context } from "../context.ts";
import { deleteOldSecurityEvents } from "../audit/security-sql.ts";
import { deleteOutdated } from "../db/delete-outdated.ts";
import { deletePlainSecrets } from "../db/secrets/secrets.ts";
import { sweepFiles } from "../documents/sweep-files.ts";
import { deleteSignedOutDevices } from "../push/sql.ts";
import { forgetOutdated } from "../users/forget-sql.ts";
import { forgetMailedSecrets } from "../mail/sql.ts";
import { deleteUnsentJobs, outdated, outdatedTables } from "./tidy-sql.ts";

type TidyContext = Pick<Context, "pool" | "files" | "log">;
/** A part of the work, by name: a failed one doesn't keep the others from running. */
type Step = readonly [name: string, run: () => Promise<void>];

const stepsOf = (context: TidyContext): Step[] => {
  const { pool } = context;
  return [
    ["personal data", () => forgetOutdated(pool)],
    ["secrets in emails", () => forgetMailedSecrets(pool)],
    ["security events", () => deleteOldSecurityEvents(pool)],
    ["files", () => sweepFiles(context)],
    ["plain secrets", () => deletePlainSecrets(pool)],
    ["devices", () => deleteSignedOutDevices(pool)],
    ["jobs of old emails", () => deleteUnsentJobs(pool)],
    ...outdatedTables.map((table): Step => [
      table,
      () => deleteOutdated(pool, table, outdated[table]),
    ]),
  ];
};

/**
 * Job `tidy`: deletes data past its retention. Runs every hour.
 * @throws the failures, after all other parts have run
 */
export async function tidy(context: TidyContext, steps = stepsOf(context)): Promise<void> {
  const failures: unknown[] = [];
  for (const [name, run] of steps) {
    await run().catch((error: unknown) => {
      context.log.error({ err: error, part: name }, "deleting outdated data failed");
      failures.push(error);
    });
  }
  if (failures.length > 0) throw new AggregateError(failures, "outdated data couldn't be deleted");
}

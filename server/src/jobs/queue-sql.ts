import type { Db } from "../db/pool.ts";
import type { TaskName } from "./tasks.ts";

/** Reads how long each task's oldest due job has waited, in ms; tasks without one are left out. */
export async function waitsOfDueJobs(db: Db): Promise<ReadonlyMap<TaskName, number>> {
  const { rows } = await db.query<{ task: TaskName; waited_ms: number }>(
    `SELECT task_identifier AS task, extract(epoch FROM now() - min(run_at)) * 1000 AS waited_ms
      FROM graphile_worker.jobs
      WHERE locked_at IS NULL AND attempts < max_attempts AND run_at <= now()
      GROUP BY task_identifier`,
  );
  return new Map(rows.map(({ task, waited_ms: waitedMs }) => [task, waitedMs]));
}

const now = "(SELECT clock_ms())";
/** Emails of the last week that should be sent by now, and that no job sends. */
export const strandedMails = `mails m WHERE m.sent_at IS NULL
  AND m.created_at BETWEEN ${now} - interval '7 days' AND ${now} - interval '15 minutes'
  AND NOT EXISTS (SELECT FROM graphile_worker.jobs j
    WHERE j.key = 'mail:' || m.event_key AND j.attempts < j.max_attempts)`;

export async function countStrandedMails(db: Db): Promise<number> {
  const { rows } = await db.query<{ mails: number }>(
    `SELECT count(*)::int AS mails FROM ${strandedMails}`,
  );
  return rows[0]?.mails ?? 0;
}

/** Unlocks jobs of runners that no heartbeat was ever stored for. */
export async function unlockUnknown(db: Db): Promise<void> {
  await db.query(
    `SELECT graphile_worker.force_unlock_workers(array_agg(j.locked_by)) FROM graphile_worker.jobs j
      WHERE j.locked_at < now() - interval '1 minute'
        AND NOT EXISTS (SELECT FROM job_runners r WHERE r.id = j.locked_by)
      HAVING count(*) > 0`,
  );
}

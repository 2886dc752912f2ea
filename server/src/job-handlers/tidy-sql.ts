import type { Db } from "../db/pool.ts";

/** Tables whose rows are outdated under a condition. */
export const outdated = {
  rate_windows: "ends_at < clock_ms()",
  email_codes: "sent_at < clock_ms() - interval '1 day'",
  // Too old to renew.
  sessions: "expires_at < clock_ms() - interval '8 days'",
  refused_requests: "created_at < clock_ms() - interval '25 hours'",
  answered_requests: "created_at < clock_ms() - interval '25 hours'",
  unit_imports: `state IN ('UPLOADED', 'CHECKED', 'CANCELLED')
    AND updated_at < clock_ms() - interval '30 days'`,
  notifications: "at < clock_ms() - interval '30 days'",
  told_pushes: "moment < clock_ms() - interval '30 days'",
  // Also deletes the log of their deliveries.
  webhook_events: "happened_at < clock_ms() - interval '30 days'",
  unit_acts: "created_at < clock_ms() - interval '30 days'",
  spelling_merges: "created_at < clock_ms() - interval '30 days'",
  page_failures: "last_at < clock_ms() - interval '30 days'",
  mails: "created_at < clock_ms() - interval '90 days'",
} as const;
export const outdatedTables = Object.keys(outdated) as (keyof typeof outdated)[];

/** Deletes the jobs of emails that couldn't be sent within a week. */
export async function deleteUnsentJobs(db: Db): Promise<void> {
  await db.query(
    `SELECT count(*) FROM graphile_worker.complete_jobs(ARRAY(SELECT id FROM graphile_worker.jobs
      WHERE task_identifier = 'send-mail' AND locked_at IS NULL
        AND created_at < clock_ms() - interval '7 days'))`,
  );
}

import type { ClientBase } from "pg";
import type { TaskName, TaskPayloads } from "./tasks.ts";

export type { MailOrder } from "./tasks.ts";

export interface EnqueueOptions {
  /** A job that still waits under the same key is replaced. */
  readonly jobKey?: string;
  /** Not before this instant, by the database's clock. */
  readonly runAt?: Date;
}

/**
 * Puts a job into the queue within the caller's transaction: it runs once that has committed, and
 * never if it is rolled back.
 */
export async function enqueue<T extends TaskName>(
  tx: Pick<ClientBase, "query">,
  task: T,
  payload: TaskPayloads[T],
  options: EnqueueOptions = {},
): Promise<void> {
  await tx.query(
    "SELECT 1 FROM graphile_worker.add_job($1, $2::json, job_key => $3, run_at => $4)",
    [task, JSON.stringify(payload), options.jobKey ?? null, options.runAt?.toISOString() ?? null],
  );
}

/** Of jobs that come in masses: any other that waits goes first. */
export const PRIORITY_OF_MANY = 10;

/** Puts many jobs of one task into the queue at once, within the caller's transaction; all others go first. */
export async function enqueueAll<T extends TaskName>(
  tx: Pick<ClientBase, "query">,
  task: T,
  payloads: readonly TaskPayloads[T][],
): Promise<void> {
  if (payloads.length === 0) return;
  await tx.query(
    `SELECT count(*) FROM graphile_worker.add_jobs((
      SELECT array_agg(json_populate_record(NULL::graphile_worker.job_spec, json_build_object(
        'identifier', $1::text, 'payload', p, 'priority', $3::int))) FROM json_array_elements($2::json) AS p))`,
    [task, JSON.stringify(payloads), PRIORITY_OF_MANY],
  );
}

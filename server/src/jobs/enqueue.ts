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

/** A job of any task, for `enqueueAll`. */
export interface Job {
  readonly identifier: TaskName;
  readonly payload: TaskPayloads[TaskName];
  readonly priority: number;
}

/** A job as `enqueue` would put it into the queue, or as one of many, which any other goes before. */
export function job<T extends TaskName>(
  task: T,
  payload: TaskPayloads[T],
  kind: "single" | "many" = "single",
): Job {
  return { identifier: task, payload, priority: kind === "many" ? PRIORITY_OF_MANY : 0 };
}

/** Puts jobs into the queue in one statement, within the caller's transaction. */
export async function enqueueAll(
  tx: Pick<ClientBase, "query">,
  jobs: readonly Job[],
): Promise<void> {
  if (jobs.length === 0) return;
  await tx.query(
    `SELECT count(*) FROM graphile_worker.add_jobs((
      SELECT array_agg(json_populate_record(NULL::graphile_worker.job_spec, j))
      FROM json_array_elements($1::json) AS j))`,
    [JSON.stringify(jobs)],
  );
}

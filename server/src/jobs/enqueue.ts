import type { ClientBase } from "pg";
import type { TaskName, TaskPayloads } from "./tasks.ts";

export type { MailOrder, PushOrder } from "./tasks.ts";

export interface EnqueueOptions {
  /** Replaces a waiting job with the same key. */
  readonly jobKey?: string;
  readonly runAt?: Date;
}

/**
 * Adds a job to the queue within the caller's transaction: it runs after the commit, and never
 * after a rollback.
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

/** Priority of bulk jobs; all other waiting jobs run first. */
export const PRIORITY_OF_MANY = 10;

/** A job of any task, for `enqueueAll`. */
export interface Job {
  readonly identifier: TaskName;
  readonly payload: TaskPayloads[TaskName];
  readonly priority: number;
}

/** Builds a job for `enqueueAll`; "many" gives it the low priority of bulk jobs. */
export function job<T extends TaskName>(
  task: T,
  payload: TaskPayloads[T],
  kind: "single" | "many" = "single",
): Job {
  return { identifier: task, payload, priority: kind === "many" ? PRIORITY_OF_MANY : 0 };
}

/** Adds jobs to the queue in one statement, within the caller's transaction. */
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

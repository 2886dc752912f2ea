import type { ClientBase } from "pg";
import type { NotificationKind } from "@gavelyard/domain/users/notifications";
import type { MailContent } from "./mail-content.ts";
import type { TaskName, TaskPayloads } from "./tasks.ts";

export type { MailOrder, PushOrder } from "./tasks.ts";

export interface EnqueueOptions {
  /** Replaces a waiting job with the same key. */
  readonly jobKey?: string;
  /** Name of a queue, which runs one job at a time. */
  readonly queue?: string;
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
  await enqueueAll(tx, [{ ...job(task, payload), ...options }]);
}

const [URGENT, SOON, BULK] = [-20, -10, 10];
/**
 * Order of emails and pushes by their kind: lower numbers go first, all other kinds have 0. A code
 * expires within minutes, and an outbid is about a lot that closes; those that many get can wait.
 */
const priorities: Readonly<Partial<Record<MailContent["kind"] | NotificationKind, number>>> = {
  CODE: URGENT,
  RESET: URGENT,
  INVITED: URGENT,
  NEW_DEVICE: URGENT,
  OUTBID: SOON,
  ENDING_SOON: SOON,
  LOST: BULK,
  RUNNER_UP: BULK,
  AUCTION_LIVE: BULK,
  NEW_ANSWERS: BULK,
  SEARCH_ALERT: BULK,
};

/** Whether other emails and pushes go first. */
export const isBulk = ({ priority }: { readonly priority: number }) => priority >= BULK;

/** A job of any task, for `enqueueAll`. */
export interface Job extends EnqueueOptions {
  readonly task: TaskName;
  readonly payload: TaskPayloads[TaskName];
  readonly priority: number;
  /** What happens to an earlier job with the same key; by default the new one replaces it. */
  readonly jobKeyMode?: "unsafe_dedupe";
}

/** Builds a job for `enqueueAll`. */
export function job<T extends TaskName>(task: T, payload: TaskPayloads[T]): Job {
  if ("kind" in payload) return { task, payload, priority: priorities[payload.kind] ?? 0 };
  // Of one slot, pushes take precedence.
  if (!("eventKey" in payload))
    return { task, payload, priority: task === "send-webhooks" ? BULK : 0 };
  const priority = priorities[payload.content.kind] ?? 0;
  // One job per email, so that its lock is all that keeps two processes from sending it. It needs
  // no second order, since the first one with a key is the one to send.
  return {
    task,
    payload,
    priority,
    jobKey: mailKey(payload.eventKey),
    jobKeyMode: "unsafe_dedupe",
  };
}

const mailKey = (eventKey: string) => `mail:${eventKey}`;

/** Adds jobs to the queue in one statement, within the caller's transaction. */
export async function enqueueAll(
  tx: Pick<ClientBase, "query">,
  jobs: readonly Job[],
): Promise<void> {
  if (jobs.length === 0) return;
  await tx.query(
    `SELECT count(*) FROM json_array_elements($1::json) AS j, graphile_worker.add_job(
        j ->> 'task', j -> 'payload', run_at => (j ->> 'runAt')::timestamptz,
        priority => (j ->> 'priority')::int, queue_name => j ->> 'queue', job_key => j ->> 'jobKey',
        job_key_mode => coalesce(j ->> 'jobKeyMode', 'replace'))`,
    [JSON.stringify(jobs)],
  );
}

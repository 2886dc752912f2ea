import { EventEmitter, once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import {
  Logger as WorkerLogger,
  parseCronItems,
  run,
  type Runner,
  type Task,
  type WorkerEvents,
} from "graphile-worker";
import type { Pool } from "pg";
import type { Logger } from "pino";
import { PRIORITY_OF_MANY } from "./enqueue.ts";
import { RunnerPresence } from "./presence.ts";
import { taskPayloads, type TaskHandlers, type TaskName } from "./tasks.ts";

const CONCURRENCY = 2;
/** Pause after a bulk job, in ms, so that thousands of emails don't slow down bidding. */
const PAUSE_MS = 20;
const RESTART_MS = 1_000;
const POLL_MS = 1_000;
/**
 * Time without a heartbeat after which a process counts as dead and others take its jobs, in ms.
 */
const DEAD_AFTER_MS = 6_000;
/** Time that running jobs may take to finish after `stop`, in ms. */
const STOP_MS = 5_000;

export interface JobRunnerOptions {
  /** Pool of the product's database; one of its connections always listens for new jobs. */
  readonly pool: Pool;
  readonly log: Logger;
  readonly handlers: TaskHandlers;
}

/** A runner of the library, and the reason why it must be replaced once there is one. */
interface OpenRunner {
  readonly id: string;
  readonly runner: Runner;
  readonly failed: Promise<string>;
}

/**
 * Runs the jobs of the queue until `stop`. Several processes may do so at once: each job goes to
 * one of them. If the database is unavailable, the runner waits for it.
 */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #presence: RunnerPresence;
  readonly #stopping = new AbortController();
  #supervision: Promise<void> = Promise.resolve();

  private constructor(options: JobRunnerOptions) {
    this.#options = options;
    this.#presence = new RunnerPresence(options.pool, options.log, DEAD_AFTER_MS);
  }

  /**
   * Starts the runner.
   * @throws when the database can't be reached
   */
  static async start(options: JobRunnerOptions): Promise<JobRunner> {
    const jobs = new JobRunner(options);
    jobs.#supervision = jobs.#supervise(await jobs.#open());
    return jobs;
  }

  /** Accepts no more jobs, waits some seconds for running ones, and returns. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#supervision;
    await this.#presence.stop();
  }

  async #open(): Promise<OpenRunner> {
    const { pool, log, handlers } = this.#options;
    const failed = Promise.withResolvers<string>();
    const events: WorkerEvents = new EventEmitter();
    let id = "";
    events.on("pool:create", ({ workerPool }) => {
      id = workerPool.id;
      this.#presence.hold(id);
    });
    events.on("pool:listen:error", () => failed.resolve("it lost its connection"));
    events.on("worker:getJob:error", () => failed.resolve("it couldn't read the queue"));
    events.on("pool:gracefulShutdown", () => failed.resolve("it ended"));
    const task = <T extends TaskName>(name: T): Task => {
      return async (payload, { job }) => {
        this.#presence.hold(id);
        try {
          await handlers[name](taskPayloads[name].parse(payload));
          if (job.priority >= PRIORITY_OF_MANY) await sleep(PAUSE_MS, undefined, { ref: false });
        } finally {
          this.#presence.release(id);
        }
      };
    };
    const runner = await run({
      events,
      pgPool: pool,
      // With 0, a result that can't be written ends the runner, and `#supervise` replaces it. With
      // the default, -1, nobody awaits the write: an unhandled rejection, and a job locked for hours.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      concurrency: CONCURRENCY,
      pollInterval: POLL_MS,
      noHandleSignals: true,
      gracefulShutdownAbortTimeout: STOP_MS,
      logger: workerLogger(log),
      taskList: {
        "send-mail": task("send-mail"),
        "send-push": task("send-push"),
        "mail-losers": task("mail-losers"),
        "end-negotiation": task("end-negotiation"),
        "tell-answers": task("tell-answers"),
        tidy: task("tidy"),
        "sum-days": task("sum-days"),
        "publish-audit-root": task("publish-audit-root"),
        "number-webhook-events": task("number-webhook-events"),
        "send-webhooks": task("send-webhooks"),
      } satisfies Record<TaskName, Task>,
      parsedCronItems: parseCronItems([
        { task: "tidy", match: "17 * * * *", identifier: "tidy" },
        { task: "sum-days", match: "7 * * * *", identifier: "sum-days" },
        { task: "publish-audit-root", match: "2 0 * * *", identifier: "publish-audit-root" },
        {
          task: "number-webhook-events",
          match: "* * * * *",
          identifier: "number-webhook-events",
        },
      ]),
    });
    runner.promise.then(
      () => failed.resolve("it ended"),
      (error: unknown) => failed.resolve(String(error)),
    );
    return { id, runner, failed: failed.promise };
  }

  /**
   * Replaces the library's runner whenever it fails. Nobody waits for the end of a failed one: it
   * may retry the queue for minutes, and after two results that couldn't be written it never ends.
   */
  async #supervise(first: OpenRunner): Promise<void> {
    const stopped = once(this.#stopping.signal, "abort").then(() => null);
    for (let open: OpenRunner | null = first; open !== null; open = await this.#reopen()) {
      const reason = await Promise.race([open.failed, stopped]);
      const ended = open.runner.stop().catch(() => {});
      if (reason === null) return Promise.race([ended, sleep(STOP_MS, undefined, { ref: false })]);
      this.#options.log.warn({ reason }, "a job runner failed and is replaced");
      this.#presence.release(open.id);
    }
  }

  /** Opens a runner as soon as the database allows it; null once stopped. */
  async #reopen(): Promise<OpenRunner | null> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        await sleep(RESTART_MS, undefined, { signal, ref: false });
        return await this.#open();
      } catch (error) {
        if (!signal.aborted) this.#options.log.warn({ err: error }, "a job runner can't start");
      }
    }
    return null;
  }
}

/** Logs the library's messages: errors and warnings as warnings, all others for debugging. */
function workerLogger(log: Logger): WorkerLogger {
  return new WorkerLogger((scope) => (level, message, meta) => {
    const details = { ...scope, ...(meta["error"] === undefined ? {} : { err: meta["error"] }) };
    if (level === "error" || level === "warning") log.warn(details, message);
    else log.debug(details, message);
  });
}

import { EventEmitter } from "node:events";
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
/** Failed polls in a row, a second apart, after which the library's runner is restarted. */
const MAX_POLL_ERRORS = 3;
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

/**
 * Runs the jobs of the queue until `stop`. Several processes may do so at once: each job goes to
 * one of them. If the database is unavailable, the runner waits for it.
 */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #presence: RunnerPresence;
  #runner: Runner | null = null;
  #stopping = false;
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
    jobs.#runner = await jobs.#run();
    jobs.#supervision = jobs.#supervise(jobs.#runner);
    return jobs;
  }

  /** Accepts no more jobs, waits some seconds for running ones, and returns. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#runner?.stop().catch(() => {});
    await this.#supervision;
    await this.#presence.stop();
  }

  async #run(): Promise<Runner> {
    const { pool, log, handlers } = this.#options;
    const events: WorkerEvents = new EventEmitter();
    events.on("pool:create", ({ workerPool }) => this.#presence.add(workerPool.id));
    const runner = await run({
      events,
      pgPool: pool,
      // Batched writes of results are retried; a failed single write would end the worker.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      concurrency: CONCURRENCY,
      pollInterval: POLL_MS,
      noHandleSignals: true,
      gracefulShutdownAbortTimeout: STOP_MS,
      logger: workerLogger(log),
      taskList: {
        "send-mail": task("send-mail", handlers),
        "send-push": task("send-push", handlers),
        "mail-losers": task("mail-losers", handlers),
        "end-negotiation": task("end-negotiation", handlers),
        "tell-answers": task("tell-answers", handlers),
        tidy: task("tidy", handlers),
        "sum-days": task("sum-days", handlers),
        "publish-audit-root": task("publish-audit-root", handlers),
        "number-webhook-events": task("number-webhook-events", handlers),
        "send-webhooks": task("send-webhooks", handlers),
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
    // If the library can't read its tables at the start, it never recovers without a restart.
    let failedPolls = 0;
    runner.events.on("worker:getJob:empty", () => (failedPolls = 0));
    runner.events.on("job:start", () => (failedPolls = 0));
    runner.events.on("worker:getJob:error", () => {
      if (++failedPolls === MAX_POLL_ERRORS) runner.stop().catch(() => {});
    });
    return runner;
  }

  /** Restarts the library's runner whenever it ends. */
  async #supervise(first: Runner): Promise<void> {
    let runner: Runner | null = first;
    while (!this.#stopping) {
      try {
        runner ??= await this.#run();
        this.#runner = runner;
        await runner.promise;
      } catch (error) {
        if (!this.#stopping) this.#options.log.error({ err: error }, "job runner failed");
      }
      runner = null;
      if (!this.#stopping) await sleep(RESTART_MS, undefined, { ref: false });
    }
  }
}

function task<T extends TaskName>(name: T, handlers: TaskHandlers): Task {
  return async (payload, { job }) => {
    await handlers[name](taskPayloads[name].parse(payload));
    if (job.priority >= PRIORITY_OF_MANY) await sleep(PAUSE_MS, undefined, { ref: false });
  };
}

/** Logs the library's messages: errors and warnings as warnings, all others for debugging. */
function workerLogger(log: Logger): WorkerLogger {
  return new WorkerLogger((scope) => (level, message, meta) => {
    const details = { ...scope, ...(meta["error"] === undefined ? {} : { err: meta["error"] }) };
    if (level === "error" || level === "warning") log.warn(details, message);
    else log.debug(details, message);
  });
}

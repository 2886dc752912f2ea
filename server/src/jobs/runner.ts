import { setTimeout as sleep } from "node:timers/promises";
import {
  Logger as WorkerLogger,
  parseCronItems,
  run,
  type Runner,
  type Task,
} from "graphile-worker";
import type { Pool } from "pg";
import type { Logger } from "pino";
import { PRIORITY_OF_MANY } from "./enqueue.ts";
import { taskPayloads, type TaskHandlers, type TaskName } from "./tasks.ts";

const CONCURRENCY = 2;
/** After a job of many, so that thousands of mails leave the processor to those who bid. */
const PAUSE_MS = 20;
const RESTART_MS = 1_000;
const LOOK_MS = 1_000;
/** Vain looks for jobs in a row, a second apart, after which the library's runner is started again. */
const VAIN_LOOKS = 3;
/** How long running jobs may go on after `stop`. */
const STOP_MS = 5_000;

export interface JobRunnerOptions {
  /** Connections to the product's database; one of them listens for new jobs all the time. */
  readonly pool: Pool;
  readonly log: Logger;
  readonly handlers: TaskHandlers;
}

/**
 * Works off the queue of jobs until `stop`. Several processes may do so at once: each job goes to
 * one of them. When the database goes away the runner waits for it to come back.
 */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  #runner: Runner | null = null;
  #stopping = false;
  #supervision: Promise<void> = Promise.resolve();

  private constructor(options: JobRunnerOptions) {
    this.#options = options;
  }

  /** Starts to work. @throws when the database cannot be reached */
  static async start(options: JobRunnerOptions): Promise<JobRunner> {
    const jobs = new JobRunner(options);
    jobs.#runner = await jobs.#run();
    jobs.#supervision = jobs.#supervise(jobs.#runner);
    return jobs;
  }

  /** Takes no more jobs, lets those that run finish for some seconds, and returns. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#runner?.stop().catch(() => {});
    await this.#supervision;
  }

  async #run(): Promise<Runner> {
    const { pool, log, handlers } = this.#options;
    const runner = await run({
      pgPool: pool,
      // Batches write down what became of jobs with patience; a single write would end the worker.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      concurrency: CONCURRENCY,
      pollInterval: LOOK_MS,
      noHandleSignals: true,
      gracefulShutdownAbortTimeout: STOP_MS,
      logger: workerLogger(log),
      taskList: {
        "send-mail": task("send-mail", handlers),
        "mail-losers": task("mail-losers", handlers),
        tidy: task("tidy", handlers),
        "sum-days": task("sum-days", handlers),
      } satisfies Record<TaskName, Task>,
      parsedCronItems: parseCronItems([
        { task: "tidy", match: "17 * * * *", identifier: "tidy" },
        { task: "sum-days", match: "7 * * * *", identifier: "sum-days" },
      ]),
    });
    // The library keeps a failure to read its own tables at the start for good.
    let vain = 0;
    runner.events.on("worker:getJob:empty", () => (vain = 0));
    runner.events.on("job:start", () => (vain = 0));
    runner.events.on("worker:getJob:error", () => {
      if (++vain === VAIN_LOOKS) runner.stop().catch(() => {});
    });
    return runner;
  }

  /** Starts the library's runner again whenever it gives up. */
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

/** The library's own messages: failures of jobs are warnings, its chatter is for debugging. */
function workerLogger(log: Logger): WorkerLogger {
  return new WorkerLogger((scope) => (level, message, meta) => {
    const details = { ...scope, ...(meta["error"] === undefined ? {} : { err: meta["error"] }) };
    if (level === "error" || level === "warning") log.warn(details, message);
    else log.debug(details, message);
  });
}

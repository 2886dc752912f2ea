import { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import {
  Logger as WorkerLogger,
  parseCronItems,
  run,
  type CronItem,
  type Runner,
  type Task,
  type WorkerEvents,
} from "graphile-worker";
import type { Pool } from "pg";
import type { Logger } from "pino";
import { isBulk } from "./enqueue.ts";
import { RecurringWork } from "../recurring-work.ts";
import { RunnerPresence } from "./presence.ts";
import { countStrandedMails, unlockUnknown, waitsOfDueJobs } from "./queue-sql.ts";
import {
  MAIL_CONNECTIONS,
  taskNames,
  taskPayloads,
  type TaskHandlers,
  type TaskName,
} from "./tasks.ts";

type Lane = "mail" | "outside" | "house";
/** Jobs at once in each lane. Lanes run beside each other, so a slow one holds up no other. */
const slots: Readonly<Record<Lane, number>> = { mail: MAIL_CONNECTIONS, outside: 4, house: 2 };
const lanes: { readonly [T in TaskName]: Lane } = {
  "send-mail": "mail",
  "send-push": "outside",
  "send-webhooks": "outside",
  "mail-losers": "house",
  "end-negotiation": "house",
  "announce-release": "house",
  "remind-certificate": "house",
  "tell-answers": "house",
  "run-unit-act": "house",
  tidy: "house",
  "sum-days": "house",
  "publish-audit-root": "house",
  "number-webhook-events": "house",
};
/** Pause after a bulk job, in ms, so that thousands of emails don't slow down bidding. */
const PAUSE_MS = 20;
const RESTART_MS = 1_000;
const STALLED_AFTER_MS = 60_000;
const POLL_MS = 1_000;
/**
 * Time without a heartbeat after which a process counts as dead and others take its jobs, in ms.
 */
const DEAD_AFTER_MS = 6_000;
/** Time that running jobs may take to finish after `stop`, in ms. */
const STOP_MS = 5_000;

const figures = { oldestDueSec: 0, replaced: 0, strandedMails: 0 };
/**
 * For `/metrics`: the wait of the oldest due job, how many runners this process replaced, and how
 * many emails no job sends, also for want of a mail server.
 */
export const jobFigures = (): Readonly<typeof figures> => figures;

export interface JobRunnerOptions {
  /** Pool of the product's database; each lane always listens for new jobs on a connection of it. */
  readonly pool: Pool;
  readonly log: Logger;
  readonly handlers: TaskHandlers;
  /** Age of the oldest due job from which a lane that starts none gets a new runner; a minute. */
  readonly stalledAfterMs?: number;
}

const timetable: CronItem[] = [
  { task: "tidy", match: "17 * * * *", identifier: "tidy" },
  { task: "sum-days", match: "7 * * * *", identifier: "sum-days" },
  { task: "publish-audit-root", match: "2 0 * * *", identifier: "publish-audit-root" },
  { task: "number-webhook-events", match: "* * * * *", identifier: "number-webhook-events" },
];

/** A lane's runner of the library, and the reason why it must be replaced once there is one. */
interface OpenRunner {
  readonly lane: Lane;
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
  readonly #watch: RecurringWork;
  readonly #stalledAfterMs: number;
  /** Of each lane: when it started its last job, or was opened, and what replaces its runner. */
  readonly #lanes = new Map<Lane, { startedMs: number; fail: (reason: string) => void }>();
  readonly #stopped = Promise.withResolvers<null>();
  #stopping = false;
  #supervision: Promise<unknown> = Promise.resolve();

  private constructor(options: JobRunnerOptions) {
    this.#options = options;
    this.#presence = new RunnerPresence(options.pool, options.log, DEAD_AFTER_MS);
    this.#stalledAfterMs = options.stalledAfterMs ?? STALLED_AFTER_MS;
    const watchMs = this.#stalledAfterMs / 4;
    this.#watch = new RecurringWork({
      failure: "watching the job queue failed",
      log: options.log,
      afterFailureMs: watchMs,
      run: async () => {
        await this.#replaceStalled();
        return watchMs;
      },
    });
  }

  /**
   * Starts the runner.
   * @throws when the database can't be reached
   */
  static async start(options: JobRunnerOptions): Promise<JobRunner> {
    const jobs = new JobRunner(options);
    const first = await Promise.all(
      (["mail", "outside", "house"] as const).map((lane) => jobs.#open(lane)),
    );
    jobs.#watch.wake();
    jobs.#supervision = Promise.all(first.map((open) => jobs.#supervise(open)));
    return jobs;
  }

  /** Accepts no more jobs, waits some seconds for running ones, and returns. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#stopped.resolve(null);
    await Promise.all([this.#watch.stop(), this.#supervision]);
    await this.#presence.stop();
  }

  async #open(lane: Lane): Promise<OpenRunner> {
    const { pool, log, handlers } = this.#options;
    const failed = Promise.withResolvers<string>();
    const state = { startedMs: performance.now(), fail: failed.resolve };
    this.#lanes.set(lane, state);
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
        state.startedMs = performance.now();
        try {
          await handlers[name](taskPayloads[name].parse(payload));
          if (isBulk(job)) await sleep(PAUSE_MS, undefined, { ref: false });
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
      concurrency: slots[lane],
      pollInterval: POLL_MS,
      noHandleSignals: true,
      gracefulShutdownAbortTimeout: STOP_MS,
      logger: workerLogger(log),
      taskList: Object.fromEntries(
        taskNames.filter((name) => lanes[name] === lane).map((name) => [name, task(name)]),
      ),
      parsedCronItems: parseCronItems(lane === "house" ? timetable : []),
    });
    runner.promise.then(
      () => failed.resolve("it ended"),
      (error: unknown) => failed.resolve(String(error)),
    );
    return { lane, id, runner, failed: failed.promise };
  }

  /**
   * Replaces the library's runner whenever it fails. Nobody waits for the end of a failed one: it
   * may retry the queue for minutes, and after two results that couldn't be written it never ends.
   */
  async #supervise(first: OpenRunner): Promise<void> {
    const { lane } = first;
    for (let open: OpenRunner | null = first; open !== null; open = await this.#reopen(lane)) {
      const reason = await Promise.race([open.failed, this.#stopped.promise]);
      const ended = open.runner.stop().catch(() => {});
      if (reason === null) return Promise.race([ended, sleep(STOP_MS, undefined, { ref: false })]);
      this.#options.log.warn({ lane, reason }, "a job runner failed and is replaced");
      figures.replaced += 1;
      this.#presence.release(open.id);
    }
  }

  /** Replaces the runner of each lane that has due jobs but starts none, for whatever reason. */
  async #replaceStalled(): Promise<void> {
    await unlockUnknown(this.#options.pool);
    const waits = await waitsOfDueJobs(this.#options.pool);
    figures.strandedMails = await countStrandedMails(this.#options.pool);
    figures.oldestDueSec = Math.max(0, ...waits.values()) / 1_000;
    for (const [lane, { startedMs, fail }] of this.#lanes) {
      const waitedMs = Math.max(
        0,
        ...[...waits].map(([task, ms]) => (lanes[task] === lane ? ms : 0)),
      );
      if (Math.min(waitedMs, performance.now() - startedMs) > this.#stalledAfterMs)
        fail("it starts no job, though some are due");
    }
  }

  /** Opens a runner as soon as the database allows it; null once stopped. */
  async #reopen(lane: Lane): Promise<OpenRunner | null> {
    while (!this.#stopping) {
      await Promise.race([sleep(RESTART_MS, undefined, { ref: false }), this.#stopped.promise]);
      try {
        if (!this.#stopping) return await this.#open(lane);
      } catch (error) {
        this.#options.log.warn({ lane, err: error }, "a job runner can't start");
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

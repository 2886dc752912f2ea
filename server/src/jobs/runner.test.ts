import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPool } from "../db/pool.ts";
import { openDatabase, type TestDatabase } from "../testing/database.ts";
import { enqueue, enqueueAll, job } from "./enqueue.ts";
import { JobRunner } from "./runner.ts";
import type { MailOrder, TaskHandlers } from "./tasks.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.drop());

const log = pino({ level: "silent" });
const mail = (eventKey: string): MailOrder => ({
  eventKey,
  to: "a@example.com",
  content: { kind: "CODE", code: "123456" },
});

async function withRunner(
  sendMail: TaskHandlers["send-mail"],
  work: (pool: ReturnType<typeof createPool>, jobs: JobRunner) => Promise<void>,
): Promise<void> {
  const pool = createPool(database.url, 5);
  const jobs = await JobRunner.start({
    pool,
    log,
    handlers: {
      "send-mail": sendMail,
      "send-push": async () => {},
      "mail-losers": async () => {},
      "end-negotiation": async () => {},
      "tell-answers": async () => {},
      tidy: async () => {},
      "sum-days": async () => {},
      "publish-audit-root": async () => {},
      "number-webhook-events": async () => {},
      "send-webhooks": async () => {},
    },
  });
  try {
    await work(pool, jobs);
  } finally {
    await jobs.stop();
    await pool.end();
  }
}

test("a job is done within moments of its commit", async () => {
  const done: string[] = [];
  await withRunner(
    async ({ eventKey }) => {
      done.push(eventKey);
    },
    async (pool) => {
      await enqueue(pool, "send-mail", mail("soon"));
      await expect.poll(() => done, { interval: 5 }).toEqual(["soon"]);
    },
  );
});

test("a job waits for its time, and a newer one with its key replaces it", async () => {
  const done: string[] = [];
  await withRunner(
    async ({ eventKey }) => {
      done.push(eventKey);
    },
    async (pool) => {
      const runAt = new Date(Date.now() + 3_600_000);
      await enqueue(pool, "send-mail", mail("later"), { runAt, jobKey: "one" });
      await enqueue(pool, "send-mail", mail("instead"), { jobKey: "one" });
      await expect.poll(() => done, { interval: 5 }).toEqual(["instead"]);
    },
  );
});

test("an urgent email goes before many others, which leave pauses between them", async () => {
  const done: string[] = [];
  const many = Array.from({ length: 40 }, (_, index) => `many ${index}`);
  await withRunner(
    async ({ eventKey }) => {
      done.push(eventKey);
    },
    async (pool) => {
      const startedAt = performance.now();
      await enqueueAll(
        pool,
        many.map((key) => job("send-mail", mail(key), "many")),
      );
      await enqueue(pool, "send-mail", mail("urgent"));
      await expect.poll(() => done.length).toBe(many.length + 1);
      expect(done.indexOf("urgent")).toBeLessThan(many.length - 1);
      // Two at a time, with a pause of 20 ms after each.
      expect(performance.now() - startedAt).toBeGreaterThan(300);
    },
  );
});

test("stopping lets the running job finish", async () => {
  const began = Promise.withResolvers<void>();
  let finished = false;
  await withRunner(
    async () => {
      began.resolve();
      await new Promise((resolve) => setTimeout(resolve, 200));
      finished = true;
    },
    async (pool, jobs) => {
      await enqueue(pool, "send-mail", mail("slow"));
      await began.promise;
      await jobs.stop();
      expect(finished).toBe(true);
    },
  );
});

test("an invalid payload reaches no handler and stays for inspection", async () => {
  const done: string[] = [];
  await withRunner(
    async ({ eventKey }) => {
      done.push(eventKey);
    },
    async (pool) => {
      await pool.query("SELECT graphile_worker.add_job('send-mail', '{\"eventKey\": 7}')");
      await expect
        .poll(
          async () =>
            (await pool.query("SELECT 1 FROM graphile_worker.jobs WHERE last_error IS NOT NULL"))
              .rowCount,
        )
        .toBe(1);
      expect(done).toEqual([]);
    },
  );
});

/** Disconnects the database while `work` runs. */
async function whileDatabaseDown(work: () => Promise<void>): Promise<void> {
  const name = new URL(database.url).pathname.slice(1);
  const server = createPool(new URL("/postgres", database.ownerUrl).href, 1);
  await server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await server.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [
    name,
  ]);
  await work();
  await server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
  await server.end();
}

test.each(["at once", "after a while"])(
  "jobs continue after the database was unavailable %s",
  async (when) => {
    const done: string[] = [];
    await withRunner(
      async ({ eventKey }) => {
        done.push(eventKey);
      },
      async (pool) => {
        if (when === "after a while") {
          await enqueue(pool, "send-mail", mail("before"));
          await expect.poll(() => done).toEqual(["before"]);
        }
        await whileDatabaseDown(async () => {
          await expect(pool.query("SELECT 1")).rejects.toThrow();
        });
        await expect
          .poll(() =>
            enqueue(pool, "send-mail", mail("back")).then(
              () => true,
              () => false,
            ),
          )
          .toBe(true);
        await expect.poll(() => done.includes("back")).toBe(true);
      },
    );
  },
);

test("a job that ends while the database is unavailable isn't run again", async () => {
  const done: string[] = [];
  await withRunner(
    async ({ eventKey }) => {
      if (eventKey === "cut-off")
        await whileDatabaseDown(async () => {
          done.push(eventKey);
        });
      else done.push(eventKey);
    },
    async (pool) => {
      await enqueue(pool, "send-mail", mail("cut-off"));
      await expect.poll(() => done).toEqual(["cut-off"]);
      await expect
        .poll(() =>
          enqueue(pool, "send-mail", mail("next")).then(
            () => true,
            () => false,
          ),
        )
        .toBe(true);
      await expect.poll(() => done).toEqual(["cut-off", "next"]);
      // The job may end without the database noticing; then it stays locked, and nobody takes it.
      await expect
        .poll(
          async () =>
            (
              await pool.query(
                "SELECT 1 FROM graphile_worker.jobs WHERE last_error IS NULL AND locked_at IS NULL",
              )
            ).rowCount,
        )
        .toBe(0);
      expect(done).toEqual(["cut-off", "next"]);
    },
  );
});

test("a dead process's job runs in another within seconds", async () => {
  const done: string[] = [];
  await withRunner(
    async ({ eventKey }) => {
      done.push(eventKey);
    },
    async (pool) => {
      await enqueue(pool, "send-mail", mail("orphan"), { runAt: new Date(Date.now() + 3_600_000) });
      // Like a job that was left by a killed process.
      await pool.query("INSERT INTO job_runners (id) VALUES ('pool-dead')");
      await pool.query(
        "UPDATE graphile_worker._private_jobs SET locked_by = 'pool-dead', locked_at = now(), run_at = now()",
      );
      await expect.poll(() => done).toContain("orphan");
    },
  );
});

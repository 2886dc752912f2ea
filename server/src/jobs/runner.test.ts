import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPool } from "../db/pool.ts";
import { DatabaseServers, type DatabaseAddress } from "../db/servers/servers.ts";
import { openDatabase, type TestDatabase } from "../testing/database.ts";
import { enqueue, enqueueAll, job } from "./enqueue.ts";
import { jobFigures, JobRunner } from "./runner.ts";
import type { MailOrder, TaskHandlers } from "./tasks.ts";
import { letPass } from "../testing/wait-for.ts";

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
  handlers: TaskHandlers["send-mail"] | Partial<TaskHandlers>,
  work: (pool: ReturnType<typeof createPool>, jobs: JobRunner) => Promise<void>,
  address: DatabaseAddress = database.url,
  more: { readonly stalledAfterMs?: number } = {},
): Promise<void> {
  const pool = createPool(address, 8);
  const jobs = await JobRunner.start({
    pool,
    log,
    ...more,
    handlers: {
      "send-mail": async () => {},
      "send-push": async () => {},
      "mail-losers": async () => {},
      "end-negotiation": async () => {},
      "announce-release": async () => {},
      "remind-certificate": async () => {},
      "tell-answers": async () => {},
      "run-unit-act": async () => {},
      tidy: async () => {},
      "sum-days": async () => {},
      "publish-audit-root": async () => {},
      "number-webhook-events": async () => {},
      "send-webhooks": async () => {},
      ...(typeof handlers === "function" ? { "send-mail": handlers } : handlers),
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
  const done: number[] = [];
  await withRunner(
    {
      "end-negotiation": async ({ lotId }) => {
        done.push(lotId);
      },
    },
    async (pool) => {
      const runAt = new Date(Date.now() + 3_600_000);
      await enqueue(pool, "end-negotiation", { lotId: 1 }, { runAt, jobKey: "one" });
      await enqueue(pool, "end-negotiation", { lotId: 2 }, { jobKey: "one" });
      await expect.poll(() => done, { interval: 5 }).toEqual([2]);
    },
  );
});

test("codes go before outbid emails, these before wins, and many others last, with pauses", async () => {
  const done: string[] = [];
  const lot = { name: "Lee", inventoryId: 1, title: "2019 Ford F-150", auctionName: "Sale" };
  const [timeZone, soon] = ["Etc/UTC", new Date(Date.now() + 60_000).toISOString()];
  const many = Array.from({ length: 40 }, (_, index): MailOrder => ({
    ...mail(`many ${index}`),
    content: { kind: "LOST", hammerCents: 1, ...lot },
  }));
  const others: readonly MailOrder[] = [
    {
      ...mail("won"),
      content: { kind: "WON", hammerCents: 1, paymentDueAt: soon, timeZone, ...lot },
    },
    {
      ...mail("outbid"),
      content: { kind: "OUTBID", priceCents: 1, closesAt: soon, timeZone, ...lot },
    },
    mail("code"),
  ];
  // Without a runner, so that all of them wait.
  const pool = createPool(database.url, 1);
  await enqueueAll(
    pool,
    [...many, ...others].map((order) => job("send-mail", order)),
  );
  const { rows: queued } = await pool.query<{ key: string }>(
    "SELECT key FROM graphile_worker.jobs ORDER BY priority, id",
  );
  expect(queued.slice(0, 3).map(({ key }) => key)).toEqual([
    "mail:code",
    "mail:outbid",
    "mail:won",
  ]);
  await pool.end();
  const startedAt = performance.now();
  await withRunner(
    async ({ eventKey }) => {
      done.push(eventKey);
    },
    async () => {
      await expect.poll(() => done.length).toBe(43);
      // Five at a time, so the first three start together; with a pause of 20 ms after each.
      expect(done.slice(0, 8)).toEqual(expect.arrayContaining(["code", "outbid", "won"]));
      expect(performance.now() - startedAt).toBeGreaterThan(140);
    },
  );
});

test("an email that no job sends is counted until one does", async () => {
  await withRunner(
    async () => {},
    async (pool) => {
      await expect.poll(() => jobFigures().strandedMails).toBe(0);
      await pool.query(
        `INSERT INTO mails (event_key, recipient, subject, text_body, html_body, created_at)
          VALUES ('stranded', 'a@example.com', '', '', '', clock_ms() - interval '20 minutes'),
            ('recent', 'a@example.com', '', '', '', clock_ms())`,
      );
      await expect.poll(() => jobFigures().strandedMails).toBe(1);
      await pool.query("UPDATE mails SET sent_at = clock_ms() WHERE event_key = 'stranded'");
      await expect.poll(() => jobFigures().strandedMails).toBe(0);
    },
    database.url,
    { stalledAfterMs: 400 },
  );
});

test("a lane that starts no job, though one is due, gets another runner", async () => {
  const started: string[] = [];
  const release = Promise.withResolvers<void>();
  const { replaced } = jobFigures();
  await withRunner(
    async ({ eventKey }) => {
      started.push(eventKey);
      if (eventKey.startsWith("stuck")) await release.promise;
    },
    async (pool) => {
      for (const number of [1, 2, 3, 4, 5])
        await enqueue(pool, "send-mail", mail(`stuck ${number}`));
      await expect.poll(() => started).toHaveLength(5);
      await enqueue(pool, "send-mail", mail("next"));
      await expect.poll(() => started).toContain("next");
      expect(started).toHaveLength(6);
      expect(jobFigures().replaced).toBeGreaterThan(replaced);
      release.resolve();
    },
    database.url,
    { stalledAfterMs: 400 },
  );
});

test("stopping lets the running job finish", async () => {
  const began = Promise.withResolvers<void>();
  let finished = false;
  await withRunner(
    async () => {
      began.resolve();
      await letPass(200, "the job takes a while");
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

/** Opens the database as the product does when it may have several servers. */
async function openServers(): Promise<{ servers: DatabaseServers; close: () => Promise<void> }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "gavelyard-jobs-"));
  const servers = await DatabaseServers.open(database.url, {
    copies: false,
    dataDir,
    log,
    withinMs: 10_000,
  });
  const close = async () => {
    await servers.stop();
    await rm(dataDir, { recursive: true });
  };
  return { servers, close };
}

test.each(["one server", "several servers"])(
  "jobs that end one after another while the database is away run again, as do all others: %s",
  async (setup) => {
    const several = setup === "several servers" ? await openServers() : null;
    const started: string[] = [];
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const ends = new Map([
      ["first", first.promise],
      ["second", second.promise],
    ]);
    await withRunner(
      async ({ eventKey }) => {
        started.push(eventKey);
        await ends.get(eventKey);
      },
      async (pool) => {
        for (const key of ends.keys()) await enqueue(pool, "send-mail", mail(key));
        await expect.poll(() => started.toSorted()).toEqual(["first", "second"]);
        await whileDatabaseDown(async () => {
          await expect.poll(() => several?.servers.acceptsWrites ?? false).toBe(false);
          first.resolve();
          await letPass(300, "a job ends while the database is down");
          second.resolve();
          await letPass(300, "a job ends while the database is down");
        });
        await expect.poll(() => several?.servers.acceptsWrites ?? true).toBe(true);
        const later = Array.from({ length: 5 }, (_, index) => `later ${index}`);
        for (const key of later) await enqueue(pool, "send-mail", mail(key));
        await expect.poll(() => started).toEqual(expect.arrayContaining(later));
        const left = "SELECT 1 FROM graphile_worker.jobs WHERE last_error IS NULL";
        await expect.poll(async () => (await pool.query(left)).rowCount).toBe(0);
      },
      several?.servers,
    );
    await several?.close();
  },
);

test.each([
  ["after its first heartbeat", true],
  ["before its first heartbeat", false],
])("a job of a process that died %s runs in another", async (_when, isKnown) => {
  const done: string[] = [];
  await withRunner(
    async ({ eventKey }) => {
      done.push(eventKey);
    },
    async (pool) => {
      await enqueue(pool, "send-mail", mail("orphan"), { runAt: new Date(Date.now() + 3_600_000) });
      // Like a job that was left by a killed process.
      if (isKnown) await pool.query("INSERT INTO job_runners (id) VALUES ('pool-dead')");
      await pool.query(
        "UPDATE graphile_worker._private_jobs SET locked_by = 'pool-dead', locked_at = now() - interval '2 minutes', run_at = now() WHERE key = 'mail:orphan'",
      );
      await expect.poll(() => done).toContain("orphan");
    },
    database.url,
    { stalledAfterMs: 4_000 },
  );
});

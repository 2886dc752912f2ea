import { appendFile, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { openDataDir } from "../../testing/data-dir.ts";
import { DatabaseClient, withClient } from "../client.ts";
import { logOf, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { PostgresSupervisor } from "./postgres-supervisor.ts";
import { letPass } from "../../testing/wait-for.ts";

test("the server stops with its last client, not while another process is connected", async () => {
  const dataDir = await openDataDir("embedded");
  const server = await startEmbeddedPostgres({ dataDir });
  onTestFinished(async () => {
    // Already stopped, unless the test failed.
    await server.stop().catch(() => {});
    await rm(dataDir, { recursive: true, force: true });
  });
  const answers = () => withClient(server.ownerUrl, async () => true).catch(() => false);
  const staying = new DatabaseClient(server.ownerUrl);
  await staying.connect();
  await server.stop();
  expect(await answers()).toBe(true);
  await Promise.all([
    server.stop(),
    letPass(300, "the server waits for its client").then(() => staying.end()),
  ]);
  expect(await answers()).toBe(false);
});

test("a start waits for a server that is stopping, and starts it again", async () => {
  const dataDir = await openDataDir("embedded");
  const first = await startEmbeddedPostgres({ dataDir });
  onTestFinished(async () => {
    await first.stop().catch(() => {});
    await rm(dataDir, { recursive: true, force: true });
  });
  const staying = new DatabaseClient(first.ownerUrl);
  await staying.connect();
  const pidFile = await readFile(path.join(first.dataDir, "postgres/postmaster.pid"), "utf8");
  // It takes no new connections, and stops after the last one.
  process.kill(Number.parseInt(pidFile, 10), "SIGTERM");
  await expect(withClient(first.ownerUrl, async () => {})).rejects.toThrow();
  const [second] = await Promise.all([
    startEmbeddedPostgres({ dataDir }),
    letPass(300, "the server waits for its client").then(() => staying.end()),
  ]);
  const one = withClient(second.ownerUrl, (client) => client.query("SELECT 1 AS one"));
  expect((await one).rows).toEqual([{ one: 1 }]);
});

test("a long log is moved aside while the server writes it, and is never part of the data", async () => {
  const dataDir = await openDataDir("embedded");
  const first = await startEmbeddedPostgres({ dataDir });
  let stop = () => first.stop();
  onTestFinished(async () => {
    await stop().catch(() => {});
    await rm(dataDir, { recursive: true, force: true });
  });
  await first.stop();
  const left = path.join(first.dataDir, "postgres/server.log");
  await writeFile(left, "of an earlier version");
  const server = await startEmbeddedPostgres({ dataDir });
  const supervisor = await PostgresSupervisor.start(server, pino({ level: "silent" }));
  stop = async () => {
    await supervisor.stop();
    await server.stop();
  };
  expect(await readdir(path.dirname(left))).not.toContain("server.log");
  const log = logOf(server.dataDir);
  await appendFile(log, "x".repeat(11 * 2 ** 20));
  await expect.poll(async () => (await stat(log)).size).toBeLessThan(2 ** 20);
  expect((await stat(`${log}.1`)).size).toBeGreaterThan(10 * 2 ** 20);
  const failed = withClient(server.ownerUrl, (client) => client.query("SELECT no_such_column"));
  await expect(failed).rejects.toThrow();
  await expect.poll(() => readFile(log, "utf8")).toContain("no_such_column");
  expect((await stat(log)).size).toBeLessThan(2 ** 20);
});

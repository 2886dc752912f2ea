import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDataDir } from "../testing/data-dir.ts";
import { DatabaseClient, withClient } from "./client.ts";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import { letPass } from "../testing/wait-for.ts";

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

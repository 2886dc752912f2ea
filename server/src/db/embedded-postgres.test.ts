import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { openDataDir } from "../testing/data-dir.ts";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";

test("the server stops with its last client, not while another process is connected", async () => {
  const dataDir = await openDataDir("embedded");
  const server = await startEmbeddedPostgres({ dataDir });
  onTestFinished(async () => {
    // Already stopped, unless the test failed.
    await server.stop().catch(() => {});
    await rm(dataDir, { recursive: true, force: true });
  });
  const connect = async () => {
    const client = new Client({ connectionString: server.ownerUrl });
    client.on("error", () => {});
    await client.connect();
    return client;
  };
  const answers = () =>
    connect().then(
      async (client) => client.end().then(() => true),
      () => false,
    );
  const staying = await connect();
  await server.stop();
  expect(await answers()).toBe(true);
  await Promise.all([server.stop(), sleep(300).then(() => staying.end())]);
  expect(await answers()).toBe(false);
});

test("a start waits for a server that is stopping, and starts it again", async () => {
  const dataDir = await openDataDir("embedded");
  const first = await startEmbeddedPostgres({ dataDir });
  onTestFinished(async () => {
    await first.stop().catch(() => {});
    await rm(dataDir, { recursive: true, force: true });
  });
  const staying = new Client({ connectionString: first.ownerUrl });
  staying.on("error", () => {});
  await staying.connect();
  const pidFile = await readFile(path.join(first.dataDir, "postgres/postmaster.pid"), "utf8");
  // It takes no new connections, and stops after the last one.
  process.kill(Number.parseInt(pidFile, 10), "SIGTERM");
  await expect(new Client({ connectionString: first.ownerUrl }).connect()).rejects.toThrow();
  const [second] = await Promise.all([
    startEmbeddedPostgres({ dataDir }),
    sleep(300).then(() => staying.end()),
  ]);
  const client = new Client({ connectionString: second.ownerUrl });
  await client.connect();
  expect((await client.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  await client.end();
});

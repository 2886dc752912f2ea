import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { openDataDir } from "../testing/data-dir.ts";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";

test("the server stops with its last client, and not while another process stays connected", async () => {
  const dataDir = await openDataDir("embedded");
  const server = await startEmbeddedPostgres({ dataDir });
  onTestFinished(async () => {
    // Already stopped, unless the test failed.
    await server.stop().catch(() => {});
    await rm(dataDir, { recursive: true, force: true });
  });
  const connect = async () => {
    const client = new Client({ connectionString: server.url });
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

import type { ClientConfig } from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openMarketplace, type Marketplace } from "../testing/marketplace.ts";
import { runStatements } from "../testing/run-statements.ts";
import { withClient } from "./client.ts";
import { connectionConfig, createCallPool } from "./pool.ts";
import { inTransaction } from "./transaction.ts";
import { letPass } from "../testing/wait-for.ts";

const SILENCE_MS = 600;

let market: Marketplace;
beforeAll(async () => {
  market = await openMarketplace();
});
afterAll(() => market?.close());

function open() {
  const pool = createCallPool(market.context.databaseUrl, 1, { silenceMs: SILENCE_MS });
  onTestFinished(() => pool.end());
  return pool;
}

const connectionOf = async (pool: ReturnType<typeof open>) => {
  const { rows } = await pool.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  return rows[0]?.pid;
};

test("a connection that doesn't respond is closed, and the next call gets another", async () => {
  const pool = open();
  const first = await connectionOf(pool);
  // However long the connection has been idle.
  await letPass(2 * SILENCE_MS, "the connection is idle");
  const asked = performance.now();
  await expect(pool.query("SELECT pg_sleep(5)")).rejects.toMatchObject({ code: "08006" });
  expect(performance.now() - asked).toBeLessThan(3_000);
  expect(await connectionOf(pool)).not.toBe(first);
});

test("so is one in a transaction, which is rolled back", async () => {
  const pool = createCallPool(market.database.ownerUrl, 1, { silenceMs: SILENCE_MS });
  onTestFinished(() => pool.end());
  const silent = inTransaction(pool, async (tx) => {
    await tx.query("CREATE TABLE half_done (word text)");
    await tx.query("SELECT pg_sleep(5)");
  });
  await expect(silent).rejects.toMatchObject({ code: "08006" });
  const { rows } = await pool.query("SELECT to_regclass('half_done') AS name");
  expect(rows).toEqual([{ name: null }]);
});

test("an idle one, and one that responds piece by piece, stay open", async () => {
  const pool = open();
  const first = await connectionOf(pool);
  await letPass(2 * SILENCE_MS, "the connection is idle");
  const slowly = await pool.query(
    "SELECT repeat('x', 10_000) AS text, pg_sleep(0.02) FROM generate_series(1, 60)",
  );
  expect(slowly.rows).toHaveLength(60);
  expect(await connectionOf(pool)).toBe(first);
});

test("every commit waits for the disk, whatever the role has as its default", async () => {
  const { ownerUrl } = market.database;
  const role = `hasty_${process.pid}`;
  await runStatements(ownerUrl, [
    `CREATE ROLE ${role} LOGIN PASSWORD 'hasty' SUPERUSER`,
    `ALTER ROLE ${role} SET synchronous_commit = off`,
  ]);
  onTestFinished(() => runStatements(ownerUrl, [`DROP ROLE ${role}`]));
  const url = new URL(market.context.databaseUrl);
  url.username = role;
  url.password = "hasty";
  const level = (config: string | ClientConfig) =>
    withClient(config, async (client) => (await client.query("SHOW synchronous_commit")).rows);
  expect(await level(url.href)).toEqual([{ synchronous_commit: "off" }]);
  expect(await level(connectionConfig(url.href, "hasty"))).toEqual([{ synchronous_commit: "on" }]);
});

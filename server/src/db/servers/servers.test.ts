import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openProxy } from "../../testing/cuttable.ts";
import { openDatabase, type TestDatabase } from "../../testing/database.ts";
import { createCallPool, createPool } from "../pool.ts";
import { findPrimary } from "./find-primary.ts";
import { DatabaseServers, ServersError } from "./servers.ts";

const log = pino({ level: "silent" });
let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await openDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), "gavelyard-servers-"));
});
afterAll(async () => {
  await rm(dataDir, { recursive: true, force: true });
  await database.drop();
});

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
  await rm(path.join(dataDir, "newest-primary.json"), { force: true });
});

async function open(url: string, { copies = false, withinMs = 10_000 } = {}) {
  const servers = await DatabaseServers.open(url, { copies, dataDir, log, withinMs });
  undo.push(() => servers.stop());
  return servers;
}

const withDeadHost = () => database.url.replace("@", "@127.0.0.1:1,");

test("of several hosts, the one that accepts writes is used", async () => {
  const servers = await open(withDeadHost());
  expect(servers.primaryUrl).toBe(database.url);
  for (const pool of [createPool(servers, 1), createCallPool(servers, 1)]) {
    undo.push(() => pool.end());
    expect((await pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  }
});

test("without a primary, a start ends with a message that says so", async () => {
  await expect(
    open("postgres://u@127.0.0.1:1,127.0.0.1:2/db", { withinMs: 1_000 }),
  ).rejects.toThrow(new ServersError("No server in DATABASE_URL accepts writes."));
});

test("a start without the synchronous standby that it needs says what is missing", async () => {
  await expect(open(database.url, { copies: true, withinMs: 1_500 })).rejects.toThrow(
    /^DATABASE_COPIES=1, but .+\.$/,
  );
});

test.each([
  ["a higher timeline", { timeline: 1_000 }],
  ["more of the same timeline", { position: 1e15 }],
  ["another database", { system: "1" }],
])("after %s was used, an older server is refused", async (_what, change) => {
  const file = path.join(dataDir, "newest-primary.json");
  const servers = await DatabaseServers.open(database.url, {
    copies: false,
    dataDir,
    log,
    withinMs: 10_000,
  });
  await servers.stop();
  const seen: object = JSON.parse(await readFile(file, "utf8"));
  await writeFile(file, JSON.stringify({ ...seen, ...change }));
  await expect(open(database.url, { withinMs: 1_000 })).rejects.toThrow(ServersError);
});

test("a record of the newest primary that a power cut left incomplete is replaced", async () => {
  const file = path.join(dataDir, "newest-primary.json");
  await writeFile(file, '{"system":"7');
  const servers = await open(database.url);
  expect(servers.acceptsWrites).toBe(true);
  await expect
    .poll(async () => JSON.parse(await readFile(file, "utf8").catch(() => "{}")) as unknown)
    .toMatchObject({ timeline: 1 });
});

test("a command uses the primary that the server would use, and no older or second one", async () => {
  const settings = { databaseCopies: 0, dataDir };
  expect(await findPrimary(withDeadHost(), settings)).toBe(database.url);
  const twice = database.url.replace(
    "@127.0.0.1",
    `@localhost:${new URL(database.url).port},127.0.0.1`,
  );
  await expect(findPrimary(twice, settings)).rejects.toThrow(
    "No server in DATABASE_URL accepts writes: two servers accept writes, so neither is used.",
  );
  const file = path.join(dataDir, "newest-primary.json");
  const seen: object = JSON.parse(await readFile(file, "utf8"));
  await writeFile(file, JSON.stringify({ ...seen, timeline: 1_000 }));
  await expect(findPrimary(withDeadHost(), settings)).rejects.toThrow(
    "is older than the primary before it.",
  );
});

test("connections to a lost server are closed, and opened again when it is back", async () => {
  const proxy = await openProxy(database.url);
  undo.push(() => proxy.close());
  const url = new URL(database.url);
  url.host = new URL(proxy.url).host;
  const servers = await open(url.href);
  const pool = createPool(servers, 1);
  undo.push(() => pool.end());
  await pool.query("SELECT 1");
  proxy.cut();
  await expect.poll(() => servers.acceptsWrites).toBe(false);
  await expect(pool.query("SELECT 1")).rejects.toThrow("no server");
  proxy.restore();
  await expect.poll(() => servers.acceptsWrites).toBe(true);
  expect((await pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
});

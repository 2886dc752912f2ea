import { execFile } from "node:child_process";
import { once } from "node:events";
import { rename, rm, stat } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import {
  findHome,
  serverUrlOf,
  startEmbeddedPostgres,
} from "../../server/src/db/embedded/embedded-postgres.ts";
import { openDataDir } from "../../server/src/testing/data-dir.ts";
import { letPass } from "../../server/src/testing/wait-for.ts";
import { runCommand, type Command } from "../command.ts";
import { createDatabase, rowsOf, type FreshDatabase } from "../database.ts";
import { embeddedUrl } from "../faults/market.ts";
import { ownPort } from "../own-port.ts";

const root = path.resolve(import.meta.dirname, "../..");
const bootstrap = path.join(root, "script/bootstrap.mjs");

/** Runs a command that ends with the test at the latest. */
function run(command: readonly string[], env: Readonly<Record<string, string>>): Command {
  const started = runCommand(command, env);
  onTestFinished(async () => {
    started.kill("SIGTERM");
    await started.ended;
  });
  return started;
}

const start = (env: Readonly<Record<string, string>>) =>
  run([process.execPath, bootstrap, "start"], env);

const OPEN = "Gavelyard is open";

/** Returns the IDs of a process's descendants. */
async function descendants(pid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pid=,ppid="]);
  const pairs = stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  const found: number[] = [];
  const look = (parent: number) => {
    for (const [child = 0, ppid] of pairs) {
      if (ppid !== parent) continue;
      found.push(child);
      look(child);
    }
  };
  look(pid);
  return found;
}

/** Returns the command lines that name a folder, such as PostgreSQL's. */
async function usersOf(folder: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "args="]);
  return stdout.split("\n").filter((line) => line.includes(folder));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe("a failed start says why in one line and exits with 1", () => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await createDatabase(inject("postgresUrl"));
  });
  afterAll(() => database?.drop());

  // `server/src/settings.test.ts` has a line for each setting.
  test.each([
    [{ RATE_LIMITS: "-1", DEFAULT_BID_LIMIT: "x" }, /DEFAULT_BID_LIMIT .*; RATE_LIMITS /],
    [
      { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" },
      /^We can't reach the database: .+ Check DATABASE_URL\.$/m,
    ],
  ])("%o", async (env, line) => {
    const { code, errors } = await start(env).ended;
    expect(code).toBe(1);
    expect(errors).toMatch(line);
    expect(errors.trim().split("\n")).toHaveLength(1);
  });

  test("a database server that a power failure robs of bids", async () => {
    const dataDir = await openDataDir("unsafe");
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const { ownerUrl, stop } = await startEmbeddedPostgres({ dataDir });
    await stop();
    const { dir, binaries, account } = await findHome(dataDir);
    const control = (...args: string[]) =>
      promisify(execFile)(
        path.join(binaries, "bin/pg_ctl"),
        ["-D", path.join(dir, "postgres"), "-w", "-s", ...args],
        { cwd: dir, ...account },
      );
    const settings = [
      `port=${new URL(ownerUrl).port}`,
      "listen_addresses=127.0.0.1",
      "unix_socket_directories=",
      "fsync=off",
    ];
    const options = settings.map((setting) => `-c ${setting}`).join(" ");
    await control("start", "-l", path.join(dir, "postgres/server.log"), "-o", options);
    onTestFinished(async () => {
      await control("stop", "-m", "immediate");
    });
    const { code, errors } = await start({ DATABASE_URL: ownerUrl, DATA_DIR: dataDir }).ended;
    expect(code).toBe(1);
    expect(errors.trim()).toBe(
      "fsync is off on the database server, so a power failure could lose bids. Turn it on, then start again.",
    );
  });

  test("a port that is taken", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    onTestFinished(() => {
      other.close();
    });
    const { port } = other.address() as AddressInfo;
    const { code, errors } = await start({
      PORT: String(port),
      HOST: "127.0.0.1",
      DATABASE_URL: database.url,
      DATA_DIR: database.dataDir,
    }).ended;
    expect(code).toBe(1);
    expect(errors.trim()).toBe(
      `Port ${port} is taken. Stop the program that uses it, or set PORT.`,
    );
  });
});

describe("the embedded database", () => {
  let dataDir: string;
  let env: Record<string, string>;
  beforeAll(async () => {
    dataDir = await openDataDir("start");
    env = { DATA_DIR: dataDir, PORT: String(await ownPort()), HOST: "127.0.0.1" };
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  test("is created and kept, and Ctrl-C ends all its processes", async () => {
    const first = start(env);
    const opened = await first.printed(OPEN);
    expect(opened).toContain("Created a new database in");
    expect(opened).toContain("keys-to-the-yard-1");
    expect((await fetch(`http://127.0.0.1:${env["PORT"]}/readyz`)).status).toBe(200);
    // The demo is complete from the first request.
    const units = await fetch(`http://127.0.0.1:${env["PORT"]}/inventories?size=100`);
    expect(await units.text()).toContain('"watchers":');
    const family = await descendants(first.pid);
    expect(family.length).toBeGreaterThan(0);
    expect((await usersOf(dataDir)).length).toBeGreaterThan(0);
    first.kill("SIGINT");
    expect((await first.ended).code).toBe(0);
    expect(family.filter(isAlive)).toEqual([]);
    expect(await usersOf(dataDir)).toEqual([]);

    const startedAt = performance.now();
    const second = start(env);
    expect(await second.printed(OPEN)).toContain("Using the data in");
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    second.kill("SIGTERM");
    expect((await second.ended).code).toBe(0);
    expect(await usersOf(dataDir)).toEqual([]);
  });

  test("gives the server a role that only adds records, also on data that has none (ASVS 16.4.2)", async () => {
    const postgres = await startEmbeddedPostgres({ dataDir });
    const role = new URL(postgres.url).username;
    // An earlier version ran as the owner.
    await rowsOf(postgres.ownerUrl, `DROP OWNED BY ${role}; DROP ROLE ${role}`);
    await postgres.stop();
    const started = start(env);
    await started.printed(OPEN);
    const ownerUrl = await embeddedUrl(dataDir);
    const owners = () =>
      rowsOf(
        ownerUrl,
        `SELECT application_name AS name, count(*)::int AS connections FROM pg_stat_activity
          WHERE application_name LIKE 'gavelyard%' AND usename <> '${role}' GROUP BY 1 ORDER BY 1`,
      );
    // The command starts the server as its only child.
    const [server] = await descendants(started.pid);
    // One copies the log, the other supervises.
    await expect.poll(owners).toEqual([
      { name: `gavelyard-${server}`, connections: 1 },
      { name: "gavelyard-care", connections: 1 },
    ]);
    const attack = rowsOf(serverUrlOf(ownerUrl), "DELETE FROM audit_log");
    await expect(attack).rejects.toThrow("permission denied");
    started.kill("SIGTERM");
    expect((await started.ended).code).toBe(0);
  });

  test("has its key in a separate file, and doesn't start without it", async () => {
    const key = path.join(dataDir, "secrets.key");
    expect((await stat(key)).mode & 0o777).toBe(0o600);
    await rename(key, `${key}.away`);
    const failed = await start(env).ended;
    expect(failed.code).toBe(1);
    expect(failed.errors.trim()).toBe(
      `The secrets of this database are sealed, and there is no key in ${key}. Put it back; see "Keep the key" in docs/operating.md.`,
    );
    await rename(`${key}.away`, key);
  });

  test("is stopped when the start fails or is interrupted", async () => {
    const other = createServer().listen(Number(env["PORT"]), "127.0.0.1");
    await once(other, "listening");
    expect((await start(env).ended).code).toBe(1);
    other.close();
    expect(await usersOf(dataDir)).toEqual([]);
    for (const afterMs of [300, 500, 700, 900, 1_100]) {
      const broken = start(env);
      await letPass(afterMs, "interrupts come at different moments of the start");
      broken.kill("SIGTERM");
      await broken.ended;
      expect(await usersOf(dataDir), `after ${afterMs} ms`).toEqual([]);
    }
  });

  test("allows a reset of the demo only while nothing runs", async () => {
    const running = start(env);
    await running.printed(OPEN);
    const reset = () => run([process.execPath, bootstrap, "demo-reset"], env).ended;
    const refused = await reset();
    expect(refused.code).toBe(1);
    expect(refused.errors).toMatch(/Gavelyard is running on this database\. Stop it first/);
    expect((await fetch(`http://127.0.0.1:${env["PORT"]}/inventories`)).status).toBe(200);
    running.kill("SIGINT");
    await running.ended;
    const done = await reset();
    expect(done.code, done.errors).toBe(0);
    expect(done.output).toContain("The demo has been reset.");
    expect(await usersOf(dataDir)).toEqual([]);
  });

  test("gets its first administrator from the command line", async () => {
    const admin = await run(
      [
        process.execPath,
        bootstrap,
        "admin",
        "--email",
        "owner@yard.example",
        "--name",
        "Olga Owner",
        "--password",
        "a gate with two locks",
      ],
      env,
    ).ended;
    expect(admin.code, admin.errors).toBe(0);
    const running = start(env);
    await running.printed(OPEN);
    const answer = await fetch(`http://127.0.0.1:${env["PORT"]}/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "owner@yard.example", password: "a gate with two locks" }),
    });
    expect(await answer.json()).toMatchObject({ userRole: "ROLE_ADMIN" });
    running.kill("SIGINT");
    await running.ended;
  });

  test.each(["start", "dev"])("stops when only npm is ended during npm run %s", async (verb) => {
    const npm = run(["npm", "run", verb], env);
    await npm.printed(OPEN);
    const family = await descendants(npm.pid);
    expect(family.length).toBeGreaterThan(1);
    npm.kill("SIGTERM");
    await expect
      .poll(async () => [...[npm.pid, ...family].filter(isAlive), ...(await usersOf(dataDir))])
      .toEqual([]);
  });
});

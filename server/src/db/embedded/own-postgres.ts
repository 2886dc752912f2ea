import { execFile, spawn } from "node:child_process";
import { mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { withClient } from "../client.ts";
import { exists } from "./embedded-postgres.ts";

const run = promisify(execFile);
const POLL_MS = 100;

export interface RestoredPostgres {
  readonly url: string;
  log(): string;
  stop(): Promise<void>;
}

/** Thrown when a server ends before it accepts connections. */
export class NotStartedError extends Error {
  override readonly name = "NotStartedError";
  readonly log: string;

  constructor(log: string) {
    super(`PostgreSQL did not start: ${log.trim().split("\n").slice(-3).join(" | ")}`);
    this.log = log;
  }
}

/**
 * Settings that override a restored server's own: no one else reaches it, it waits for no standby,
 * and it archives nothing before it replaces the live server.
 */
const settings = {
  listen_addresses: "",
  port: "5432",
  hot_standby: "off",
  archive_mode: "on",
  archive_command: "",
  archive_library: "",
  synchronous_standby_names: "",
  shared_preload_libraries: "",
  ssl: "off",
  logging_collector: "off",
  log_destination: "stderr",
  log_min_messages: "warning",
  lc_messages: "C",
};

/**
 * Starts the server of a restored data directory with the PostgreSQL installed on this machine, and
 * waits until it has replayed its log.
 * @throws NotStartedError
 */
export async function startRestored(
  dir: string,
  access: { readonly user: string; readonly database: string },
  options: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>>,
): Promise<RestoredPostgres> {
  // For the socket and configuration files. A data directory's path may be too long for a socket.
  const own = await mkdtemp(path.join(tmpdir(), "gavelyard-restore-"));
  const files = { config_file: "", hba_file: "local all all trust\n", ident_file: "" };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(own, name), text);
  const given = {
    ...settings,
    ...Object.fromEntries(Object.keys(files).map((name) => [name, path.join(own, name)])),
    unix_socket_directories: own,
    ...options,
  };
  const server = spawn(
    "postgres",
    ["-D", dir, ...Object.entries(given).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    { env: { ...(await toolEnv(dir)), ...env }, stdio: ["ignore", "ignore", "pipe"] },
  );
  let log = "";
  server.stderr.on("data", (text: Buffer) => (log += text.toString()));
  const closed = new Promise<void>((resolve) => {
    server.once("close", () => resolve());
    server.once("error", (error) => {
      log += error.message;
      resolve();
    });
  }).then(() => rm(own, { recursive: true, force: true }));
  const url = `postgres://${encodeURIComponent(access.user)}@localhost/${encodeURIComponent(access.database)}?host=${encodeURIComponent(own)}`;
  const stop = async () => {
    server.kill("SIGINT");
    await closed;
  };
  const isAlive = () =>
    server.pid !== undefined && server.exitCode === null && server.signalCode === null;
  try {
    while (isAlive()) {
      if (await acceptsConnections(url)) return { url, log: () => log, stop };
      await sleep(POLL_MS);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  await stop();
  throw new NotStartedError(log);
}

/** Returns false while a server starts. */
async function acceptsConnections(url: string): Promise<boolean> {
  try {
    return await withClient(url, async () => true);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code === "57P03" || code === "ENOENT" || code === "ECONNREFUSED") return false;
    throw error;
  }
}

/** Returns the environment of the PostgreSQL commands for a data directory's version. */
async function toolEnv(dir: string): Promise<NodeJS.ProcessEnv> {
  const version = (await readFile(path.join(dir, "PG_VERSION"), "utf8")).trim();
  const places = [`/usr/lib/postgresql/${version}/bin`, `/usr/pgsql-${version}/bin`];
  return {
    ...process.env,
    LC_ALL: "C",
    PATH: [...places, process.env["PATH"] ?? ""].join(path.delimiter),
  };
}

export async function runsOn(dataDir: string): Promise<boolean> {
  if (!(await exists(path.join(dataDir, "PG_VERSION")))) return false;
  return run("pg_ctl", ["status", "-D", dataDir], { env: await toolEnv(dataDir) }).then(
    () => true,
    () => false,
  );
}

/**
 * Stops the server on a data directory and puts the restored one in its place; the old one is kept
 * as `aside`.
 */
export async function replaceDataDir(
  dataDir: string,
  restored: string,
  aside: string,
): Promise<void> {
  if (await runsOn(dataDir))
    await run("pg_ctl", ["stop", "-m", "fast", "-w", "-t", "600", "-D", dataDir], {
      env: await toolEnv(dataDir),
    });
  if (await exists(dataDir)) await rename(dataDir, aside);
  await rename(restored, dataDir);
}

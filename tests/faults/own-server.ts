import { execFile } from "node:child_process";
import { chown, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { openDataDir } from "../../server/src/testing/data-dir.ts";
import { rowsOf } from "../database.ts";
import { ownPort } from "../own-port.ts";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../..");
/** PostgreSQL refuses to run as root. */
const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const STANZA = "market";

/** Of an operator command. */
export interface Outcome {
  readonly code: number;
  readonly output: string;
}

/** An operator's own PostgreSQL, with a pgBackRest repository. */
export class OwnServer {
  readonly dir: string;
  readonly data: string;
  /** For a role that isn't a superuser. */
  readonly url: string;
  readonly #port: number;
  readonly #binaries: string;

  private constructor(dir: string, port: number, binaries: string) {
    this.dir = dir;
    this.data = path.join(dir, "data");
    this.url = `postgres://market@127.0.0.1:${port}/market`;
    this.#port = port;
    this.#binaries = binaries;
  }

  static async open(binaries: string): Promise<OwnServer> {
    const dir = await openDataDir("own-server");
    if (account.uid !== undefined) await chown(dir, account.uid, account.gid);
    const server = new OwnServer(dir, await ownPort(), binaries);
    const { data } = server;
    await server.run(
      path.join(binaries, "initdb"),
      "-D",
      data,
      "-U",
      "postgres",
      "-A",
      "trust",
      "-k",
    );
    await writeFile(
      path.join(dir, "pgbackrest.conf"),
      [
        "[global]",
        `repo1-path=${dir}/repository`,
        "repo1-retention-full=2",
        `lock-path=${dir}/lock`,
        `spool-path=${dir}/spool`,
        "log-level-file=off",
        "archive-timeout=20",
        `[${STANZA}]`,
        `pg1-path=${data}`,
        `pg1-port=${server.#port}`,
        `pg1-socket-path=${dir}`,
        "pg1-user=postgres",
        "",
      ].join("\n"),
    );
    await server.start({ archive_mode: "off" });
    const superuser = `postgres://postgres@127.0.0.1:${server.#port}/postgres`;
    await rowsOf(superuser, "CREATE ROLE market LOGIN");
    await rowsOf(superuser, "GRANT pg_read_all_settings TO market");
    await rowsOf(superuser, "CREATE DATABASE market OWNER market");
    await server.pgBackRest("stanza-create");
    return server;
  }

  get env(): Readonly<Record<string, string>> {
    return {
      DATABASE_URL: this.url,
      PGBACKREST_STANZA: STANZA,
      BACKUP_URL: `file://${this.dir}/backups`,
      FILES_URL: `file://${this.dir}/files`,
      DATA_DIR: path.join(this.dir, "product"),
    };
  }

  async start(settings: Readonly<Record<string, string>> = {}): Promise<void> {
    const options = {
      port: String(this.#port),
      listen_addresses: "127.0.0.1",
      unix_socket_directories: this.dir,
      archive_mode: "on",
      archive_command: `pgbackrest --config=${this.dir}/pgbackrest.conf --stanza=${STANZA} archive-push %p`,
      ...settings,
    };
    const flags = Object.entries(options).map(([name, value]) => `-c ${name}='${value}'`);
    const log = path.join(this.dir, "server.log");
    await this.#pgCtl("start", "-s", "-l", log, "-o", flags.join(" "));
  }

  async stop(): Promise<void> {
    await this.#pgCtl("stop", "-m", "fast", "-s");
  }

  /** Kills the server and deletes its data, like a lost disk. */
  async lose(): Promise<void> {
    await this.#pgCtl("stop", "-m", "immediate", "-s");
    await rm(this.data, { recursive: true });
  }

  async close(): Promise<void> {
    await this.stop().catch(() => {});
    await rm(this.dir, { recursive: true, force: true });
  }

  /** Files in a part of the repository, sorted by name. */
  async inRepository(part: "archive" | "backup", name: RegExp): Promise<string[]> {
    const folder = path.join(this.dir, "repository", part, STANZA);
    return (await readdir(folder, { recursive: true }))
      .map((file) => path.join(folder, file))
      .filter((file) => name.test(file))
      .toSorted();
  }

  async pgBackRest(...args: string[]): Promise<void> {
    await this.run("pgbackrest", `--stanza=${STANZA}`, ...args);
  }

  /** Runs an operator command as PostgreSQL's account. */
  async command(name: "backup" | "restore" | "verify-house", ...args: string[]): Promise<Outcome> {
    return new Promise((resolve) => {
      const file = path.join(root, `server/src/${name}.ts`);
      const child = execFile(process.execPath, [file, ...args], this.#options, (_error, out, err) =>
        resolve({ code: child.exitCode ?? -1, output: out + err }),
      );
    });
  }

  async run(command: string, ...args: string[]): Promise<string> {
    return (await run(command, args, this.#options)).stdout;
  }

  get #options() {
    return {
      cwd: this.dir,
      env: {
        PATH: process.env["PATH"],
        PGBACKREST_CONFIG: path.join(this.dir, "pgbackrest.conf"),
        ...this.env,
      },
      ...account,
    };
  }

  async #pgCtl(...args: string[]): Promise<void> {
    await this.run(path.join(this.#binaries, "pg_ctl"), "-D", this.data, "-w", ...args);
  }
}

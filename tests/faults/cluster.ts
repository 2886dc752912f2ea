import { execFile } from "node:child_process";
import { appendFile, chmod, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { withClient } from "../../server/src/db/client.ts";
import {
  findHome,
  startEmbeddedPostgres,
  type Home,
} from "../../server/src/db/embedded/embedded-postgres.ts";
import { openDataDir } from "../../server/src/testing/data-dir.ts";
import { rowsOf } from "../database.ts";
import { ownPort } from "../own-port.ts";
import { openSilentLine, type SilentLine } from "./silent-line.ts";
import { waitFor } from "../../server/src/testing/wait-for.ts";

const run = promisify(execFile);
const STANDBYS_WITHIN_MS = 20_000;

/** Settings of every node. Commits are on two disks before they are acknowledged. */
const settings = [
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  "max_connections=100",
  "shared_buffers=64MB",
  "fsync=on",
  "full_page_writes=on",
  "wal_level=replica",
  "max_wal_senders=10",
  "wal_keep_size=512MB",
  "hot_standby=on",
  "hot_standby_feedback=on",
  "max_standby_streaming_delay=5s",
  "wal_sender_timeout=3s",
  "wal_receiver_timeout=3s",
  "wal_retrieve_retry_interval=200ms",
  "logging_collector=off",
];

/** A PostgreSQL server that the product reaches through a proxy, which can go silent. */
export interface Node {
  readonly data: string;
  readonly port: number;
  readonly line: SilentLine;
  /** Bypasses the proxy. */
  readonly url: string;
}

/** A primary and two standbys. The test promotes. */
export class Cluster {
  readonly nodes: readonly Node[];
  /** The product's `DATABASE_URL`, with three hosts. */
  readonly url: string;
  primary: Node;
  readonly #home: Home;
  readonly #dir: string;
  readonly #password: string;

  private constructor(
    dir: string,
    home: Home,
    { nodes, primary, password }: { nodes: readonly Node[]; primary: Node; password: string },
  ) {
    this.#dir = dir;
    this.#home = home;
    this.nodes = nodes;
    this.primary = primary;
    this.#password = password;
    const hosts = nodes.map(({ line }) => `127.0.0.1:${line.port}`).join();
    this.url = `postgres://gavelyard:${password}@${hosts}/gavelyard`;
  }

  /** Starts three nodes. The clocks of two are behind. */
  static async open(clockBehindMs: number): Promise<Cluster> {
    const dir = await openDataDir("cluster");
    const first = await startEmbeddedPostgres({ dataDir: dir });
    await first.stop();
    const home = await findHome(dir);
    const { password } = new URL(first.ownerUrl);
    const nodes: Node[] = [];
    for (let number = 0; number < 3; number += 1) {
      const nodePort = await ownPort();
      nodes.push({
        data: path.join(home.dir, `node-${number}`),
        port: nodePort,
        line: await openSilentLine(nodePort),
        url: `postgres://gavelyard:${password}@127.0.0.1:${nodePort}/gavelyard`,
      });
    }
    const [primary, ...standbys] = nodes;
    if (primary === undefined) throw new Error("there are no nodes");
    const cluster = new Cluster(dir, home, { nodes, primary, password });
    await run("mv", [path.join(home.dir, "postgres"), primary.data]);
    await cluster.start(primary);
    await cluster.setSynchronous("ANY 1 (*)", primary);
    for (const standby of standbys) await cluster.join(standby, clockBehindMs);
    return cluster;
  }

  get standbys(): Node[] {
    return this.nodes.filter((node) => node !== this.primary);
  }

  async close(): Promise<void> {
    for (const node of this.nodes) {
      await this.signal(node, "SIGCONT").catch(() => {});
      await this.signal(node, "SIGKILL").catch(() => {});
      await node.line.close();
    }
    await rm(this.#dir, { recursive: true, force: true });
  }

  /** Sets which standbys commits wait for; empty for none. */
  async setSynchronous(names: string, node = this.primary): Promise<void> {
    await this.on(node, `ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
    await this.on(node, "SELECT pg_reload_conf()");
  }

  async on<Row extends object>(node: Node, text: string): Promise<Row[]> {
    return rowsOf<Row>(node.url, text);
  }

  /** `clock_ms` in the tests reads a clock that is behind. */
  async start(node: Node, clockBehindMs = 0): Promise<void> {
    const options = [...settings, `port=${node.port}`, `gavelyard.behind_ms=${clockBehindMs}`];
    await this.#pgCtl(node, [
      "start",
      "-w",
      "-s",
      "-l",
      path.join(node.data, "server.log"),
      "-o",
      options.map((setting) => `-c ${setting}`).join(" "),
    ]);
  }

  /** Makes a node a copy of the primary, whatever it was before, and waits until it follows. */
  async join(node: Node, clockBehindMs = 0): Promise<void> {
    await this.signal(node, "SIGKILL").catch(() => {});
    await rm(node.data, { recursive: true, force: true });
    await withClient(this.primary.url, async (client) => {
      await client.query("SELECT pg_backup_start('join', true)");
      // Files that vanish during the copy are restored from the log.
      await run("cp", ["-a", this.primary.data, node.data]).catch(() => {});
      const { rows } = await client.query<{ label: string }>(
        "SELECT labelfile AS label FROM pg_backup_stop(false)",
      );
      await writeFile(path.join(node.data, "backup_label"), rows[0]?.label ?? "");
    });
    await rm(path.join(node.data, "postmaster.pid"), { force: true });
    await writeFile(path.join(node.data, "standby.signal"), "");
    await appendFile(
      path.join(node.data, "postgresql.auto.conf"),
      `\nprimary_conninfo = '${this.#conninfo(node)}'\n`,
    );
    await this.#own(node.data);
    await this.start(node, clockBehindMs);
    await this.follows(node);
  }

  /** Waits until a standby streams from the primary. */
  async follows(node: Node): Promise<void> {
    const follows = async () => {
      const rows = await this.on(
        this.primary,
        `SELECT 1 FROM pg_stat_replication WHERE state = 'streaming' AND application_name = 'n${node.port}'`,
      );
      return rows.length > 0 || undefined;
    };
    await waitFor(follows, "a standby that follows", STANDBYS_WITHIN_MS);
  }

  /** Promotes the most advanced standby and lets the other follow it. Returns the new primary. */
  async promote(): Promise<Node> {
    const received = await Promise.all(
      this.standbys.map(async (node) => {
        const [row] = await this.on<{ at: number }>(
          node,
          "SELECT (coalesce(pg_last_wal_receive_lsn(), '0/0') - '0/0')::float8 AS at",
        );
        return { node, at: row?.at ?? 0 };
      }),
    );
    const [best, ...others] = received.toSorted((one, other) => other.at - one.at);
    if (best === undefined) throw new Error("there is no standby");
    await this.on(best.node, "SELECT pg_promote(true, 10)");
    this.primary = best.node;
    for (const { node } of others) {
      await this.on(node, `ALTER SYSTEM SET primary_conninfo = '${this.#conninfo(node)}'`);
      await this.on(node, "SELECT pg_reload_conf()");
    }
    return best.node;
  }

  /** Signals a node's server and all of its processes. */
  async signal(node: Node, name: NodeJS.Signals): Promise<void> {
    const file = await readFile(path.join(node.data, "postmaster.pid"), "utf8");
    const postmaster = Number(file.split("\n")[0]);
    const { stdout } = await run("ps", ["-A", "-o", "pid=,ppid="]);
    const children = stdout
      .trim()
      .split("\n")
      .map((line) => line.trim().split(/\s+/).map(Number))
      .flatMap(([pid = 0, parent]) => (parent === postmaster ? [pid] : []));
    for (const pid of [postmaster, ...children]) {
      try {
        process.kill(pid, name);
      } catch {
        // It ended with the others.
      }
    }
  }

  #conninfo(node: Node): string {
    return `host=127.0.0.1 port=${this.primary.port} user=gavelyard password=${this.#password} application_name=n${node.port}`;
  }

  async #own(folder: string): Promise<void> {
    const { account } = this.#home;
    await mkdir(folder, { recursive: true });
    await chmod(folder, 0o700);
    if (account !== null) await run("chown", ["-R", `${account.uid}:${account.gid}`, folder]);
  }

  async #pgCtl(node: Node, args: readonly string[]): Promise<void> {
    await run(path.join(this.#home.binaries, "bin", "pg_ctl"), [...args, "-D", node.data], {
      cwd: this.#home.dir,
      env: { LC_ALL: "C", PATH: process.env["PATH"] },
      ...this.#home.account,
    });
  }
}

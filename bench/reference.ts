import { execFile, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { randomBytes } from "node:crypto";
import { cp, mkdir, readFile, rm, rmdir, writeFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import path from "node:path";
import { text as textOf } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { parseEnv, promisify } from "node:util";
import { z } from "zod";
import { root } from "../script/build-web.ts";
import { openDataDir } from "../server/src/testing/data-dir.ts";
import { rowsOf } from "../tests/database.ts";
import {
  closeMachines,
  missingForMachines,
  NAMESPACE_ETC,
  openMachines,
  type Machine,
} from "./machines.ts";

const run = promisify(execFile);
const DEPLOY = path.join(root, "deploy/failover");
const DATABASES = ["db-1", "db-2", "db-3"];
const SERVERS = ["app-1", "app-2"];
const DOOR = "door";
const WITHIN_MS = 120_000;
/** Time that a standby has to recover by itself. */
const UNAIDED_MS = 45_000;
/** Account of Debian's PostgreSQL packages. */
const ACCOUNT = "postgres";
/** Folder of each machine with its certificate. */
const CERTIFICATES = "/etc/gavelyard";

interface Passwords {
  readonly superuser: string;
  readonly replication: string;
  readonly owner: string;
  readonly product: string;
  /** Patroni's and the administrator's in etcd. */
  readonly etcd: string;
  /** Seals the stored secrets. */
  readonly secrets: string;
}

/** A member of the cluster as Patroni lists it. */
const clusterAnswer = z.object({
  members: z.array(z.object({ name: z.string(), role: z.string(), timeline: z.int().optional() })),
});

/** Returns what this machine lacks. An older Patroni lets a former primary take back the lock (decision 37). */
export async function missingForReference(): Promise<string[]> {
  const missing = await missingForMachines([
    "patroni",
    "etcd",
    "etcdctl",
    "nft",
    "haproxy",
    "psql",
    "openssl",
    "/usr/lib/postgresql/15/bin/postgres",
  ]);
  if (missing.includes("patroni")) return missing;
  const { stdout } = await run("patroni", ["--version"]);
  const [major = 0, minor = 0] = (/[\d.]+/.exec(stdout)?.[0] ?? "").split(".").map(Number);
  return major > 3 || (major === 3 && minor >= 1) ? missing : [...missing, "patroni 3.1 or newer"];
}

/**
 * The deployment of `deploy/failover`, each machine in a network namespace: three of PostgreSQL with
 * Patroni, two servers and the load balancer; etcd on the last three.
 */
export class Reference {
  readonly #dir: string;
  readonly #machines: readonly Machine[];
  readonly #passwords: Passwords;
  readonly #serverEnv: Readonly<Record<string, string>>;

  private constructor(
    dir: string,
    machines: readonly Machine[],
    given: { passwords: Passwords; env: string },
  ) {
    this.#dir = dir;
    this.#machines = machines;
    this.#passwords = given.passwords;
    const env: Record<string, string> = {};
    for (const [name, value] of Object.entries(parseEnv(given.env))) env[name] = value ?? "";
    this.#serverEnv = {
      ...env,
      DATABASE_URL: (env["DATABASE_URL"] ?? "").replace("PASSWORD", given.passwords.product),
    };
  }

  /** Starts the whole deployment. `env` adds to the servers' environment. */
  static async open(env: Readonly<Record<string, string>>): Promise<Reference> {
    const dir = await openDataDir("reference");
    const machines = await openMachines([...DATABASES, ...SERVERS, DOOR], dir);
    const password = () => randomBytes(12).toString("hex");
    const passwords: Passwords = {
      superuser: password(),
      replication: password(),
      owner: password(),
      product: password(),
      etcd: password(),
      secrets: randomBytes(32).toString("base64"),
    };
    const extra = Object.entries(env).map(([name, value]) => `\n${name}=${value}`);
    const text = await readFile(path.join(DEPLOY, "gavelyard.env"), "utf8");
    const reference = new Reference(dir, machines, { passwords, env: text + extra.join("") });
    try {
      await reference.#start();
    } catch (error) {
      await reference.close();
      throw error;
    }
    return reference;
  }

  get url(): string {
    return `http://${this.machine(DOOR).address}`;
  }

  /** URL of the database through the balancer, which routes to the primary, as the tables' owner. */
  get databaseUrl(): string {
    return `postgres://gavelyard_owner:${this.#passwords.owner}@${this.machine(DOOR).address}:5000/gavelyard?${this.#tls}`;
  }

  /** Certificates are for names, and from here machines are reached by address. */
  get #tls(): string {
    return `uselibpqcompat=true&sslmode=verify-ca&sslrootcert=${path.join(this.#dir, "certificates/ca.pem")}`;
  }

  machine(name: string): Machine {
    const found = this.#machines.find((machine) => machine.name === name);
    if (found === undefined) throw new Error(`there is no machine ${name}`);
    return found;
  }

  async close(): Promise<void> {
    await this.halt();
    await rm(this.#dir, { recursive: true, force: true });
    // Only an empty folder, on which each machine's own was shown.
    await rmdir(CERTIFICATES).catch(() => {});
  }

  async halt(): Promise<string> {
    await closeMachines(this.#machines);
    return this.#dir;
  }

  async primary(): Promise<{ machine: Machine; timeline: number }> {
    const members = await this.#members();
    const leader = members.find(({ role }) => role === "leader");
    if (leader === undefined) throw new Error("there is no primary");
    return { machine: this.machine(leader.name), timeline: leader.timeline ?? 0 };
  }

  /** The machine of the standby that confirms commits. */
  async synchronous(): Promise<Machine> {
    const standby = (await this.#members()).find(({ role }) => role === "sync_standby");
    if (standby === undefined) throw new Error("there is no synchronous standby");
    return this.machine(standby.name);
  }

  /** The machines that run etcd, its leader first. */
  async etcdMachines(): Promise<Machine[]> {
    const machines = [...SERVERS, DOOR].map((name) => this.machine(name));
    const status = z.object({
      header: z.object({ member_id: z.string() }),
      leader: z.string().optional(),
    });
    const leads = await Promise.all(
      machines.map(async (machine) => {
        const answer = await fetch(`http://${machine.address}:2379/v3/maintenance/status`, {
          method: "POST",
          body: "{}",
          signal: AbortSignal.timeout(2_000),
        });
        const { header, leader } = status.parse(await answer.json());
        return header.member_id === leader;
      }),
    );
    return machines.toSorted(
      (one, other) => Number(leads[machines.indexOf(other)]) - Number(leads[machines.indexOf(one)]),
    );
  }

  /** Returns what a broken or neighboring host can reach, which must be nothing. */
  async exposed(): Promise<string[]> {
    const closed = [
      ["app-1", "db-1", 8008],
      ["app-1", "app-2", 8080],
      ["app-1", DOOR, 5000],
      ["db-1", "app-1", 8080],
      ["db-1", "app-1", 2380],
    ] as const;
    const reached = await Promise.all(
      closed.map(async ([from, to, port]) => {
        const dial = ["timeout", "2", "bash", "-c", `exec 3<>/dev/tcp/${to}/${port}`];
        const [code] = await once(this.machine(from).start(dial), "exit");
        return code === 0 ? [`${from} reaches ${to}:${port}`] : [];
      }),
    );
    const read = await fetch(`http://${this.machine(DOOR).address}:2379/v3/kv/range`, {
      method: "POST",
      body: JSON.stringify({ key: Buffer.from("/service").toString("base64") }),
    });
    return [...reached.flat(), ...(read.ok ? ["etcd answers without a password"] : [])];
  }

  /** Starts Patroni, which starts PostgreSQL. */
  startDatabase(machine: Machine): void {
    machine.start(["patroni", path.join(DEPLOY, "patroni.yml")], {
      account: ACCOUNT,
      env: {
        PATRONI_NAME: machine.name,
        PATRONI_POSTGRESQL_LISTEN: `${machine.name}:5432`,
        PATRONI_RESTAPI_LISTEN: `${machine.name}:8008`,
        PATRONI_ETCD3_HOSTS: [...SERVERS, DOOR].map((name) => `${name}:2379`).join(","),
        PATRONI_ETCD3_PASSWORD: this.#passwords.etcd,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${machine.name}:5432`,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `${machine.name}:8008`,
        PATRONI_RESTAPI_USERNAME: "patroni",
        PATRONI_RESTAPI_PASSWORD: this.#passwords.superuser,
        PATRONI_SUPERUSER_USERNAME: "postgres",
        PATRONI_SUPERUSER_PASSWORD: this.#passwords.superuser,
        PATRONI_REPLICATION_USERNAME: "replicator",
        PATRONI_REPLICATION_PASSWORD: this.#passwords.replication,
        PATRONI_POSTGRESQL_DATA_DIR: path.join(this.#dir, machine.name, "data"),
        PATRONI_POSTGRESQL_PGPASS: path.join(this.#dir, machine.name, "pgpass"),
      },
    });
  }

  async startEtcd(machine: Machine): Promise<void> {
    const text = await readFile(path.join(DEPLOY, "etcd.env"), "utf8");
    const env: Record<string, string> = {};
    for (const [name, value] of Object.entries(parseEnv(text))) env[name] = value ?? "";
    machine.start(["etcd"], {
      account: ACCOUNT,
      env: {
        ...env,
        ETCD_NAME: machine.name,
        ETCD_LISTEN_PEER_URLS: `https://${machine.address}:2380`,
        ETCD_LISTEN_CLIENT_URLS: `http://${machine.address}:2379`,
        ETCD_INITIAL_ADVERTISE_PEER_URLS: `https://${machine.name}:2380`,
        ETCD_ADVERTISE_CLIENT_URLS: `http://${machine.name}:2379`,
        ETCD_DATA_DIR: path.join(this.#dir, machine.name, "etcd"),
      },
    });
  }

  startServer(machine: Machine): ChildProcess {
    return machine.start([process.execPath, path.join(root, "server/src/main.ts")], {
      env: {
        ...this.#serverEnv,
        NODE_ENV: "production",
        HOST: "0.0.0.0",
        DATA_DIR: path.join(this.#dir, machine.name, "server"),
        FILES_URL: `file://${path.join(this.#dir, "files")}`,
      },
    });
  }

  /** Waits until the primary has both standbys, one of which confirms commits, and servers are ready. */
  async healthy(withinMs = WITHIN_MS): Promise<void> {
    await until("the deployment is healthy", withinMs, async () => {
      const { machine } = await this.primary();
      const [row] = await rowsOf<{ streaming: number; synchronous: number }>(
        this.#superuserUrl(machine),
        `SELECT count(*) FILTER (WHERE state = 'streaming')::int AS streaming,
          count(*) FILTER (WHERE sync_state = 'sync')::int AS synchronous
          FROM pg_stat_replication`,
      );
      const ready = await Promise.all(SERVERS.map((name) => this.#isReady(name)));
      const { ok } = await fetch(`${this.url}/readyz`);
      return row?.streaming === 2 && row.synchronous === 1 && !ready.includes(false) && ok;
    });
  }

  /**
   * Waits until the deployment is healthy, and reinitializes standbys that don't recover by
   * themselves, as an operator would. Returns how many.
   */
  async repair(): Promise<number> {
    try {
      await this.healthy(UNAIDED_MS);
      return 0;
    } catch {
      const { machine } = await this.primary();
      const streaming = await rowsOf<{ name: string }>(
        this.#superuserUrl(machine),
        "SELECT application_name AS name FROM pg_stat_replication WHERE state = 'streaming'",
      );
      const there = [machine.name, ...streaming.map(({ name }) => name)];
      const missing = DATABASES.filter((name) => !there.includes(name));
      for (const name of missing) await this.#reinitialize(this.machine(name));
      await this.healthy();
      return missing.length;
    }
  }

  async #reinitialize(machine: Machine): Promise<void> {
    const auth = `patroni:${this.#passwords.superuser}`;
    const at = { port: 8008, path: "/reinitialize", method: "POST", auth };
    await this.#ask(machine, at, JSON.stringify({ force: true }));
  }

  /**
   * Calls a service of a machine, as `door` could, and returns the body of its response.
   * @throws Error for a response other than 200
   */
  async #ask(
    { name, address }: Machine,
    at: { port: number; path: string; method?: string; auth?: string },
    body?: string,
  ): Promise<string> {
    const file = (name: string) =>
      readFile(path.join(this.#dir, "certificates", DOOR, name), "utf8");
    const [ca, cert, key] = await Promise.all(["ca.pem", "host.pem", "host.key"].map(file));
    const call = request({
      ...at,
      host: address,
      servername: name,
      agent: false,
      signal: AbortSignal.timeout(2_000),
      ca,
      cert,
      key,
    });
    call.end(body);
    const [response]: IncomingMessage[] = await once(call, "response");
    if (response === undefined) throw new Error(`${name} does not answer`);
    const said = await textOf(response);
    if (response.statusCode !== 200) throw new Error(`${name}${at.path}: ${said}`);
    return said;
  }

  /** Gives each machine a folder for its data, and its certificate. */
  async #prepare(): Promise<void> {
    const certificates = path.join(this.#dir, "certificates");
    await run("sh", [path.join(DEPLOY, "certificates.sh"), certificates]);
    await mkdir(CERTIFICATES, { recursive: true });
    for (const name of SERVERS)
      await writeFile(path.join(certificates, name, "secrets.key"), this.#passwords.secrets);
    for (const { name, namespace } of this.#machines) {
      const folder = path.join(this.#dir, name);
      await mkdir(folder);
      const shown = path.join(NAMESPACE_ETC, namespace, path.basename(CERTIFICATES));
      await cp(path.join(certificates, name), shown, { recursive: true });
      await run("chown", ["-R", `${ACCOUNT}:${ACCOUNT}`, folder, shown]);
    }
  }

  async #start(): Promise<void> {
    await this.#prepare();
    for (const machine of this.#machines)
      await this.#run(machine, ["nft", "-f", path.join(DEPLOY, "nftables.conf")], {});
    for (const name of [...SERVERS, DOOR]) await this.startEtcd(this.machine(name));
    await until("etcd has a leader", WITHIN_MS, async () => (await this.etcdMachines()).length > 0);
    await this.#run(this.machine("app-1"), ["sh", path.join(DEPLOY, "etcd-users.sh")], {
      ETCD_ROOT_PASSWORD: this.#passwords.etcd,
      PATRONI_ETCD3_PASSWORD: this.#passwords.etcd,
    });
    for (const name of DATABASES) this.startDatabase(this.machine(name));
    this.machine(DOOR).start(["haproxy", "-db", "-f", path.join(DEPLOY, "haproxy.cfg")]);
    // With a synchronous standby, what is created now survives a failover.
    await until("there is a synchronous standby", WITHIN_MS, async () => {
      await this.synchronous();
      return true;
    });
    await until("the balancer finds the primary", WITHIN_MS, async () => {
      const { owner, product, superuser } = this.#passwords;
      await this.#run(
        this.machine(DOOR),
        [
          "psql",
          `host=${DOOR} port=5000 user=postgres sslmode=verify-full sslrootcert=${CERTIFICATES}/ca.pem`,
          "-v",
          `owner_password=${owner}`,
          "-v",
          `password=${product}`,
          "-v",
          "ON_ERROR_STOP=1",
          "-f",
          path.join(DEPLOY, "create-database.sql"),
        ],
        { PGPASSWORD: superuser },
      );
      return true;
    });
    const { DATABASE_URL = "" } = this.#serverEnv;
    const { owner, product } = this.#passwords;
    await this.#run(
      this.machine("app-1"),
      [process.execPath, path.join(root, "server/src/migrate.ts")],
      {
        DATABASE_URL,
        MIGRATE_URL: DATABASE_URL.replace(`gavelyard:${product}`, `gavelyard_owner:${owner}`),
      },
    );
    for (const name of SERVERS) this.startServer(this.machine(name));
    await this.healthy();
  }

  /** Runs a command on a machine to its end. @throws Error if it fails */
  async #run(
    machine: Machine,
    command: readonly string[],
    env: Readonly<Record<string, string>>,
  ): Promise<void> {
    const [code] = await once(machine.start(command, { env }), "exit");
    if (code !== 0) throw new Error(`${command[0]} on ${machine.name} exited with ${code}`);
  }

  #superuserUrl({ address }: Machine): string {
    return `postgres://postgres:${this.#passwords.superuser}@${address}:5432/postgres?${this.#tls}`;
  }

  async #isReady(name: string): Promise<boolean> {
    const said = await this.#ask(this.machine(name), { port: 8080, path: "/readyz" });
    return !said.includes("changes");
  }

  /** The cluster's members, as the first Patroni that answers lists them. */
  async #members() {
    const answers = await Promise.any(
      DATABASES.map(async (name) => {
        const at = { port: 8008, path: "/cluster" };
        return clusterAnswer.parse(JSON.parse(await this.#ask(this.machine(name), at)));
      }),
    );
    return answers.members;
  }
}

/** Polls until `isSo` returns true. An error counts as not yet. */
export async function until(
  what: string,
  withinMs: number,
  isSo: () => Promise<boolean>,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  let last: unknown = null;
  while (performance.now() < deadline) {
    try {
      if (await isSo()) return;
    } catch (error) {
      last = error;
    }
    await sleep(200);
  }
  throw new Error(`timed out after ${withinMs} ms: ${what}`, { cause: last });
}

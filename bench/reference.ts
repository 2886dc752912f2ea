import { execFile, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseEnv, promisify } from "node:util";
import { z } from "zod";
import { root } from "../script/build-web.ts";
import { openDataDir } from "../server/src/testing/data-dir.ts";
import { rowsOf } from "../tests/database.ts";
import { closeMachines, missingForMachines, openMachines, type Machine } from "./machines.ts";

const run = promisify(execFile);
const DEPLOY = path.join(root, "deploy/failover");
const DATABASES = ["db-1", "db-2", "db-3"];
const SERVERS = ["app-1", "app-2"];
const DOOR = "door";
const WITHIN_MS = 120_000;
/** How long a standby has to come back by itself. */
const UNAIDED_MS = 45_000;
/** Account of Debian's PostgreSQL packages. */
const ACCOUNT = "postgres";

/** A member of the cluster as Patroni lists it. */
const clusterAnswer = z.object({
  members: z.array(z.object({ name: z.string(), role: z.string(), timeline: z.int().optional() })),
});

/** Returns what the reference deployment needs that this machine doesn't have. */
export async function missingForReference(): Promise<string[]> {
  return missingForMachines([
    "patroni",
    "etcd",
    "haproxy",
    "psql",
    "/usr/lib/postgresql/15/bin/postgres",
  ]);
}

/**
 * The deployment of `deploy/failover`, each machine in a network namespace: three of PostgreSQL with
 * Patroni, two servers and the load balancer; etcd on the last three.
 */
export class Reference {
  readonly #dir: string;
  readonly #machines: readonly Machine[];
  readonly #passwords: Readonly<Record<"superuser" | "replication" | "product", string>>;
  readonly #serverEnv: Readonly<Record<string, string>>;

  private constructor(
    dir: string,
    machines: readonly Machine[],
    given: { passwords: Record<"superuser" | "replication" | "product", string>; env: string },
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

  /** Starts all of it. `env` adds to the servers' environment. */
  static async open(env: Readonly<Record<string, string>>): Promise<Reference> {
    const dir = await openDataDir("reference");
    const machines = await openMachines([...DATABASES, ...SERVERS, DOOR], dir);
    const password = () => randomBytes(12).toString("hex");
    const passwords = { superuser: password(), replication: password(), product: password() };
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

  /** URL of the product's database by way of the balancer, which knows the primary. */
  get databaseUrl(): string {
    return `postgres://gavelyard:${this.#passwords.product}@${this.machine(DOOR).address}:5000/gavelyard`;
  }

  machine(name: string): Machine {
    const found = this.#machines.find((machine) => machine.name === name);
    if (found === undefined) throw new Error(`there is no machine ${name}`);
    return found;
  }

  /** Ends all of it, and deletes its data and logs. */
  async close(): Promise<void> {
    await this.halt();
    await rm(this.#dir, { recursive: true, force: true });
  }

  /** Ends all of it. Returns the folder of its data and logs. */
  async halt(): Promise<string> {
    await closeMachines(this.#machines);
    return this.#dir;
  }

  /** The machine of the primary, and its timeline. */
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

  /** The machines of etcd, its leader first. */
  async keepers(): Promise<Machine[]> {
    const machines = [...SERVERS, DOOR].map((name) => this.machine(name));
    const status = z.object({
      header: z.object({ member_id: z.string() }),
      leader: z.string().optional(),
    });
    const leads = await Promise.all(
      machines.map(async ({ address }) => {
        const answer = await fetch(`http://${address}:2379/v3/maintenance/status`, {
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

  /** Starts Patroni, which starts PostgreSQL. */
  startDatabase(machine: Machine): void {
    machine.start(["patroni", path.join(DEPLOY, "patroni.yml")], {
      account: ACCOUNT,
      env: {
        PATRONI_NAME: machine.name,
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

  async startKeeper(machine: Machine): Promise<void> {
    const text = await readFile(path.join(DEPLOY, "etcd.env"), "utf8");
    const env: Record<string, string> = {};
    for (const [name, value] of Object.entries(parseEnv(text))) env[name] = value ?? "";
    machine.start(["etcd"], {
      account: ACCOUNT,
      env: {
        ...env,
        ETCD_NAME: machine.name,
        ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${machine.name}:2380`,
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
    await until("the deployment is whole", withinMs, async () => {
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
   * Waits until the deployment is whole, and copies standbys again that don't come back by themselves,
   * as an operator would. Returns how many.
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

  async #reinitialize({ address }: Machine): Promise<void> {
    const credentials = Buffer.from(`patroni:${this.#passwords.superuser}`).toString("base64");
    const answer = await fetch(`http://${address}:8008/reinitialize`, {
      method: "POST",
      headers: { authorization: `Basic ${credentials}`, "content-type": "application/json" },
      body: JSON.stringify({ force: true }),
    });
    if (!answer.ok) throw new Error(`Patroni does not copy again: ${await answer.text()}`);
  }

  async #start(): Promise<void> {
    for (const { name } of this.#machines) {
      const folder = path.join(this.#dir, name);
      await mkdir(folder);
      await run("chown", [`${ACCOUNT}:${ACCOUNT}`, folder]);
    }
    for (const name of [...SERVERS, DOOR]) await this.startKeeper(this.machine(name));
    for (const name of DATABASES) this.startDatabase(this.machine(name));
    this.machine(DOOR).start(["haproxy", "-db", "-f", path.join(DEPLOY, "haproxy.cfg")]);
    // Once there is a synchronous standby, what is created stays.
    await until("there is a synchronous standby", WITHIN_MS, async () => {
      await this.synchronous();
      return true;
    });
    await until("the balancer finds the primary", WITHIN_MS, async () => {
      await run("psql", [
        "-v",
        `password=${this.#passwords.product}`,
        "-v",
        "ON_ERROR_STOP=1",
        "-f",
        path.join(DEPLOY, "create-database.sql"),
        this.#superuserUrl(this.machine(DOOR), 5000),
      ]);
      return true;
    });
    for (const name of SERVERS) this.startServer(this.machine(name));
    await this.healthy();
  }

  #superuserUrl({ address }: Machine, port = 5432): string {
    return `postgres://postgres:${this.#passwords.superuser}@${address}:${port}/postgres`;
  }

  async #isReady(name: string): Promise<boolean> {
    const answer = await fetch(`http://${this.machine(name).address}:8080/readyz`, {
      signal: AbortSignal.timeout(2_000),
    });
    return answer.ok && !(await answer.text()).includes("changes");
  }

  /** The cluster's members, as the first Patroni that answers lists them. */
  async #members() {
    const answers = await Promise.any(
      DATABASES.map(async (name) => {
        const answer = await fetch(`http://${this.machine(name).address}:8008/cluster`, {
          signal: AbortSignal.timeout(2_000),
        });
        return clusterAnswer.parse(await answer.json());
      }),
    );
    return answers.members;
  }
}

/** Asks until it is so; an error counts as not yet. */
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
  throw new Error(`not within ${withinMs} ms: ${what}`, { cause: last });
}

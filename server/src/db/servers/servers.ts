import { readFile, rename, writeFile } from "node:fs/promises";
import { Socket } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client, ClientConfig } from "pg";
import { DatabaseClient } from "../client.ts";
import type { Logger } from "pino";
import { z } from "zod";
import { unawaited } from "@gavelyard/domain/unawaited";
import { probe, type ServerState } from "./probe.ts";
import { urlsOf } from "./server-urls.ts";

/** The URL of a single database server, or several servers of which one accepts writes. */
export type DatabaseAddress = string | DatabaseServers;

const PROBE_EVERY_MS = 250;
const SILENCE_MS = 1_400;
/** Minimum interval between writes of the newest primary's record, in ms. */
const RECORD_EVERY_MS = 5_000;
/** Clock difference, in ms, past which we log an alarm (D16). */
const MAX_SKEW_MS = 250;

/** Error of a connection whose server is lost or no longer accepts writes. */
class ServerLost extends Error {
  override readonly name = "ServerLost";
  /** PostgreSQL's code for a failed connection. */
  readonly code = "08006";
}

/** Thrown when no server accepts writes, or none can be read. */
class NoServer extends Error {
  override readonly name = "NoServer";
  /** PostgreSQL's code for "cannot connect now". */
  readonly code = "57P03";
}

/** A socket that fails to connect, for when there is no server. */
class NoSocket extends Socket {
  override connect(): this {
    setImmediate(() => this.destroy(new NoServer("no server of the database can be used")));
    return this;
  }
}

/** Thrown when a change would be on one server but must be on two; nothing was written. */
export class NotCopied extends Error {
  override readonly name = "NotCopied";
}

/** Whether the synchronous standby that each write needs is there, or none is needed. */
export function isCopied(address: DatabaseAddress): boolean {
  return typeof address === "string" || !address.copies || address.acceptsWrites;
}

/**
 * Thrown when the servers can't be used as configured; the message is one line for the operator.
 */
export class ServersError extends Error {
  override readonly name = "ServersError";
}

/** The newest state of a primary that was ever used. */
const newest = z.object({ system: z.string(), timeline: z.int(), position: z.number() });
type Newest = z.infer<typeof newest>;

interface Server {
  readonly url: string;
  /** Host and port, for the log. */
  readonly name: string;
  state: ServerState | null;
  probed: boolean;
}

type Use = "changes" | "reads";

/**
 * The servers of one database, of which one accepts writes: the primary. Probes them continuously,
 * and ends the connections to a server that is silent, was demoted or is older than a primary used
 * before. Without a primary, reads go to a standby (docs/decisions/0030).
 */
export class DatabaseServers {
  readonly #servers: readonly Server[];
  readonly #copies: boolean;
  readonly #file: string;
  readonly #log: Logger;
  readonly #connections = new Map<Client, { server: Server; use: Use; lent: boolean }>();
  readonly #stopping = new AbortController();
  #newest: Newest | null = null;
  #recordedAtMs = Number.NEGATIVE_INFINITY;
  #recording: Promise<void> = Promise.resolve();
  #primary: Server | null = null;
  #skewed = false;
  #loggedFaults = "";
  #watching: Promise<unknown> = Promise.resolve();
  #changed = Promise.withResolvers<void>();

  private constructor(
    url: string,
    { copies, dataDir, log }: { copies: boolean; dataDir: string; log: Logger },
  ) {
    this.#servers = urlsOf(url).map((each) => ({
      url: each,
      name: new URL(each).host,
      state: null,
      probed: false,
    }));
    this.#copies = copies;
    this.#file = path.join(dataDir, "newest-primary.json");
    this.#log = log;
  }

  /**
   * Watches the servers of a URL and waits for a primary. With `copies` each write must also be on
   * a synchronous standby.
   * @throws ServersError when there is no primary within `withinMs`, or no standby that it needs
   */
  static async open(
    url: string,
    options: { copies: boolean; dataDir: string; log: Logger; withinMs: number },
  ): Promise<DatabaseServers> {
    const servers = new DatabaseServers(url, options);
    servers.#newest = await readNewest(servers.#file, options.log);
    servers.#watching = Promise.all(servers.#servers.map((server) => servers.#watch(server)));
    const isGood = () => servers.#primary !== null && servers.acceptsWrites;
    await servers.#until(isGood, options.withinMs);
    if (isGood()) return servers;
    const reason =
      servers.#primary === null
        ? `No server in DATABASE_URL accepts writes${servers.#loggedFaults === "" ? "" : `: ${servers.#loggedFaults}`}.`
        : `DATABASE_COPIES=1, but ${servers.#primary.state?.uncopied ?? "the primary does not answer"}.`;
    await servers.stop();
    throw new ServersError(reason);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#watching;
    await this.#recording;
  }

  /** Whether there is a primary, with its synchronous standby if one is required. */
  get acceptsWrites(): boolean {
    const state = this.#primary?.state ?? null;
    return state !== null && (!this.#copies || state.uncopied === null);
  }

  get copies(): boolean {
    return this.#copies;
  }

  /**
   * URL of the primary.
   * @throws NoServer when there is none
   */
  get primaryUrl(): string {
    if (this.#primary === null) throw new NoServer("no server accepts writes");
    return this.#primary.url;
  }

  /** Returns a client class that picks the server for writes or reads at the time it connects. */
  clientFor(use: Use): typeof DatabaseClient {
    const serverFor = () => this.#serverFor(use);
    const track = (client: Client, server: Server) => this.#track(client, server, use);
    const anyUrl = this.#servers[0]?.url ?? "";
    return class extends DatabaseClient {
      constructor(config?: string | ClientConfig) {
        const server = serverFor();
        const given = typeof config === "string" ? {} : config;
        super({
          ...given,
          connectionString: server?.url ?? anyUrl,
          ...(server === null ? { stream: () => new NoSocket() } : {}),
        });
        if (server !== null) track(this, server);
      }
    };
  }

  /**
   * Records whether a pool lent a connection out; one to a standby is closed only after its use.
   */
  markLent(client: Client, lent: boolean): void {
    const connection = this.#connections.get(client);
    if (connection === undefined) return;
    connection.lent = lent;
    if (!lent && connection.server !== this.#serverFor(connection.use)) unawaited(client.end());
  }

  #serverFor(use: Use): Server | null {
    if (this.#primary !== null || use === "changes") return this.#primary;
    const [freshest] = this.#servers
      .filter(({ state }) => state?.standby === true)
      .toSorted((one, other) => (other.state?.position ?? 0) - (one.state?.position ?? 0));
    return freshest ?? null;
  }

  #track(client: Client, server: Server, use: Use): void {
    this.#connections.set(client, { server, use, lent: false });
    client.once("end", () => this.#connections.delete(client));
  }

  async #watch(server: Server): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        for await (const state of probe(server.url, {
          everyMs: PROBE_EVERY_MS,
          silenceMs: SILENCE_MS,
          signal,
        })) {
          server.state = state;
          server.probed = true;
          this.#choose();
        }
      } catch (error) {
        if (server.state !== null)
          this.#log.error({ err: error, server: server.name }, "a database server is lost");
        server.state = null;
        server.probed = true;
        this.#choose();
      }
      await sleep(PROBE_EVERY_MS, undefined, { signal }).catch(() => {});
    }
  }

  /** Picks the only primary that is new enough; ends connections to other servers. */
  #choose(): void {
    if (this.#servers.some(({ probed }) => !probed)) return;
    const primaries = this.#servers.filter(
      ({ state }) => state !== null && !state.standby && this.#isNewEnough(state),
    );
    const timeline = Math.max(...primaries.map(({ state }) => state?.timeline ?? 0));
    const [primary = null, ...others] = primaries.filter(
      ({ state }) => state?.timeline === timeline,
    );
    this.#logFaults(others.length > 0 ? "two servers accept writes, so neither is used" : "");
    const chosen = others.length > 0 ? null : primary;
    if (chosen !== this.#primary) {
      this.#log.warn({ server: chosen?.name ?? null }, "changes go to another database server");
      this.#primary = chosen;
    }
    if (chosen?.state != null) this.#note(chosen.state);
    this.#endMisplaced();
    this.#measureSkew();
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  #isNewEnough({ system, timeline, position }: ServerState): boolean {
    if (this.#newest === null) return true;
    if (system !== this.#newest.system) return false;
    if (timeline !== this.#newest.timeline) return timeline > this.#newest.timeline;
    return position >= this.#newest.position;
  }

  /** Records the newest primary, also on disk for the next start. */
  #note({ system, timeline, position }: ServerState): void {
    const isOther = timeline !== this.#newest?.timeline;
    this.#newest = { system, timeline, position };
    const nowMs = performance.now();
    if (!isOther && nowMs - this.#recordedAtMs < RECORD_EVERY_MS) return;
    this.#recordedAtMs = nowMs;
    const text = JSON.stringify(this.#newest);
    this.#recording = this.#recording.then(async () => {
      try {
        await writeFile(`${this.#file}.new`, text, { flush: true });
        await rename(`${this.#file}.new`, this.#file);
      } catch (error) {
        this.#log.error({ err: error }, "the newest primary could not be recorded");
      }
    });
  }

  #endMisplaced(): void {
    for (const [client, { server, use, lent }] of this.#connections) {
      const due = this.#serverFor(use);
      if (server === due) continue;
      // A standby that is still readable finishes the current statement.
      if (lent && server.state?.standby === true && use === "reads") continue;
      client.connection.stream.destroy(new ServerLost(`${server.name} is no longer used`));
    }
  }

  #logFaults(fault: string): void {
    const names = this.#servers
      .filter(({ state }) => state !== null && !state.standby && !this.#isNewEnough(state))
      .map(({ name }) => `${name} is older than the primary before it`);
    const faults = [...(fault === "" ? [] : [fault]), ...names].join("; ");
    if (faults !== "" && faults !== this.#loggedFaults) this.#log.error(faults);
    this.#loggedFaults = faults;
  }

  #measureSkew(): void {
    const offsets = this.#servers.flatMap(({ state }) =>
      state === null || state.offsetMs === null ? [] : [state.offsetMs],
    );
    const skewMs = Math.max(...offsets) - Math.min(...offsets);
    const skewed = skewMs > MAX_SKEW_MS;
    if (skewed && !this.#skewed)
      this.#log.error({ skewMs }, "the clocks of the database servers differ");
    this.#skewed = skewed;
  }

  async #until(isMet: () => boolean, withinMs: number): Promise<void> {
    const deadline = AbortSignal.timeout(withinMs);
    while (!isMet() && !deadline.aborted)
      await Promise.race([this.#changed.promise, sleep(50, undefined, { ref: false })]);
  }
}

/** Reads the record; null without a readable one, in which case the servers alone decide. */
async function readNewest(file: string, log: Logger): Promise<Newest | null> {
  try {
    return newest.parse(JSON.parse(await readFile(file, "utf8")));
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT"))
      log.warn({ err: error, file }, "the record of the newest primary can't be read");
    return null;
  }
}

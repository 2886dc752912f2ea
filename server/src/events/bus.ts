import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Client, type PoolClient } from "pg";
import type { Logger } from "pino";
import { z } from "zod";
import { userEvent } from "@gavelyard/contract/realtime";
import { lotOutcomes } from "@gavelyard/contract/inventory-fields";
import { connectionConfig } from "../db/pool.ts";
import type { ProductEvent } from "./events.ts";

const CHANNEL = "gavelyard_events";
/** PostgreSQL refuses payloads of 8,000 bytes and more. */
const MAX_PAYLOAD_BYTES = 7_900;
const RECONNECT_MS = 500;

const id = z.int();
const remoteEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("lot-changed"), inventoryId: id, lotId: id, seq: z.int() }),
  z.object({
    type: z.literal("lot-closed"),
    inventoryId: id,
    auctionId: id,
    outcome: z.enum(lotOutcomes),
  }),
  z.object({ type: z.literal("lots-rescheduled") }),
  z.object({ type: z.literal("users-told"), userIds: z.array(id), event: userEvent }),
  z.object({ type: z.literal("access-changed"), userId: id }),
]);
const envelope = z.object({ from: z.string(), events: z.array(remoteEvent) });

/** What delivers events to the parts of this process. */
export interface BusListener {
  /** An event that is on disk; `local` when this process recorded it. */
  onEvent(event: ProductEvent, local: boolean): void;
  /** Events of other processes may have been missed: read anew what is kept in memory. */
  onGap(): void;
}

/**
 * Carries events from the transaction that caused them to every process: one NOTIFY for each
 * transaction, atomic with its commit, and directly within the process.
 */
export class Bus {
  readonly #processId = randomUUID();
  readonly #listeners = new Set<BusListener>();
  readonly #url: string;
  readonly #log: Logger;
  #client: Client | null = null;
  #stopped = false;
  #connected = false;

  constructor(url: string, log: Logger) {
    this.#url = url;
    this.#log = log;
  }

  /** Whether events of other processes arrive now. */
  get connected(): boolean {
    return this.#connected;
  }

  listen(listener: BusListener): void {
    this.#listeners.add(listener);
  }

  /** Writes the events into the transaction: other processes hear of them when it commits. */
  async record(tx: Pick<PoolClient, "query">, events: readonly ProductEvent[]): Promise<void> {
    for (const payload of this.payloads(events)) {
      await tx.query("SELECT pg_notify($1, $2)", [CHANNEL, payload]);
    }
  }

  /** The NOTIFY payloads of events, each below PostgreSQL's bound. */
  payloads(events: readonly ProductEvent[]): string[] {
    const head = `{"from":"${this.#processId}","events":[`;
    const payloads: string[] = [];
    let part: string[] = [];
    let bytes = 0;
    const flush = () => {
      if (part.length > 0) payloads.push(`${head}${part.join(",")}]}`);
      part = [];
      bytes = 0;
    };
    for (const event of events) {
      const text = JSON.stringify(
        event.type === "lot-changed" ? { ...event, messages: undefined } : event,
      );
      const size = Buffer.byteLength(text) + 1;
      if (bytes + size + head.length + 2 > MAX_PAYLOAD_BYTES) flush();
      part.push(text);
      bytes += size;
    }
    flush();
    return payloads;
  }

  get channel(): string {
    return CHANNEL;
  }

  /** Tells this process of its own events. Call it after the commit and only then. */
  deliver(events: readonly ProductEvent[]): void {
    for (const event of events) this.#tell(event, true);
  }

  /** Connects and stays connected until `stop`. Resolves with the first connection. */
  async start(): Promise<void> {
    await this.#connect();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#connected = false;
    await this.#client?.end().catch(() => {});
  }

  #tell(event: ProductEvent, local: boolean): void {
    for (const listener of this.#listeners) listener.onEvent(event, local);
  }

  async #connect(): Promise<void> {
    const client = new Client(connectionConfig(this.#url, "gavelyard-bus"));
    client.on("notification", (message) => this.#receive(message.payload ?? ""));
    client.on("error", () => {});
    client.on("end", () => {
      this.#connected = false;
      if (!this.#stopped && this.#client === client) void this.#reconnect();
    });
    await client.connect();
    await client.query(`LISTEN ${CHANNEL}`);
    this.#client = client;
    this.#connected = true;
  }

  async #reconnect(): Promise<void> {
    while (!this.#stopped) {
      await sleep(RECONNECT_MS);
      try {
        await this.#connect();
        for (const listener of this.#listeners) listener.onGap();
        return;
      } catch (error) {
        this.#log.warn({ err: error }, "event bus unreachable");
      }
    }
  }

  #receive(payload: string): void {
    let message: unknown;
    try {
      message = JSON.parse(payload);
    } catch {
      message = null;
    }
    const parsed = envelope.safeParse(message);
    if (!parsed.success) {
      this.#log.error({ payload: payload.slice(0, 200) }, "event not understood");
      return;
    }
    if (parsed.data.from === this.#processId) return;
    for (const event of parsed.data.events) this.#tell(event, false);
  }
}

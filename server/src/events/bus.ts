import { randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import type { Logger } from "pino";
import { textArray } from "../db/row-arrays.ts";
import type { DatabaseAddress } from "../db/servers/servers.ts";
import { prepared, type Statement } from "../db/statement.ts";
import type { Carrier } from "./carrier.ts";
import type { ProductEvent } from "./events.ts";
import { BusConnection } from "./bus-connection.ts";
import { isFrom, packEvents, unpackEvents } from "./event-envelopes.ts";
import { NOTIFY_CHANNEL, postgresLine } from "./postgres-line.ts";

/** Rare events that must not be lost with a process or a carrier; always sent with the commit. */
const withCommit: ReadonlySet<ProductEvent["type"]> = new Set([
  "access-changed",
  "lots-rescheduled",
  "token-exchanged",
]);

/** Receives events on behalf of a part of this process. */
export interface BusListener {
  /** Handles a committed event; `local` when this process recorded it. */
  onEvent(event: ProductEvent, local: boolean): void;
  /** Called when events of other processes may have been missed: caches must be reread. */
  onGap(): void;
}

/** How the events of one transaction reach other processes. */
export interface Dispatch {
  /** NOTIFY payloads, to be written in the transaction. */
  readonly notes: readonly string[];
  /** Texts to publish through the carrier after the commit. */
  readonly later: readonly string[];
}

/** Builds the statement that notifies other processes when the transaction commits. */
export function notesInsertion(notes: readonly string[]): Statement | null {
  if (notes.length === 0) return null;
  return prepared("notify", "SELECT pg_notify($1, note) FROM unnest($2::text[]) AS note", [
    NOTIFY_CHANNEL,
    textArray(notes),
  ]);
}

/**
 * Delivers events from the transaction that caused them to every process, and directly within this
 * one. The database carries them with NOTIFY, atomically with the commit. With a carrier, that
 * publishes them right after the commit; the database carries the events that must not be lost, and
 * all events while the carrier is unreachable. A process without peers delivers only to itself
 * (docs/decisions/0018).
 */
export class Bus {
  readonly #processId = randomUUID();
  readonly #listeners = new Set<BusListener>();
  readonly #log: Logger;
  readonly #database: BusConnection;
  readonly #carrier: BusConnection | null;

  constructor(database: DatabaseAddress, log: Logger, carrier: Carrier | null = null) {
    this.#log = log;
    const common = {
      log,
      onText: (text: string) => this.#receive(text),
      onBack: () => this.#reportGap(),
    };
    this.#database = new BusConnection(postgresLine(database), {
      ...common,
      name: "the event bus of the database",
    });
    this.#carrier =
      carrier === null
        ? null
        : new BusConnection(carrier.open, { ...common, name: `the event bus on ${carrier.name}` });
  }

  /** Whether events carried by the database arrive now, including every change of access. */
  get connected(): boolean {
    return this.#database.connected;
  }

  /** Whether all events of other processes arrive now. */
  get complete(): boolean {
    return this.#database.connected && (this.#carrier?.connected ?? true);
  }

  /** Connects until `stop`. Doesn't wait for an unreachable carrier, which is retried. */
  async start(): Promise<void> {
    await this.#database.start();
    await this.#carrier?.startWithRetry();
  }

  async stop(): Promise<void> {
    await this.#carrier?.stop();
    await this.#database.stop();
  }

  listen(listener: BusListener): void {
    this.#listeners.add(listener);
  }

  /** Decides, before the commit, how the events of a transaction are sent. */
  dispatch(events: readonly ProductEvent[]): Dispatch {
    const { hasNoPeers } = this.#database;
    if (!hasNoPeers && this.#carrier?.connected !== true)
      return { notes: this.#pack(events), later: [] };
    return {
      notes: this.#pack(events.filter(({ type }) => withCommit.has(type))),
      later: hasNoPeers ? [] : this.#pack(events.filter(({ type }) => !withCommit.has(type))),
    };
  }

  /** Writes the notes in the transaction; other processes get them when it commits. */
  async note(tx: Pick<PoolClient, "query">, { notes }: Dispatch): Promise<void> {
    const statement = notesInsertion(notes);
    if (statement !== null) await tx.query(statement);
  }

  /**
   * Delivers events to this process's listeners, and publishes `dispatch.later` to the others. Call
   * it only after the commit.
   */
  deliver(events: readonly ProductEvent[], dispatch?: Dispatch): void {
    for (const text of dispatch?.later ?? []) this.#publish(text);
    for (const event of events) this.#notifyListeners(event, true);
  }

  /** Publishes events that belong to no transaction to other processes. */
  announce(events: readonly ProductEvent[]): void {
    for (const text of this.#pack(events)) this.#publish(text);
  }

  #pack(events: readonly ProductEvent[]): string[] {
    return packEvents(this.#processId, events);
  }

  /** Publishes through the carrier, or the database if that fails: duplicates do no harm. */
  #publish(text: string): void {
    const byDatabase = () => this.#database.publish(text);
    // Carriers log their own errors.
    const published = this.#carrier?.publish(text).catch(byDatabase) ?? byDatabase();
    published.catch((error: unknown) => {
      this.#log.warn(
        { err: error },
        "publishing to other processes failed; they read the ledger instead",
      );
    });
  }

  #notifyListeners(event: ProductEvent, local: boolean): void {
    for (const listener of this.#listeners) {
      // The event is committed: one listener's error must not affect the others or the caller.
      try {
        listener.onEvent(event, local);
      } catch (error) {
        this.#log.error({ err: error, event: event.type }, "an event listener failed");
      }
    }
  }

  #reportGap(): void {
    for (const listener of this.#listeners) listener.onGap();
  }

  #receive(text: string): void {
    if (isFrom(text, this.#processId)) return;
    const received = unpackEvents(text);
    if (received === null) {
      this.#log.error({ text: text.slice(0, 200) }, "received an invalid event");
      return;
    }
    for (const event of received.events) this.#notifyListeners(event, false);
  }
}

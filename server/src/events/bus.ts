import { randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import type { Logger } from "pino";
import { textArray } from "../db/row-arrays.ts";
import { prepared, type Statement } from "../db/statement.ts";
import type { Carrier } from "./carrier.ts";
import type { ProductEvent } from "./events.ts";
import { KeptLine } from "./kept-line.ts";
import { isFrom, packEvents, unpackEvents } from "./parcels.ts";
import { NOTIFY_CHANNEL, postgresLine } from "./postgres-line.ts";

/** What must not be lost with a process or a carrier, and is rare: it always goes with the commit. */
const withCommit: ReadonlySet<ProductEvent["type"]> = new Set([
  "access-changed",
  "lots-rescheduled",
]);

/** What delivers events to the parts of this process. */
export interface BusListener {
  /** An event that is on disk; `local` when this process recorded it. */
  onEvent(event: ProductEvent, local: boolean): void;
  /** Events of other processes may have been missed: read again what is kept in memory. */
  onGap(): void;
}

/** How other processes hear of the events of one transaction. */
export interface Dispatch {
  /** Payloads of NOTIFY, to be written into the transaction itself. */
  readonly notes: readonly string[];
  /** What the carrier takes once the transaction is on disk. */
  readonly later: readonly string[];
}

/** Writes notes into a transaction: other processes receive them when it commits. */
export function notesInsertion(notes: readonly string[]): Statement | null {
  if (notes.length === 0) return null;
  return prepared("notify", "SELECT pg_notify($1, note) FROM unnest($2::text[]) AS note", [
    NOTIFY_CHANNEL,
    textArray(notes),
  ]);
}

/**
 * Carries events from the transaction that caused them to every process, and directly within this
 * one. The database carries them, one NOTIFY for each transaction and atomic with its commit; or a
 * carrier does right after the commit, and the database what must not be lost, and all while the
 * carrier is out of reach. A process that is alone tells nobody but itself (docs/decisions/0018).
 */
export class Bus {
  readonly #processId = randomUUID();
  readonly #listeners = new Set<BusListener>();
  readonly #log: Logger;
  readonly #database: KeptLine;
  readonly #carrier: KeptLine | null;

  constructor(databaseUrl: string, log: Logger, carrier: Carrier | null = null) {
    this.#log = log;
    const common = {
      log,
      onText: (text: string) => this.#receive(text),
      onBack: () => this.#tellOfGap(),
    };
    this.#database = new KeptLine(postgresLine(databaseUrl), {
      ...common,
      name: "the event bus of the database",
    });
    this.#carrier =
      carrier === null
        ? null
        : new KeptLine(carrier.open, { ...common, name: `the event bus on ${carrier.name}` });
  }

  /** Whether what the database carries arrives now: every change of access among it. */
  get connected(): boolean {
    return this.#database.connected;
  }

  /** Whether all events of other processes arrive now. */
  get complete(): boolean {
    return this.#database.connected && (this.#carrier?.connected ?? true);
  }

  /** Connects and stays connected until `stop`; a carrier that is away is waited for meanwhile. */
  async start(): Promise<void> {
    await this.#database.start();
    await this.#carrier?.startPatiently();
  }

  async stop(): Promise<void> {
    await this.#carrier?.stop();
    await this.#database.stop();
  }

  listen(listener: BusListener): void {
    this.#listeners.add(listener);
  }

  /** Decides who carries the events of a transaction, before its commit. */
  dispatch(events: readonly ProductEvent[]): Dispatch {
    const { alone } = this.#database;
    if (!alone && this.#carrier?.connected !== true)
      return { notes: this.#pack(events), later: [] };
    return {
      notes: this.#pack(events.filter(({ type }) => withCommit.has(type))),
      later: alone ? [] : this.#pack(events.filter(({ type }) => !withCommit.has(type))),
    };
  }

  /** Writes the notes into the transaction: other processes hear of them when it commits. */
  async note(tx: Pick<PoolClient, "query">, { notes }: Dispatch): Promise<void> {
    const statement = notesInsertion(notes);
    if (statement !== null) await tx.query(statement);
  }

  /**
   * Tells this process of its own events, and others of what the carrier takes. Call it after the
   * commit and only then.
   */
  deliver(events: readonly ProductEvent[], dispatch?: Dispatch): void {
    for (const text of dispatch?.later ?? []) this.#say(text);
    for (const event of events) this.#tell(event, true);
  }

  /** Tells other processes of what is in no transaction. */
  announce(events: readonly ProductEvent[]): void {
    for (const text of this.#pack(events)) this.#say(text);
  }

  #pack(events: readonly ProductEvent[]): string[] {
    return packEvents(this.#processId, events);
  }

  /** Over the carrier, or the database where that did not take it: twice is better than never. */
  #say(text: string): void {
    const byDatabase = () => this.#database.say(text);
    // A carrier tells of its own trouble.
    const said = this.#carrier?.say(text).catch(byDatabase) ?? byDatabase();
    said.catch((error: unknown) => {
      this.#log.warn({ err: error }, "other processes were not told; they read it from the ledger");
    });
  }

  #tell(event: ProductEvent, local: boolean): void {
    for (const listener of this.#listeners) {
      // What happened is on disk: that one part fails at it is no reason for the others, or the caller, to.
      try {
        listener.onEvent(event, local);
      } catch (error) {
        this.#log.error({ err: error, event: event.type }, "an event was not taken up");
      }
    }
  }

  #tellOfGap(): void {
    for (const listener of this.#listeners) listener.onGap();
  }

  #receive(text: string): void {
    if (isFrom(text, this.#processId)) return;
    const parcel = unpackEvents(text);
    if (parcel === null) {
      this.#log.error({ text: text.slice(0, 200) }, "event not understood");
      return;
    }
    for (const event of parcel.events) this.#tell(event, false);
  }
}

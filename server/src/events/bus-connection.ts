import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { Line, OpenLine } from "./line.ts";

const RECONNECT_MS = 500;
const HEARTBEAT_MS = 3_000;
/** Own heartbeats that may fail to come back before the connection counts as lost. */
const MAX_MISSED_HEARTBEATS = 3;
/** Heartbeats that another process may miss before it counts as gone. */
const MAX_SILENT = 4;
/**
 * Maximum duration, in ms, of a transaction that began while this process seemed to have no peers.
 */
const MAX_TRANSACTION_MS = 2_000;
const HEARTBEAT = "beat ";
const MISSED = "missed ";

export interface BusConnectionOptions {
  /** Name of the connection in the log. */
  readonly name: string;
  readonly log: Logger;
  readonly onText: (text: string) => void;
  /** Called after a reconnect, or when a peer didn't publish to us: events may have been missed. */
  readonly onBack: () => void;
  readonly heartbeatMs?: number;
}

/**
 * Keeps a connection to the other processes open: reconnects when it is lost, or when its own
 * heartbeats don't come back, as behind a dead router. Heartbeats also show each process its peers;
 * one without peers doesn't publish, and signals to a process that joins that it may have missed
 * events.
 */
export class BusConnection {
  readonly #open: OpenLine;
  readonly #options: BusConnectionOptions;
  readonly #id = randomUUID();
  readonly #heartbeat = `${HEARTBEAT}${this.#id}`;
  readonly #missed = `${MISSED}${this.#id}`;
  #line: Line | null = null;
  #attempt: { lost: boolean } | null = null;
  #missedHeartbeats = 0;
  /** When a peer's heartbeat last arrived, or could have, by the monotonic clock, in ms. */
  #peersAtMs = 0;
  /** When a peer joined that may have missed unpublished events, in ms; null without one. */
  #peerMissedSinceMs: number | null = null;
  #heartbeatTimer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(open: OpenLine, options: BusConnectionOptions) {
    this.#open = open;
    this.#options = options;
  }

  get connected(): boolean {
    return this.#line !== null;
  }

  /** Whether no peer's heartbeat arrived for longer than the timeout of a peer. */
  get hasNoPeers(): boolean {
    // A dead connection wouldn't deliver a peer's heartbeats either.
    const isReceiving = this.connected && this.#missedHeartbeats < 2;
    return isReceiving && performance.now() - this.#peersAtMs > MAX_SILENT * this.#heartbeatMs;
  }

  /**
   * Connects, and stays connected until `stop`.
   * @throws when the first attempt fails; there are no retries then
   */
  async start(): Promise<void> {
    await this.#connect();
  }

  /** Like `start`, but also retries a first attempt that fails. */
  async startWithRetry(): Promise<void> {
    await this.#connect().catch((error: unknown) => this.#onUnreachable(error));
  }

  /** Publishes a text. Rejects when it may be lost. */
  async publish(text: string): Promise<void> {
    if (this.#line === null) throw new Error(`${this.#options.name} is unreachable`);
    await this.#line.publish(text);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#closeLine();
  }

  async #connect(): Promise<void> {
    const attempt = { lost: false };
    this.#attempt = attempt;
    const line = await this.#open({
      onText: (text) => this.#receive(text),
      onLost: () => {
        attempt.lost = true;
        if (this.#attempt === attempt) this.#lose("the connection ended");
      },
    });
    try {
      // Peers learn at once that they are not the only process.
      await line.publish(this.#heartbeat);
    } catch (error) {
      await line.close().catch(() => {});
      throw error;
    }
    if (this.#stopped) return line.close();
    if (attempt.lost) throw new Error("the connection ended at once");
    this.#line = line;
    this.#missedHeartbeats = 0;
    this.#peersAtMs = performance.now();
    this.#heartbeatTimer = setInterval(() => this.#sendHeartbeat(), this.#heartbeatMs);
    this.#heartbeatTimer.unref();
  }

  get #heartbeatMs(): number {
    return this.#options.heartbeatMs ?? HEARTBEAT_MS;
  }

  #receive(text: string): void {
    if (text === this.#heartbeat) this.#missedHeartbeats = 0;
    else if (text.startsWith(HEARTBEAT)) this.#onPeerHeartbeat();
    else if (!text.startsWith(MISSED)) this.#options.onText(text);
    else if (text !== this.#missed) this.#options.onBack();
  }

  #onPeerHeartbeat(): void {
    const nowMs = performance.now();
    if (this.hasNoPeers) this.#peerMissedSinceMs ??= nowMs;
    this.#peersAtMs = nowMs;
  }

  #sendHeartbeat(): void {
    if (this.#missedHeartbeats >= MAX_MISSED_HEARTBEATS) {
      this.#lose("it brings nothing back");
      return;
    }
    this.#missedHeartbeats += 1;
    this.publish(this.#heartbeat).catch(() => {});
    this.#reportMissed();
  }

  #reportMissed(): void {
    const since = this.#peerMissedSinceMs;
    if (since === null || performance.now() - since < MAX_TRANSACTION_MS) return;
    this.#peerMissedSinceMs = null;
    // Retried with the next heartbeat.
    this.publish(this.#missed).catch(() => (this.#peerMissedSinceMs ??= since));
  }

  #lose(why: string): void {
    if (this.#line === null || this.#stopped) return;
    this.#closeLine().catch(this.#onFault);
    this.#onUnreachable(new Error(why));
  }

  async #closeLine(): Promise<void> {
    clearInterval(this.#heartbeatTimer);
    const line = this.#line;
    this.#line = null;
    await line?.close().catch(() => {});
  }

  #onUnreachable(reason: unknown): void {
    const { name, log } = this.#options;
    log.warn({ err: reason }, `${name} is unreachable; retrying`);
    this.#reconnect().catch(this.#onFault);
  }

  readonly #onFault = (error: unknown) =>
    this.#options.log.error({ err: error }, `${this.#options.name} failed`);

  async #reconnect(): Promise<void> {
    const { name, log, onBack } = this.#options;
    while (!this.#stopped) {
      await sleep(RECONNECT_MS);
      try {
        await this.#connect();
      } catch (error) {
        log.debug({ err: error }, `${name} is still unreachable`);
        continue;
      }
      if (this.#stopped) return;
      log.warn(`${name} is back`);
      onBack();
      return;
    }
  }
}

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { Line, OpenLine } from "./line.ts";

const RECONNECT_MS = 500;
const BEAT_MS = 3_000;
/** So many beats of its own may a line fail to bring back before it counts as lost. */
const MOST_UNHEARD = 3;
/** Who is silent for so many beats is not there. */
const MOST_SILENT = 4;
/** How long a transaction may go on that began while this process took itself for alone. */
const SETTLED_MS = 2_000;
const BEAT = "beat ";
const MISSED = "missed ";

export interface KeptLineOptions {
  /** What people call the line, in the log. */
  readonly name: string;
  readonly log: Logger;
  readonly onText: (text: string) => void;
  /** The line is open again, or others took themselves for alone: what happened meanwhile was not heard. */
  readonly onBack: () => void;
  /** Time between beats, in ms. */
  readonly beatMs?: number;
}

/**
 * Keeps a line open: opens it again when it is lost, and takes it for lost when it does not bring
 * back its own beats, as one through a dead router does not. By their beats processes know of each
 * other, so that one that is alone need not speak; who comes is told what that may have cost.
 */
export class KeptLine {
  readonly #open: OpenLine;
  readonly #options: KeptLineOptions;
  readonly #id = randomUUID();
  readonly #beat = `${BEAT}${this.#id}`;
  readonly #missed = `${MISSED}${this.#id}`;
  #line: Line | null = null;
  #attempt: { lost: boolean } | null = null;
  #unheard = 0;
  /** When another process was heard last, or might have been: on the steady clock, in ms. */
  #othersAtMs = 0;
  /** Since when others are here who may have missed what this process did not say. */
  #owingSinceMs: number | null = null;
  #beating: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(open: OpenLine, options: KeptLineOptions) {
    this.#open = open;
    this.#options = options;
  }

  get connected(): boolean {
    return this.#line !== null;
  }

  /** Whether no other process has been on the line for as long as one can be silent. */
  get alone(): boolean {
    // A line that may be dead would bring no other's beat either.
    const hears = this.connected && this.#unheard < 2;
    return hears && performance.now() - this.#othersAtMs > MOST_SILENT * this.#beatMs;
  }

  /**
   * Opens the line and keeps it open until `stop`.
   * @throws when it cannot be opened; then it is not tried again
   */
  async start(): Promise<void> {
    await this.#connect();
  }

  /** The same, but a line that cannot be opened yet is tried until it can. */
  async startPatiently(): Promise<void> {
    await this.#connect().catch((error: unknown) => this.#onAway(error));
  }

  /** Rejects when the text may not have been taken. */
  async say(text: string): Promise<void> {
    if (this.#line === null) throw new Error(`${this.#options.name} is out of reach`);
    await this.#line.say(text);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#letGo();
  }

  async #connect(): Promise<void> {
    const attempt = { lost: false };
    this.#attempt = attempt;
    const line = await this.#open({
      onText: (text) => this.#hear(text),
      onLost: () => {
        attempt.lost = true;
        if (this.#attempt === attempt) this.#lose("the connection ended");
      },
    });
    try {
      // Others hear at once that they are not alone.
      await line.say(this.#beat);
    } catch (error) {
      await line.close().catch(() => {});
      throw error;
    }
    if (this.#stopped) return line.close();
    if (attempt.lost) throw new Error("the connection ended at once");
    this.#line = line;
    this.#unheard = 0;
    this.#othersAtMs = performance.now();
    this.#beating = setInterval(() => this.#sendBeat(), this.#beatMs);
    this.#beating.unref();
  }

  get #beatMs(): number {
    return this.#options.beatMs ?? BEAT_MS;
  }

  #hear(text: string): void {
    if (text === this.#beat) this.#unheard = 0;
    else if (text.startsWith(BEAT)) this.#hearOther();
    else if (!text.startsWith(MISSED)) this.#options.onText(text);
    else if (text !== this.#missed) this.#options.onBack();
  }

  #hearOther(): void {
    const nowMs = performance.now();
    if (this.alone) this.#owingSinceMs ??= nowMs;
    this.#othersAtMs = nowMs;
  }

  #sendBeat(): void {
    if (this.#unheard >= MOST_UNHEARD) {
      this.#lose("it brings nothing back");
      return;
    }
    this.#unheard += 1;
    this.say(this.#beat).catch(() => {});
    this.#tellOfMissed();
  }

  #tellOfMissed(): void {
    const since = this.#owingSinceMs;
    if (since === null || performance.now() - since < SETTLED_MS) return;
    this.#owingSinceMs = null;
    // The next beat tries again.
    this.say(this.#missed).catch(() => (this.#owingSinceMs ??= since));
  }

  #lose(why: string): void {
    if (this.#line === null || this.#stopped) return;
    this.#letGo().catch(this.#onFault);
    this.#onAway(new Error(why));
  }

  async #letGo(): Promise<void> {
    clearInterval(this.#beating);
    const line = this.#line;
    this.#line = null;
    await line?.close().catch(() => {});
  }

  #onAway(reason: unknown): void {
    const { name, log } = this.#options;
    log.warn({ err: reason }, `${name} is out of reach; trying on`);
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
        log.debug({ err: error }, `${name} is still out of reach`);
        continue;
      }
      if (this.#stopped) return;
      log.warn(`${name} is back`);
      onBack();
      return;
    }
  }
}

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { Line, OpenLine } from "./line.ts";

const RECONNECT_MS = 500;
const BEAT_MS = 3_000;
/** So many beats of its own may a line fail to bring back before it counts as lost. */
const MOST_UNHEARD = 3;
const BEAT = "beat ";

export interface KeptLineOptions {
  /** What people call the line, in the log. */
  readonly name: string;
  readonly log: Logger;
  readonly onText: (text: string) => void;
  /** The line is open again: what was said meanwhile was not heard. */
  readonly onBack: () => void;
  /** Time between beats, in ms. */
  readonly beatMs?: number;
}

/**
 * Keeps a line open: opens it anew when it is lost, and takes it for lost when it does not bring
 * back its own beats, as one through a dead router does not.
 */
export class KeptLine {
  readonly #open: OpenLine;
  readonly #options: KeptLineOptions;
  readonly #beat = `${BEAT}${randomUUID()}`;
  #line: Line | null = null;
  #attempt: { lost: boolean } | null = null;
  #unheard = 0;
  #beating: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(open: OpenLine, options: KeptLineOptions) {
    this.#open = open;
    this.#options = options;
  }

  get connected(): boolean {
    return this.#line !== null;
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
    if (this.#stopped) return line.close();
    if (attempt.lost) throw new Error("the connection ended at once");
    this.#line = line;
    this.#unheard = 0;
    this.#beating = setInterval(() => this.#sendBeat(), this.#options.beatMs ?? BEAT_MS);
    this.#beating.unref();
  }

  #hear(text: string): void {
    if (!text.startsWith(BEAT)) this.#options.onText(text);
    else if (text === this.#beat) this.#unheard = 0;
  }

  #sendBeat(): void {
    if (this.#unheard >= MOST_UNHEARD) {
      this.#lose("it brings nothing back");
      return;
    }
    this.#unheard += 1;
    this.say(this.#beat).catch(() => {});
  }

  #lose(why: string): void {
    if (this.#line === null || this.#stopped) return;
    void this.#letGo();
    this.#onAway(new Error(why));
  }

  async #letGo(): Promise<void> {
    clearInterval(this.#beating);
    const line = this.#line;
    this.#line = null;
    await line?.close().catch(() => {});
  }

  #onAway(error: unknown): void {
    const { name, log } = this.#options;
    log.warn({ err: error }, `${name} is out of reach; trying on`);
    void this.#reconnect();
  }

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

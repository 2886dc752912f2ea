import { randomUUID } from "node:crypto";
import type { Bus } from "../events/bus.ts";
import type { ProductEvent } from "../events/events.ts";

const ANNOUNCE_EVERY_MS = 3_000;
/** Time after which the numbers of a silent process no longer count. */
const FORGET_AFTER_MS = 10_000;

export interface LocalWatchers {
  readonly unitsWatched: Iterable<number>;
  watchersOf(inventoryId: number): number;
}

/** Another process's count for one lot, and when it expires. */
interface RemoteCount {
  readonly watchers: number;
  readonly untilMs: number;
}

/**
 * Counts the connections that follow a lot across all processes. Each process announces its counts
 * every few seconds; a count that isn't repeated expires.
 */
export class WatcherCounts {
  readonly #bus: Pick<Bus, "listen" | "announce">;
  readonly #here: LocalWatchers;
  readonly #now: () => number;
  readonly #by = randomUUID();
  /** Counts by unit, then by process. */
  readonly #others = new Map<number, Map<string, RemoteCount>>();
  #announced: ReadonlySet<number> = new Set();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    bus: Pick<Bus, "listen" | "announce">,
    here: LocalWatchers,
    now: () => number = () => performance.now(),
  ) {
    this.#bus = bus;
    this.#here = here;
    this.#now = now;
    bus.listen({
      onEvent: (event, local) => {
        if (event.type === "lots-watched" && !local) this.#learn(event);
      },
      onGap: () => {},
    });
  }

  start(): void {
    this.#timer = setInterval(() => this.announce(), ANNOUNCE_EVERY_MS);
    this.#timer.unref();
  }

  /** Announces a last time; all counts are 0 once the connections are closed. */
  stop(): void {
    clearInterval(this.#timer);
    this.announce();
  }

  /** Returns how many live connections follow a unit's lot, across all processes. */
  of(inventoryId: number): number {
    const now = this.#now();
    let sum = this.#here.watchersOf(inventoryId);
    for (const { watchers, untilMs } of this.#others.get(inventoryId)?.values() ?? []) {
      if (untilMs > now) sum += watchers;
    }
    return sum;
  }

  /** Announces this process's counts to the others, and drops expired ones. */
  announce(): void {
    const units = new Set(this.#here.unitsWatched);
    const unwatched = [...this.#announced].filter((inventoryId) => !units.has(inventoryId));
    const counts = [...units, ...unwatched].map(
      (inventoryId) => [inventoryId, this.#here.watchersOf(inventoryId)] as const,
    );
    this.#announced = units;
    this.#bus.announce([{ type: "lots-watched", by: this.#by, counts }]);
    this.#forget();
  }

  #learn({ by, counts }: Extract<ProductEvent, { type: "lots-watched" }>): void {
    const untilMs = this.#now() + FORGET_AFTER_MS;
    for (const [inventoryId, watchers] of counts) {
      const byProcess = this.#others.get(inventoryId) ?? new Map<string, RemoteCount>();
      if (watchers === 0) byProcess.delete(by);
      else byProcess.set(by, { watchers, untilMs });
      if (byProcess.size === 0) this.#others.delete(inventoryId);
      else this.#others.set(inventoryId, byProcess);
    }
  }

  #forget(): void {
    const now = this.#now();
    for (const [inventoryId, byProcess] of this.#others) {
      for (const [by, { untilMs }] of byProcess) if (untilMs <= now) byProcess.delete(by);
      if (byProcess.size === 0) this.#others.delete(inventoryId);
    }
  }
}

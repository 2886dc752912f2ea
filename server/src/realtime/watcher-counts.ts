import { randomUUID } from "node:crypto";
import type { Bus } from "../events/bus.ts";
import type { ProductEvent } from "../events/events.ts";

const ANNOUNCE_EVERY_MS = 3_000;
/** A process that is silent for so long counts no more. */
const FORGET_AFTER_MS = 10_000;

/** Who follows which lot at this process. */
export interface LocalWatchers {
  readonly unitsWatched: Iterable<number>;
  watchersOf(inventoryId: number): number;
}

/** What another process said of one lot, and until when it counts. */
interface Told {
  readonly watchers: number;
  readonly untilMs: number;
}

/**
 * How many follow a lot at all processes together: each announces its own numbers every few
 * seconds, and a number that is not announced again is forgotten.
 */
export class WatcherCounts {
  readonly #bus: Pick<Bus, "listen" | "announce">;
  readonly #here: LocalWatchers;
  readonly #now: () => number;
  readonly #by = randomUUID();
  /** By unit, then by process. */
  readonly #others = new Map<number, Map<string, Told>>();
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

  /** Says for the last time who is here, which is nobody once connections are closed. */
  stop(): void {
    clearInterval(this.#timer);
    this.announce();
  }

  /** Live connections that follow a unit's lot, at all processes. */
  of(inventoryId: number): number {
    const now = this.#now();
    let sum = this.#here.watchersOf(inventoryId);
    for (const { watchers, untilMs } of this.#others.get(inventoryId)?.values() ?? []) {
      if (untilMs > now) sum += watchers;
    }
    return sum;
  }

  /** Tells other processes who is here, and forgets what they have not told again. */
  announce(): void {
    const units = new Set(this.#here.unitsWatched);
    const gone = [...this.#announced].filter((inventoryId) => !units.has(inventoryId));
    const counts = [...units, ...gone].map(
      (inventoryId) => [inventoryId, this.#here.watchersOf(inventoryId)] as const,
    );
    this.#announced = units;
    this.#bus.announce([{ type: "lots-watched", by: this.#by, counts }]);
    this.#forget();
  }

  #learn({ by, counts }: Extract<ProductEvent, { type: "lots-watched" }>): void {
    const untilMs = this.#now() + FORGET_AFTER_MS;
    for (const [inventoryId, watchers] of counts) {
      const told = this.#others.get(inventoryId) ?? new Map<string, Told>();
      if (watchers === 0) told.delete(by);
      else told.set(by, { watchers, untilMs });
      if (told.size === 0) this.#others.delete(inventoryId);
      else this.#others.set(inventoryId, told);
    }
  }

  #forget(): void {
    const now = this.#now();
    for (const [inventoryId, told] of this.#others) {
      for (const [by, { untilMs }] of told) if (untilMs <= now) told.delete(by);
      if (told.size === 0) this.#others.delete(inventoryId);
    }
  }
}

import { setImmediate } from "node:timers/promises";
import { Found, type Search } from "./find.ts";
import type { Units } from "./units.ts";
import { Workspace } from "./workspace.ts";

/** Time after which a search over many units lets other work run. */
const TURN_MS = 1;
/** A search that was overtaken by changes this often runs without a break. */
const OVERTAKEN = 3;

/** Runs searches one after another, in the same memory. */
export class Searches {
  readonly #workspace = new Workspace();
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;
  /** When searches last let other work run. */
  #sinceMs = 0;

  get bytes(): number {
    return this.#workspace.bytes;
  }

  /**
   * Finds units as of one moment after this call: it starts again when a unit changes while other
   * work runs.
   */
  async find(all: Units, search: Search): Promise<Found> {
    if (this.#waiting === 0) this.#sinceMs = performance.now();
    this.#waiting += 1;
    const found = this.#last
      .then(() => this.#findNow(all, search))
      .finally(() => (this.#waiting -= 1));
    // Keeps neither the result nor, after a reload, the old units.
    this.#last = found.then(
      () => {},
      () => {},
    );
    return found;
  }

  async #findNow(all: Units, search: Search): Promise<Found> {
    for (let overtaken = 0; ; overtaken += 1) {
      const { version } = all;
      this.#workspace.clear();
      const found = new Found(all, search, this.#workspace);
      const steps = found.steps();
      while (steps.next().done !== true) {
        if (overtaken === OVERTAKEN || performance.now() - this.#sinceMs < TURN_MS) continue;
        await setImmediate();
        this.#sinceMs = performance.now();
        if (all.version !== version) break;
      }
      if (all.version === version) return found;
    }
  }
}

import type { Attempt } from "./order.ts";

/** Whether an attempt's end was shown, so that a page that is opened again needs no word of it. */
const isOver = (attempt: Attempt | undefined): boolean =>
  attempt?.state === "placed" || attempt?.state === "refused";

/**
 * The last bid of each customer on each unit in this window, so that all parts of a page show the
 * same one, and a page that is left while it runs still shows it when it is opened again.
 */
class Attempts {
  readonly #all = new Map<string, Attempt>();
  readonly #watchers = new Map<string, Set<() => void>>();

  readonly of = (key: string): Attempt | null => this.#all.get(key) ?? null;

  watch(key: string, changed: () => void): () => void {
    const watchers = this.#watchers.get(key) ?? new Set();
    this.#watchers.set(key, watchers.add(changed));
    return () => {
      watchers.delete(changed);
      if (watchers.size === 0 && isOver(this.#all.get(key))) this.#all.delete(key);
    };
  }

  /** Stores an attempt; null forgets it. Returns whether the page shows it. */
  set(key: string, attempt: Attempt | null): boolean {
    if (attempt === null) this.#all.delete(key);
    else this.#all.set(key, attempt);
    const watchers = this.#watchers.get(key) ?? new Set();
    for (const changed of watchers) changed();
    return watchers.size > 0;
  }
}

export const attempts = new Attempts();

/** Functions to call when a value changes, for `useClientState`. */
export class Watchers {
  readonly #all = new Set<() => void>();

  /** Adds a function; returns a function that removes it. */
  readonly watch = (changed: () => void): (() => void) => {
    this.#all.add(changed);
    return () => this.#all.delete(changed);
  };

  tell(): void {
    for (const changed of this.#all) changed();
  }
}

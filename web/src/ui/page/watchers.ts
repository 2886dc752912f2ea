export class Watchers {
  readonly #all = new Set<() => void>();

  readonly watch = (changed: () => void): (() => void) => {
    this.#all.add(changed);
    return () => this.#all.delete(changed);
  };

  notify(): void {
    for (const changed of this.#all) changed();
  }
}

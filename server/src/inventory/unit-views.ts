import { unawaited } from "@gavelyard/domain/unawaited";
import type { Context } from "../context.ts";
import { addViews } from "./views-sql.ts";

const WRITE_EVERY_MS = 5_000;
/** Maximum units with unsaved views. Views of further units are dropped. */
const MAX_UNITS = 20_000;

/**
 * Counts views of units in memory and writes them every 5 seconds in one statement. A crash loses
 * at most those seconds; after a failed write the counts are kept and retried.
 */
export class UnitViews {
  readonly #context: Pick<Context, "pool" | "log">;
  #waiting = new Map<number, number>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(context: Pick<Context, "pool" | "log">) {
    this.#context = context;
  }

  count(unitId: number): void {
    this.#add(unitId, 1);
    this.#timer ??= setTimeout(() => unawaited(this.write()), WRITE_EVERY_MS);
  }

  write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#writeWaiting());
    return this.#writing;
  }

  async #writeWaiting(): Promise<void> {
    const views = this.#waiting;
    if (views.size === 0) return;
    this.#waiting = new Map();
    try {
      await addViews(this.#context.pool, views);
    } catch (error) {
      this.#context.log.warn({ err: error }, "views of units could not be written");
      for (const [unitId, count] of views) this.#add(unitId, count);
    }
  }

  #add(unitId: number, count: number): void {
    const known = this.#waiting.get(unitId);
    if (known === undefined && this.#waiting.size >= MAX_UNITS) return;
    this.#waiting.set(unitId, (known ?? 0) + count);
  }
}

import type { Pool } from "pg";
import type { Logger } from "pino";
import { RecurringWork } from "../recurring-work.ts";
import { beat, removeRunners } from "./presence-sql.ts";

const HEARTBEAT_MS = 1_500;

/**
 * Writes heartbeats of this process's runners, and unlocks the jobs of dead runners. The library
 * itself would leave the jobs of a dead process locked for four hours.
 */
export class RunnerPresence {
  readonly #pool: Pool;
  readonly #deadAfterMs: number;
  readonly #work: RecurringWork;
  /** Runners of this process with the number of their uses: one while open, one per running job. */
  readonly #own = new Map<string, number>();
  /**
   * Last heartbeat of each other runner, and when it was first read, by the monotonic clock, in ms.
   */
  #others = new Map<string, { readonly beats: number; readonly sinceMs: number }>();

  constructor(pool: Pool, log: Logger, deadAfterMs: number) {
    this.#pool = pool;
    this.#deadAfterMs = deadAfterMs;
    this.#work = new RecurringWork({
      failure: "updating the presence of job runners failed",
      log,
      afterFailureMs: HEARTBEAT_MS,
      run: async () => {
        await this.#beat();
        return HEARTBEAT_MS;
      },
    });
  }

  /** Sends heartbeats of a runner until each of its uses is released. */
  hold(id: string): void {
    const uses = this.#own.get(id) ?? 0;
    this.#own.set(id, uses + 1);
    if (uses === 0) this.#work.wake();
  }

  /**
   * Ends a use. A runner without one counts as dead some seconds later, when jobs whose result it
   * couldn't write are unlocked.
   */
  release(id: string): void {
    const uses = this.#own.get(id) ?? 0;
    if (uses > 1) this.#own.set(id, uses - 1);
    else this.#own.delete(id);
  }

  /** Removes this process's runners and unlocks jobs that haven't finished. */
  async stop(): Promise<void> {
    await this.#work.stop();
    await removeRunners(this.#pool, [...this.#own.keys()]).catch(() => {});
  }

  async #beat(): Promise<void> {
    const rows = await beat(this.#pool, [...this.#own.keys()]);
    const nowMs = performance.now();
    const others = rows.filter(({ id }) => !this.#own.has(id));
    this.#others = new Map(
      others.map(({ id, beats }) => {
        const before = this.#others.get(id);
        return [id, before?.beats === beats ? before : { beats, sinceMs: nowMs }];
      }),
    );
    const dead = [...this.#others].flatMap(([id, { sinceMs }]) =>
      nowMs - sinceMs > this.#deadAfterMs ? [id] : [],
    );
    if (dead.length > 0) await removeRunners(this.#pool, dead);
  }
}

import type { Context } from "../context.ts";
import { noteOutbid } from "./sql.ts";
import { OUTBID_AFTER_SEC, tellOutbid, tellWatchers } from "./tell.ts";

const LOOK_MS = 5_000;

/**
 * Tells bidders who were outbid, and watchers of auctions that went live or end soon, until stopped.
 * Every process may run one: each mail is ordered by one of them.
 */
export class Reminders {
  readonly #context: Context;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(context: Context) {
    this.#context = context;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#working = this.#tell()
        .catch((error: unknown) => this.#context.log.error({ err: error }, "reminding failed"))
        .then(() => {
          if (!this.#stopped) this.start();
        });
    }, LOOK_MS);
  }

  /** Lets what is under way finish. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#working;
  }

  async #tell(): Promise<void> {
    await noteOutbid(this.#context.pool, { afterSec: OUTBID_AFTER_SEC });
    while (!this.#stopped && (await tellOutbid(this.#context)) > 0);
    for (const kind of ["AUCTION_LIVE", "ENDING_SOON"] as const) {
      while (!this.#stopped && (await tellWatchers(this.#context, kind)));
    }
  }
}

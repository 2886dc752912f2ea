import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "../../context.ts";
import type { PictureStore } from "../../media/picture-store.ts";
import { archiveById, claimArchive, endArchive, leftArchives } from "./archives-sql.ts";
import { importUnits } from "./import-units.ts";
import { dropParts, placeArchive } from "./place-pictures.ts";
import { claimImport } from "./work-sql.ts";

const LOOK_MS = 1_000;
const AFTER_FAILURE_MS = 5_000;

/**
 * Brings in the units and pictures that staff have put on their way, until stopped. Every process may
 * run one: each import is claimed by one of them for some seconds at a time, so that another takes it
 * up when that one dies.
 */
export class Importer {
  readonly #context: Context;
  readonly #pictures: PictureStore;
  readonly #stop = new AbortController();
  #working: Promise<void> = Promise.resolve();

  constructor(context: Context, pictures: PictureStore) {
    this.#context = context;
    this.#pictures = pictures;
  }

  start(): void {
    this.#working = this.#work();
  }

  /** Lets the row or picture that is under way finish; what is left is taken up by the next start. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#working;
  }

  async #work(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      let wait = LOOK_MS;
      try {
        if (await this.workOnce()) continue;
      } catch (error) {
        this.#context.log.error({ err: error }, "importing failed");
        wait = AFTER_FAILURE_MS;
      }
      await sleep(wait, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** Does one thing that waits; false when nothing does. */
  async workOnce(): Promise<boolean> {
    const { pool } = this.#context;
    const { signal } = this.#stop;
    const importId = await claimImport(pool);
    if (importId !== null) {
      await importUnits(this.#context, importId, signal);
      return true;
    }
    const archiveId = await claimArchive(pool);
    if (archiveId !== null) {
      await placeArchive(this.#context, this.#pictures, archiveId, signal);
      return true;
    }
    for (const id of await leftArchives(pool)) {
      const archive = await archiveById(pool, id);
      if (archive !== null) await dropParts(this.#context, archive);
      await endArchive(pool, id, "The upload was not finished within two days");
    }
    return false;
  }
}

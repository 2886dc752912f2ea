import { t } from "@gavelyard/messages/text";
import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "../../context.ts";
import { inLanguage } from "../../http/reader-language.ts";
import type { PictureStore } from "../../media/picture-store.ts";
import { archiveById, claimArchive, endArchive, abandonedArchives } from "./archives-sql.ts";
import { importUnits } from "./import-units.ts";
import { dropParts, placeArchive } from "./place-pictures.ts";
import { claimImport, languageOfImporter } from "./work-sql.ts";

const POLL_MS = 1_000;
const AFTER_FAILURE_MS = 5_000;

/**
 * Worker that runs queued imports of units and pictures until it is stopped. Every process may run
 * one: a worker claims an import for some seconds at a time, so that another can take over if it
 * dies.
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

  /** Waits for the current row or picture to finish. The next start continues with the rest. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#working;
  }

  async #work(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      let wait = POLL_MS;
      try {
        if (await this.workOnce()) continue;
      } catch (error) {
        this.#context.log.error({ err: error }, "importing failed");
        wait = AFTER_FAILURE_MS;
      }
      await sleep(wait, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** Runs one queued job. Returns false if there is none. */
  async workOnce(): Promise<boolean> {
    const { pool } = this.#context;
    const { signal } = this.#stop;
    const importId = await claimImport(pool);
    if (importId !== null) {
      await inLanguage(await languageOfImporter(pool, importId), () =>
        importUnits(this.#context, importId, signal),
      );
      return true;
    }
    const archiveId = await claimArchive(pool);
    if (archiveId !== null) {
      const archive = await archiveById(pool, archiveId);
      const language = archive === null ? "en" : await languageOfImporter(pool, archive.import_id);
      await inLanguage(language, () =>
        placeArchive(this.#context, this.#pictures, archiveId, signal),
      );
      return true;
    }
    for (const id of await abandonedArchives(pool)) {
      const archive = await archiveById(pool, id);
      if (archive !== null) await dropParts(this.#context, archive);
      await endArchive(pool, id, t("The upload was not finished within two days"));
    }
    return false;
  }
}

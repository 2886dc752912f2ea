import type { MediaFormat, MediaWidth } from "@gavelyard/contract/inventory/media";
import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "../context.ts";
import type { PictureStore } from "./picture-store.ts";
import { coverPictures } from "./sql.ts";

/** Renditions that lists show on phones and desktops. Other widths are made on first request. */
const renditions: readonly (readonly [MediaWidth, MediaFormat])[] = [
  [480, "avif"],
  [640, "avif"],
];
const START_AFTER_MS = 3_000;
const POLL_MS = 60_000;
/** Pause after each rendition, as a multiple of its duration, so that visitors hardly notice. */
const REST_FACTOR = 3;

/** Makes the renditions for lists before their first request, at low load, until aborted. */
export async function warmPictures(
  { pool, log }: Context,
  store: PictureStore,
  signal: AbortSignal,
): Promise<void> {
  const done = new Set<string>();
  try {
    await sleep(START_AFTER_MS, undefined, { signal });
    for (;;) {
      for (const id of await coverPictures(pool)) {
        if (!done.has(id)) await warm(store, id, signal);
        done.add(id);
      }
      await sleep(POLL_MS, undefined, { signal });
    }
  } catch (error) {
    if (!signal.aborted) log.warn({ err: error }, "pictures are no longer made ahead");
  }
}

async function warm(store: PictureStore, id: string, signal: AbortSignal): Promise<void> {
  for (const [width, format] of renditions) {
    while (store.busy) await sleep(200, undefined, { signal });
    const startedAt = performance.now();
    await store.rendition(id, width, format);
    await sleep((performance.now() - startedAt) * REST_FACTOR, undefined, { signal });
  }
}

import type { MediaFormat, MediaWidth } from "@gavelyard/contract/media";
import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "../context.ts";
import type { PictureStore } from "./picture-store.ts";
import { coverPictures } from "./sql.ts";

/** What lists show on phones and on desks; other widths wait for their first request. */
const renditions: readonly (readonly [MediaWidth, MediaFormat])[] = [
  [480, "avif"],
  [640, "avif"],
];
const START_AFTER_MS = 3_000;
const LOOK_AGAIN_MS = 60_000;
/** Rests this many times as long as a rendition took, so that visitors hardly notice. */
const REST_FACTOR = 3;

/** Makes the renditions that lists show ahead of their first request, gently, until aborted. */
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
      await sleep(LOOK_AGAIN_MS, undefined, { signal });
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

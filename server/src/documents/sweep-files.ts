import type { Context } from "../context.ts";
import { videoName } from "../media/video-store.ts";
import { documentName } from "./store-document.ts";
import { filesToSweep, deleteUnclaimed } from "./sql.ts";

/**
 * Removes unclaimed files: of actions that failed after the file was written, and of deleted
 * documents and videos. Deletes the file before its row, so that the next sweep completes an interrupted one.
 */
export async function sweepFiles({ pool, files }: Pick<Context, "pool" | "files">): Promise<void> {
  for (const id of await filesToSweep(pool)) {
    await files.remove(documentName(id));
    await files.remove(videoName(id));
    await deleteUnclaimed(pool, id);
  }
}

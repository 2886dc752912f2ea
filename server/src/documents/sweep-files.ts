import type { Context } from "../context.ts";
import { deleteUnclaimed, filesToSweep } from "../files/unclaimed-sql.ts";
import { videoName } from "../media/video-store.ts";
import { documentName } from "./store-document.ts";

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

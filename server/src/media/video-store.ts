import type { VideoType } from "@gavelyard/contract/inventory/media";
import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { Context } from "../context.ts";
import { insertUnclaimed } from "../files/unclaimed-sql.ts";
import { badFields } from "../refusal.ts";
import type { UploadedFile } from "../http/uploads/uploads.ts";
import { VideoFault } from "./videos/byte-source.ts";
import { cleanVideo } from "./videos/read-video.ts";

/** A stored video, with the columns of its row. */
export interface StoredVideo {
  readonly id: string;
  readonly contentType: VideoType;
  readonly bytes: number;
  readonly sha256: string;
  readonly durationMs: number;
  readonly width: number;
  readonly height: number;
  readonly silent: boolean;
}

export const videoName = (id: string): string => `videos/${id.slice(0, 2)}/${id}`;

/**
 * Stores an uploaded video without its metadata; pictures and sound stay as sent. The file of a
 * failed action is removed after a day (D42).
 * @throws Refusal 400 for a file that isn't an acceptable video
 */
export async function storeVideo(
  { pool, files }: Pick<Context, "pool" | "files">,
  { path, bytes, field }: UploadedFile,
): Promise<StoredVideo> {
  const facts = await cleanVideo(path).catch((error: unknown) => {
    throw error instanceof VideoFault ? badFields([{ path: field, message: error.said }]) : error;
  });
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  const id = randomUUID();
  await insertUnclaimed(pool, id);
  await files.writeFrom(videoName(id), path, facts.contentType);
  return { id, bytes, sha256: hash.digest("hex"), ...facts };
}

import type { Video } from "@gavelyard/contract/inventory/inventory";
import type { Db } from "../db/pool.ts";
import type { StoredVideo } from "../media/video-store.ts";

export interface VideoDetails {
  readonly kind: Video["kind"];
  /** Null for the unit's first picture. */
  readonly posterId: string | null;
  /** Text of a WebVTT file, and its ID. */
  readonly captions: string | null;
  readonly captionsId: string | null;
  readonly transcript: string;
}

export type PlacedVideo = VideoDetails & { readonly id: string; readonly slot: number };

export async function videosOf(tx: Db, inventoryId: number): Promise<PlacedVideo[]> {
  const { rows } = await tx.query<PlacedVideo>(
    `SELECT id, slot, kind, poster_id AS "posterId", captions, captions_id AS "captionsId", transcript
      FROM unit_videos WHERE inventory_id = $1 ORDER BY slot`,
    [inventoryId],
  );
  return rows;
}

/** Inserts a stored video and claims its file. */
export async function insertVideo(
  tx: Db,
  inventoryId: number,
  slot: number,
  video: StoredVideo,
  details: VideoDetails,
): Promise<void> {
  await tx.query(
    `WITH claimed AS (DELETE FROM unclaimed_files WHERE id = $1)
    INSERT INTO unit_videos (id, inventory_id, slot, kind, content_type, bytes, sha256, duration_ms,
        width, height, silent, poster_id, captions_id, captions, transcript)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      video.id,
      inventoryId,
      slot,
      details.kind,
      video.contentType,
      video.bytes,
      video.sha256,
      video.durationMs,
      video.width,
      video.height,
      video.silent,
      details.posterId,
      details.captionsId,
      details.captions,
      details.transcript,
    ],
  );
}

export async function setVideoDetails(tx: Db, id: string, details: VideoDetails): Promise<void> {
  await tx.query(
    `UPDATE unit_videos SET kind = $2, poster_id = $3, captions_id = $4, captions = $5, transcript = $6
      WHERE id = $1`,
    [id, details.kind, details.posterId, details.captionsId, details.captions, details.transcript],
  );
}

/** Deletes a video; the next sweep after a day removes its file. */
export async function deleteVideo(tx: Db, id: string): Promise<void> {
  await tx.query(
    `WITH gone AS (DELETE FROM unit_videos WHERE id = $1 RETURNING id)
    INSERT INTO unclaimed_files (id) SELECT id FROM gone`,
    [id],
  );
}

import type { VideoType } from "@gavelyard/contract/inventory/media";
import type { Db } from "../db/pool.ts";
import type { StoredPicture } from "./picture-store.ts";

/**
 * Returns a picture's source; null for an uploaded picture, undefined when there is no such
 * picture.
 */
export async function sourceOf(db: Db, id: string): Promise<string | null | undefined> {
  const { rows } = await db.query<{ source: string | null }>({
    name: "media-source",
    text: "SELECT source FROM media WHERE id = $1",
    values: [id],
  });
  return rows[0]?.source;
}

export async function insertPicture(db: Db, picture: StoredPicture): Promise<void> {
  await db.query("INSERT INTO media (id, width, height, placeholder) VALUES ($1, $2, $3, $4)", [
    picture.id,
    picture.width,
    picture.height,
    picture.placeholder,
  ]);
}

/** Returns the first pictures of published units, open lots first, which visitors see soonest. */
export async function coverPictures(db: Db): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT p.media_id AS id FROM inventory i
      JOIN inventory_images p ON p.inventory_id = i.id AND p.position = 0
      LEFT JOIN lots l ON l.id = i.current_lot_id
      WHERE i.status NOT IN ('DRAFT', 'WITHDRAWN', 'ARCHIVED')
      GROUP BY p.media_id
      ORDER BY bool_or(i.featured) DESC, min(CASE WHEN l.closed_at IS NULL THEN l.closes_at END) LIMIT 2000`,
  );
  return rows.map((row) => row.id);
}

export async function pictureExists(db: Db, id: string): Promise<boolean> {
  const { rows } = await db.query("SELECT 1 FROM media WHERE id = $1", [id]);
  return rows.length > 0;
}

/** Returns a video's file facts; null when no unit has it. */
export async function videoById(
  db: Db,
  id: string,
): Promise<{ contentType: VideoType; bytes: number; sha256: string } | null> {
  const { rows } = await db.query<{ contentType: VideoType; bytes: number; sha256: string }>({
    name: "video-by-id",
    text: `SELECT content_type AS "contentType", bytes, sha256 FROM unit_videos WHERE id = $1`,
    values: [id],
  });
  return rows[0] ?? null;
}

export async function captionsOf(db: Db, captionsId: string): Promise<string | null> {
  const { rows } = await db.query<{ captions: string | null }>(
    "SELECT captions FROM unit_videos WHERE captions_id = $1",
    [captionsId],
  );
  return rows[0]?.captions ?? null;
}

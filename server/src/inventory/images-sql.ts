import type { Image } from "@gavelyard/contract/inventory/inventory";
import type { Db } from "../db/pool.ts";

export interface PlacedImage {
  readonly mediaId: string;
  readonly kind: Image["kind"];
  readonly alt: string;
}

export async function imagesOf(tx: Db, inventoryId: number): Promise<PlacedImage[]> {
  const { rows } = await tx.query<PlacedImage>(
    `SELECT media_id AS "mediaId", kind, alt FROM inventory_images WHERE inventory_id = $1
      ORDER BY position`,
    [inventoryId],
  );
  return rows;
}

/** Replaces a unit's pictures with `images`, in this order. */
export async function setImages(
  tx: Db,
  inventoryId: number,
  images: readonly PlacedImage[],
): Promise<void> {
  await tx.query("DELETE FROM inventory_images WHERE inventory_id = $1", [inventoryId]);
  await tx.query(
    `INSERT INTO inventory_images (inventory_id, position, media_id, kind, alt)
      SELECT $1, n - 1, media_id, kind, alt
      FROM unnest($2::uuid[], $3::text[], $4::text[]) WITH ORDINALITY AS p(media_id, kind, alt, n)`,
    [
      inventoryId,
      images.map(({ mediaId }) => mediaId),
      images.map(({ kind }) => kind),
      images.map(({ alt }) => alt),
    ],
  );
  await tx.query("UPDATE inventory SET updated_at = clock_ms() WHERE id = $1", [inventoryId]);
}

/** Returns which of these picture IDs are in our store. */
export async function knownPictures(tx: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.query<{ id: string }>(
    "SELECT id FROM media WHERE id = ANY($1::uuid[])",
    [ids],
  );
  return new Set(rows.map((row) => row.id));
}

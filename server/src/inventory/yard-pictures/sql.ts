import type { Db } from "../../db/pool.ts";

/** Returns whether a picture came before: with this key, or as the same file that the unit still has. */
export async function cameBefore(
  db: Db,
  { key, inventoryId, sha256 }: { key: string; inventoryId: number; sha256: Buffer },
): Promise<boolean> {
  const { rows } = await db.query(
    `SELECT 1 FROM picture_uploads u WHERE u.key = $1
      UNION ALL
      SELECT 1 FROM picture_uploads u JOIN inventory_images i
        ON i.inventory_id = u.inventory_id AND i.media_id = u.media_id
      WHERE u.inventory_id = $2 AND u.sha256 = $3 LIMIT 1`,
    [key, inventoryId, sha256],
  );
  return rows.length > 0;
}

export async function insertUpload(
  tx: Db,
  given: { key: string; inventoryId: number; mediaId: string; sha256: Buffer },
): Promise<void> {
  await tx.query(
    "INSERT INTO picture_uploads (key, inventory_id, media_id, sha256) VALUES ($1, $2, $3, $4)",
    [given.key, given.inventoryId, given.mediaId, given.sha256],
  );
}

import type { LoosePicture } from "@gavelyard/contract/inventory/loose-pictures";
import type { Db } from "../../db/pool.ts";

/** Returns a ZIP's next picture that matches no unit and isn't stored yet; null when none is left. */
export async function nextUnmatched(
  db: Db,
  archiveId: number,
): Promise<{ position: number; name: string } | null> {
  const { rows } = await db.query<{ position: number; name: string }>(
    `SELECT position, name FROM unit_import_pictures
      WHERE archive_id = $1 AND state = 'WAITING' AND inventory_id IS NULL ORDER BY position LIMIT 1`,
    [archiveId],
  );
  return rows[0] ?? null;
}

/** Returns whether an import has a picture already, on a unit or waiting for one. */
export async function isInImport(db: Db, importId: number, sha256: Buffer): Promise<boolean> {
  const { rows } = await db.query(
    `SELECT 1 FROM unit_import_pictures p JOIN unit_import_archives a ON a.id = p.archive_id
      WHERE a.import_id = $1 AND p.sha256 = $2 LIMIT 1`,
    [importId, sha256],
  );
  return rows.length > 0;
}

export interface LooseFile {
  readonly archiveId: number;
  readonly position: number;
}

/** Keeps a stored picture until staff add it to a unit. Returns false if the file has an outcome. */
export async function keepLoose(
  tx: Db,
  { archiveId, position }: LooseFile,
  kept: { readonly mediaId: string; readonly sha256: Buffer; readonly message: string },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE unit_import_pictures SET state = 'REFUSED', message = $5, media_id = $3, sha256 = $4
      WHERE archive_id = $1 AND position = $2 AND state = 'WAITING'`,
    [archiveId, position, kept.mediaId, kept.sha256, kept.message],
  );
  return rowCount === 1;
}

export async function loosePictures(db: Db, importId: number, most: number) {
  const { rows } = await db.query<LoosePicture>(
    `SELECT p.archive_id AS "archiveId", p.position, p.name,
        json_build_object('id', m.id, 'alt', p.name, 'width', m.width, 'height', m.height,
          'placeholder', m.placeholder) AS picture
      FROM unit_import_pictures p JOIN unit_import_archives a ON a.id = p.archive_id
        JOIN media m ON m.id = p.media_id
      WHERE a.import_id = $1 ORDER BY p.archive_id, p.position LIMIT $2`,
    [importId, most],
  );
  return rows;
}

export async function countLoose(db: Db, importId: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM unit_import_pictures p
      JOIN unit_import_archives a ON a.id = p.archive_id
      WHERE a.import_id = $1 AND p.media_id IS NOT NULL`,
    [importId],
  );
  return rows[0]?.count ?? 0;
}

interface LooseRow extends LooseFile {
  readonly mediaId: string;
  /** Whether the unit has the same picture from an import. */
  readonly isThere: boolean;
}

/** Locks the pictures that are still loose, in the order given. */
export async function lockLoose(
  tx: Db,
  importId: number,
  files: readonly LooseFile[],
  inventoryId: number | null,
): Promise<LooseRow[]> {
  const { rows } = await tx.query<LooseRow>(
    `SELECT p.archive_id AS "archiveId", p.position, m.id AS "mediaId",
        EXISTS (SELECT 1 FROM unit_import_pictures o
          WHERE o.inventory_id = $4 AND o.state = 'PLACED' AND o.sha256 = p.sha256) AS "isThere"
      FROM unnest($2::bigint[], $3::int[]) WITH ORDINALITY AS f(archive_id, position, n)
        JOIN unit_import_pictures p ON p.archive_id = f.archive_id AND p.position = f.position
        JOIN unit_import_archives a ON a.id = p.archive_id JOIN media m ON m.id = p.media_id
      WHERE a.import_id = $1
      ORDER BY f.n FOR UPDATE OF p`,
    [
      importId,
      files.map(({ archiveId }) => archiveId),
      files.map(({ position }) => position),
      inventoryId,
    ],
  );
  return rows;
}

/** Records that pictures are on a unit, or null: that staff left them out. */
export async function endLoose(
  tx: Db,
  files: readonly LooseFile[],
  inventoryId: number | null,
  message: string,
): Promise<void> {
  await tx.query(
    `UPDATE unit_import_pictures p SET media_id = NULL, inventory_id = $3, message = $4,
        state = CASE WHEN $3::bigint IS NULL THEN 'REFUSED' ELSE 'PLACED' END
      FROM unnest($1::bigint[], $2::int[]) AS f(archive_id, position)
      WHERE p.archive_id = f.archive_id AND p.position = f.position`,
    [
      files.map(({ archiveId }) => archiveId),
      files.map(({ position }) => position),
      inventoryId,
      message,
    ],
  );
}

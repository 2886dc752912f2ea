import type { Db } from "../db/pool.ts";

/** A picture uploaded for a unit's 360° view; its position is null until the view is published. */
export interface SpinFrame {
  readonly id: string;
  readonly position: number | null;
  readonly width: number;
  readonly height: number;
}

/** Returns the pictures for a unit's 360° view: published ones in order, then unpublished ones. */
export async function spinFramesOf(tx: Db, inventoryId: number): Promise<SpinFrame[]> {
  const { rows } = await tx.query<SpinFrame>(
    `SELECT m.id, f.position, m.width, m.height FROM unit_spin_frames f
      JOIN media m ON m.id = f.media_id WHERE f.inventory_id = $1 ORDER BY f.position`,
    [inventoryId],
  );
  return rows;
}

export async function insertSpinFrame(tx: Db, inventoryId: number, id: string): Promise<void> {
  await tx.query("INSERT INTO unit_spin_frames (inventory_id, media_id) VALUES ($1, $2)", [
    inventoryId,
    id,
  ]);
}

/** Replaces a unit's 360° view with `ids`, in this order, and drops its other pictures. */
export async function setSpin(tx: Db, inventoryId: number, ids: readonly string[]): Promise<void> {
  await tx.query("DELETE FROM unit_spin_frames WHERE inventory_id = $1", [inventoryId]);
  await tx.query(
    `INSERT INTO unit_spin_frames (inventory_id, media_id, position)
      SELECT $1, id, n - 1 FROM unnest($2::uuid[]) WITH ORDINALITY AS f(id, n)`,
    [inventoryId, ids],
  );
}

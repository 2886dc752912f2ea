import type { Db } from "../db/pool.ts";
import { anywhere } from "../db/anywhere.ts";

export async function sellerExists(tx: Db, id: number): Promise<boolean> {
  const { rows } = await tx.query("SELECT 1 FROM sellers WHERE id = $1", [id]);
  return rows.length > 0;
}

/** Gives an open lot to a seller. Returns false if the lot has bids or has closed. */
export async function setLotSeller(
  tx: Db,
  lotId: number,
  sellerId: number | null,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    "UPDATE lots SET seller_id = $2 WHERE id = $1 AND closed_at IS NULL AND seq = 0",
    [lotId, sellerId],
  );
  return rowCount === 1;
}

export interface SellerName {
  readonly id: number;
  readonly name: string;
  /** City and state; empty if unknown. */
  readonly place: string;
}

const nameColumns = `s.id, s.name, concat_ws(', ', nullif(s.city, ''), s.state) AS place`;

/** Returns all sellers, for imports. */
export async function allSellers(db: Db): Promise<SellerName[]> {
  const { rows } = await db.query<SellerName>(`SELECT ${nameColumns} FROM sellers s`);
  return rows;
}

/** Returns up to 20 sellers whose name has a text, or the one with that ID. */
export async function sellersNamed(db: Db, q: string): Promise<SellerName[]> {
  const { rows } = await db.query<SellerName>(
    `SELECT ${nameColumns} FROM sellers s WHERE s.name ILIKE $1 OR s.id::text = $2
      ORDER BY (s.id::text = $2) DESC, lower(s.name), s.id LIMIT 20`,
    [anywhere(q), q],
  );
  return rows;
}

export async function sellerName(
  db: Db,
  id: number | null,
): Promise<{ readonly id: number; readonly name: string } | null> {
  const { rows } = await db.query<{ id: number; name: string }>(
    "SELECT id, name FROM sellers WHERE id = $1",
    [id],
  );
  return rows[0] ?? null;
}

export async function hasSellers(db: Db): Promise<boolean> {
  const { rows } = await db.query("SELECT 1 FROM sellers LIMIT 1");
  return rows.length > 0;
}

export async function unitsOfSeller(db: Db, sellerId: number): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>("SELECT id FROM inventory WHERE seller_id = $1", [
    sellerId,
  ]);
  return rows.map(({ id }) => id);
}

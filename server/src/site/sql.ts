import type { Db } from "../db/pool.ts";
import { published } from "../inventory/sql.ts";

/** A page and its last change; null when that isn't tracked. */
export interface SitemapEntry {
  readonly path: string;
  readonly changedAt: Date | null;
}

/** Returns the parts, as ranges of `size` unit ids, that contain published units. */
export async function sitemapParts(db: Db, size: number): Promise<number[]> {
  const { rows } = await db.query<{ part: number }>(
    `SELECT DISTINCT (i.id / $1)::int AS part FROM inventory i WHERE ${published} ORDER BY 1`,
    [size],
  );
  return rows.map(({ part }) => part);
}

export async function unitsForSitemap(db: Db, part: number, size: number): Promise<SitemapEntry[]> {
  const { rows } = await db.query<{ id: number; updated_at: Date }>(
    `SELECT i.id, i.updated_at FROM inventory i
      WHERE i.id >= $1::bigint * $2 AND i.id < ($1::bigint + 1) * $2 AND ${published} ORDER BY i.id`,
    [part, size],
  );
  return rows.map(({ id, updated_at: changedAt }) => ({ path: `/truck/${id}`, changedAt }));
}

export async function auctionsForSitemap(db: Db): Promise<SitemapEntry[]> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT id FROM auctions WHERE lifecycle IN ('PUBLISHED', 'SETTLED') ORDER BY id DESC LIMIT 5000`,
  );
  return rows.map(({ id }) => ({ path: `/auctions/${id}`, changedAt: null }));
}

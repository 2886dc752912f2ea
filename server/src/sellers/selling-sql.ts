import type { MemberRole } from "@gavelyard/domain/sellers/seller";
import type { Db } from "../db/pool.ts";

export interface OwnSellerRow {
  readonly id: number;
  readonly name: string;
  readonly role: MemberRole;
}

/** Returns the sellers that an account acts for, by name. */
export async function sellersOfMember(db: Db, userId: number): Promise<OwnSellerRow[]> {
  const { rows } = await db.query<OwnSellerRow>(
    `SELECT s.id, s.name, m.role FROM seller_members m JOIN sellers s ON s.id = m.seller_id
      WHERE m.user_id = $1 AND m.left_at IS NULL ORDER BY lower(s.name), s.id`,
    [userId],
  );
  return rows;
}

export interface SellingRow {
  readonly id: number;
  readonly seller_id: number;
  readonly reserve_cents: number | null;
  readonly watchers: number;
  readonly views: number;
  /** Of the award that stands; null for none. */
  readonly hammer_cents: number | null;
  readonly is_paid: boolean;
}

/**
 * Returns sellers' newest units, except archived ones, with what a seller may know: no maximum, and nothing
 * of who bid, watched or bought.
 */
export async function unitsSelling(db: Db, sellerIds: readonly number[]): Promise<SellingRow[]> {
  const { rows } = await db.query<SellingRow>(
    `SELECT i.id, i.seller_id, i.reserve_cents,
        (SELECT count(*) FROM wishlist_items w WHERE w.inventory_id = i.id) AS watchers,
        coalesce((SELECT sum(v.views)::bigint FROM unit_views v WHERE v.unit_id = i.id), 0) AS views,
        a.hammer_cents, coalesce(a.status = 'PAID', false) AS is_paid
      FROM inventory i LEFT JOIN awards a ON a.lot_id = i.current_lot_id AND a.status IN ('DECLARED', 'PAID')
      WHERE i.seller_id = ANY($1::bigint[]) AND i.status <> 'ARCHIVED' ORDER BY i.id DESC LIMIT 500`,
    [sellerIds],
  );
  return rows;
}

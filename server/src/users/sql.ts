import type { Role } from "@gavelyard/domain/roles";
import type { UserProfile, Winning } from "@gavelyard/contract/users";
import type { Db } from "../db/pool.ts";

export interface ProfileRow {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly phone_number: string | null;
  readonly role: Role;
  readonly status: UserProfile["status"];
  readonly created_at: Date;
  /** Zero for staff, who have no limit since they never bid (D4). */
  readonly limit_cents: number;
  readonly used_cents: number;
}

/**
 * A person with the state of the bid limit. What open lots hold is the person's own maximum, or
 * only the visible price when `maximaShown` is false (D18).
 */
export async function profileById(
  db: Db,
  userId: number,
  maximaShown: boolean,
): Promise<ProfileRow | null> {
  const { rows } = await db.query<ProfileRow>(
    `SELECT u.id, u.name, u.email, u.phone_number, u.role, u.status, u.created_at,
        coalesce(b.limit_cents, 0) AS limit_cents,
        coalesce(b.leading_cents + b.awarded_cents, 0) - CASE WHEN $2 THEN 0 ELSE (
          SELECT coalesce(sum(l.leader_max_cents - l.price_cents), 0)
          FROM lots l WHERE l.leader_id = u.id AND l.closed_at IS NULL) END AS used_cents
      FROM users u LEFT JOIN bidders b ON b.user_id = u.id WHERE u.id = $1`,
    [userId, maximaShown],
  );
  return rows[0] ?? null;
}

export interface AwardRow {
  readonly id: number;
  readonly bid_id: number;
  readonly hammer_cents: number;
  readonly status: Winning["status"];
  readonly created_at: Date;
  readonly payment_due_at: Date | null;
  readonly inventory_id: number;
  readonly auction_id: number;
  readonly auction_name: string;
}

/** The lots that a user has won, newest first, but for those that were voided (D27 to D29). */
export async function awardsOf(db: Db, userId: number): Promise<AwardRow[]> {
  const { rows } = await db.query<AwardRow>(
    `SELECT a.id, a.bid_id, a.hammer_cents, a.status, a.created_at, a.payment_due_at,
        l.inventory_id, l.auction_id, c.name AS auction_name
      FROM awards a JOIN lots l ON l.id = a.lot_id JOIN auctions c ON c.id = l.auction_id
      WHERE a.user_id = $1 AND a.status <> 'VOID' ORDER BY a.id DESC`,
    [userId],
  );
  return rows;
}

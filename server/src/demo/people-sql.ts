import type { PoolClient } from "pg";
import { heldSums } from "../sales/award/clean-up-sql.ts";
import { insertRows } from "./insert-rows.ts";
import { bidderDomain } from "../demo-accounts/people.ts";

export interface PersonToWrite {
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly role: string;
  readonly phoneNumber: string | null;
}

/** Period over which sign-ups are spread evenly. */
const SIGN_UPS_MS = 64 * 86_400_000;

/**
 * Inserts accounts with verified emails, the first created at `createdAt`. Returns ids by email.
 */
export async function insertPeople(
  tx: PoolClient,
  people: readonly PersonToWrite[],
  createdAt: Date,
): Promise<Map<string, number>> {
  const signedUpAt = (index: number) =>
    new Date(createdAt.getTime() + (SIGN_UPS_MS * index) / people.length).toISOString();
  await insertRows(
    tx,
    "users",
    {
      email: "text",
      name: "text",
      password_hash: "text",
      role: "text",
      phone_number: "text",
      email_verified_at: "timestamptz",
      created_at: "timestamptz",
    },
    people.map(({ email, name, passwordHash, role, phoneNumber }, index) => ({
      email,
      name,
      password_hash: passwordHash,
      role,
      phone_number: phoneNumber,
      email_verified_at: signedUpAt(index),
      created_at: signedUpAt(index),
    })),
  );
  const { rows } = await tx.query<{ id: number; email: string }>("SELECT id, email FROM users");
  return new Map(rows.map((row) => [row.email, row.id]));
}

export async function insertBidders(
  tx: PoolClient,
  bidders: readonly { readonly userId: number; readonly limitCents: number }[],
): Promise<void> {
  await insertRows(
    tx,
    "bidders",
    { user_id: "bigint", limit_cents: "bigint" },
    bidders.map(({ userId, limitCents }) => ({ user_id: userId, limit_cents: limitCents })),
  );
}

/** Recomputes the holds on every limit from lots and awards (D25). */
export async function holdLimits(tx: PoolClient): Promise<void> {
  await tx.query(
    `UPDATE bidders b SET leading_cents = coalesce(h.led, 0), awarded_cents = coalesce(h.won, 0)
      FROM bidders every LEFT JOIN ${heldSums} h USING (user_id) WHERE every.user_id = b.user_id`,
  );
}

/** Returns the ids of the bidders that the demo plays itself. */
export async function bidderIds(db: Pick<PoolClient, "query">): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    "SELECT id FROM users WHERE email LIKE '%' || $1 AND status = 'ACTIVE' ORDER BY id",
    [bidderDomain],
  );
  return rows.map((row) => row.id);
}

export interface DemoAccountRow {
  readonly id: number;
  readonly status: string;
  readonly status_reason: string | null;
}

export async function demoAccountsOf(
  tx: PoolClient,
  emails: readonly string[],
): Promise<DemoAccountRow[]> {
  const { rows } = await tx.query<DemoAccountRow>(
    `SELECT id, status, status_reason FROM users WHERE email = ANY ($1::text[])
      ORDER BY id FOR NO KEY UPDATE`,
    [emails],
  );
  return rows;
}

export async function insertWatches(
  tx: PoolClient,
  userId: number,
  inventoryIds: readonly number[],
): Promise<void> {
  await tx.query(
    "INSERT INTO wishlist_items (user_id, inventory_id) SELECT $1, id FROM unnest($2::bigint[]) AS w(id)",
    [userId, inventoryIds],
  );
}

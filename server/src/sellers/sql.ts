import type { Seller, SellerInput, SellerMember } from "@gavelyard/contract/sellers";
import type { MemberRole, SellerKind } from "@gavelyard/domain/sellers/seller";
import type { PoolClient } from "pg";
import { bidStands } from "../bidding/ledger-sql.ts";
import { anywhere } from "../db/anywhere.ts";
import type { Db } from "../db/pool.ts";
import { unitTitle } from "../inventory/sql.ts";

export interface SellerRow {
  readonly id: number;
  readonly kind: SellerKind;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly street: string;
  readonly city: string;
  readonly state: string | null;
  readonly zip: string;
  readonly tax_id_last4: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly members: number;
  readonly units: number;
  readonly units_in_auction: number;
  readonly units_sold: number;
}

const columns = `s.id, s.kind, s.name, s.email, s.phone, s.street, s.city, s.state, s.zip, s.tax_id_last4,
  s.created_at, s.updated_at,
  (SELECT count(*) FROM seller_members m WHERE m.seller_id = s.id AND m.left_at IS NULL) AS members,
  n.units, n.units_in_auction, n.units_sold`;
/** SQL with the figures of a seller `s` as `n`. */
const figures = `LATERAL (SELECT count(*) FILTER (WHERE i.status NOT IN ('RELEASED', 'ARCHIVED')) AS units,
    count(*) FILTER (WHERE i.status = 'IN_AUCTION') AS units_in_auction,
    count(*) FILTER (WHERE i.status IN ('SOLD', 'PAID', 'RELEASED')) AS units_sold
  FROM inventory i WHERE i.seller_id = s.id) n`;

const matching = `($1::text IS NULL OR s.name ILIKE $1 OR s.email ILIKE $1 OR s.phone ILIKE $1
  OR s.id IN (SELECT i.seller_id FROM inventory i WHERE i.stock_number = upper($2) OR i.vin = upper($2)))`;

/** Returns a page of sellers by name, and how many there are. */
export async function findSellers(
  db: Db,
  q: string,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<{ readonly rows: SellerRow[]; readonly total: number }> {
  const search = q === "" ? [null, null] : [anywhere(q), q];
  const { rows: counted } = await db.query<{ total: number }>(
    `SELECT count(*) AS total FROM sellers s WHERE ${matching}`,
    search,
  );
  const { rows } = await db.query<SellerRow>(
    `SELECT ${columns} FROM (SELECT * FROM sellers s WHERE ${matching}
        ORDER BY lower(s.name), s.id LIMIT $3 OFFSET $4) s, ${figures} ORDER BY lower(s.name), s.id`,
    [...search, size, page * size],
  );
  return { rows, total: counted[0]?.total ?? 0 };
}

export async function sellerRow(db: Db, id: number): Promise<SellerRow | null> {
  const { rows } = await db.query<SellerRow>(
    `SELECT ${columns} FROM sellers s, ${figures} WHERE s.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/** Locks a seller until the transaction ends. Nothing waits for it that bids need. */
export async function lockSeller(tx: PoolClient, id: number): Promise<void> {
  await tx.query("SELECT 1 FROM sellers WHERE id = $1 FOR NO KEY UPDATE", [id]);
}

/** A sealed tax ID, its last four digits and its mark; all null for none. */
export interface TaxColumns {
  readonly taxId: Buffer | null;
  readonly taxIdLast4: string | null;
  readonly taxMark: Buffer | null;
}

type PlainSeller = Omit<SellerInput, "taxId">;

export async function insertSeller(tx: Db, seller: PlainSeller): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    `INSERT INTO sellers (kind, name, email, phone, street, city, state, zip)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
    valuesOf(seller),
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("a seller was not written");
  return id;
}

export async function updateSeller(tx: Db, id: number, seller: PlainSeller): Promise<void> {
  await tx.query(
    `UPDATE sellers SET kind = $1, name = $2, email = $3, phone = $4, street = $5, city = $6, state = $7,
        zip = $8, updated_at = clock_ms() WHERE id = $9`,
    [...valuesOf(seller), id],
  );
}

const valuesOf = (one: PlainSeller) => [
  one.kind,
  one.name,
  one.email,
  one.phone,
  one.street,
  one.city,
  one.state,
  one.zip,
];

export async function setTaxId(tx: Db, id: number, tax: TaxColumns): Promise<void> {
  await tx.query(
    `UPDATE sellers SET tax_id = $2, tax_id_last4 = $3, tax_mark = $4, updated_at = clock_ms()
      WHERE id = $1`,
    [id, tax.taxId, tax.taxIdLast4, tax.taxMark],
  );
}

/** Returns another seller with a tax ID, by its mark. */
export async function sellerWithMark(
  tx: Db,
  exceptId: number,
  mark: Buffer,
): Promise<{ readonly id: number; readonly name: string } | null> {
  const { rows } = await tx.query<{ id: number; name: string }>(
    "SELECT id, name FROM sellers WHERE tax_mark = $2 AND id <> $1",
    [exceptId, mark],
  );
  return rows[0] ?? null;
}

export interface UnmarkedRow {
  readonly id: number;
  readonly user_id: number;
  readonly tax_id: Buffer;
}

/** Returns finance applications whose tax ID an earlier version stored without a mark. */
export async function unmarkedTaxIds(tx: Db): Promise<UnmarkedRow[]> {
  const { rows } = await tx.query<UnmarkedRow>(
    "SELECT id, user_id, tax_id FROM finance_requests WHERE tax_id IS NOT NULL AND tax_mark IS NULL",
  );
  return rows;
}

export async function markTaxIds(
  tx: Db,
  marks: readonly { readonly id: number; readonly mark: Buffer }[],
): Promise<void> {
  await tx.query(
    `UPDATE finance_requests f SET tax_mark = m.mark
      FROM unnest($1::bigint[], $2::bytea[]) AS m(id, mark) WHERE f.id = m.id`,
    [marks.map(({ id }) => id), marks.map(({ mark }) => mark)],
  );
}

export async function accountsWithMark(tx: Db, mark: Buffer): Promise<number[]> {
  const { rows } = await tx.query<{ user_id: number }>(
    "SELECT DISTINCT user_id FROM finance_requests WHERE tax_mark = $1 ORDER BY user_id",
    [mark],
  );
  return rows.map(({ user_id: userId }) => userId);
}

export interface Candidate {
  readonly id: number;
  readonly name: string;
  readonly role: string;
  readonly status: string;
}

export async function accountByEmail(tx: Db, email: string): Promise<Candidate | null> {
  const { rows } = await tx.query<Candidate>(
    "SELECT id, name, role, status FROM users WHERE email = $1",
    [email],
  );
  return rows[0] ?? null;
}

/**
 * Returns a unit of a seller on which one of the accounts has a bid that stands, until the unit has left
 * or its sale failed; null if there is none.
 */
export async function unitBidOn(
  tx: Db,
  sellerId: number,
  userIds: readonly number[],
): Promise<{ readonly id: number; readonly name: string } | null> {
  const { rows } = await tx.query<{ id: number; name: string }>(
    `SELECT i.id, ${unitTitle} AS name FROM lots l JOIN inventory i ON i.current_lot_id = l.id
      WHERE l.seller_id = $1 AND i.status IN ('IN_AUCTION', 'PENDING_DECISION', 'SOLD', 'PAID')
        AND EXISTS (SELECT FROM ledger g WHERE g.lot_id = l.id AND g.user_id = ANY($2::bigint[])
          AND ${bidStands})
      ORDER BY i.id LIMIT 1`,
    [sellerId, userIds],
  );
  return rows[0] ?? null;
}

/** Returns an account's role for a seller; null if it isn't a member. */
export async function memberRole(
  db: Db,
  sellerId: number,
  userId: number,
): Promise<MemberRole | null> {
  const { rows } = await db.query<{ role: MemberRole }>(
    "SELECT role FROM seller_members WHERE seller_id = $1 AND user_id = $2 AND left_at IS NULL",
    [sellerId, userId],
  );
  return rows[0]?.role ?? null;
}

export async function setMember(
  tx: Db,
  sellerId: number,
  userId: number,
  role: MemberRole,
): Promise<void> {
  await tx.query(
    `INSERT INTO seller_members AS m (seller_id, user_id, role) VALUES ($1, $2, $3)
      ON CONFLICT (seller_id, user_id) DO UPDATE SET role = excluded.role, left_at = NULL,
        joined_at = CASE WHEN m.left_at IS NULL THEN m.joined_at ELSE clock_ms() END`,
    [sellerId, userId, role],
  );
}

export async function endMember(tx: Db, sellerId: number, userId: number): Promise<void> {
  await tx.query(
    "UPDATE seller_members SET left_at = clock_ms() WHERE seller_id = $1 AND user_id = $2 AND left_at IS NULL",
    [sellerId, userId],
  );
}

export interface MemberRow {
  readonly user_id: number;
  readonly name: string;
  readonly email: string;
  readonly status: string;
  readonly role: SellerMember["role"];
  readonly joined_at: Date;
}

export async function membersOf(db: Db, sellerId: number): Promise<MemberRow[]> {
  const { rows } = await db.query<MemberRow>(
    `SELECT m.user_id, u.name, u.email, u.status, m.role, m.joined_at
      FROM seller_members m JOIN users u ON u.id = m.user_id
      WHERE m.seller_id = $1 AND m.left_at IS NULL ORDER BY m.joined_at, m.user_id`,
    [sellerId],
  );
  return rows;
}

export async function newestUnits(db: Db, sellerId: number): Promise<Seller["newestUnits"]> {
  const { rows } = await db.query<Seller["newestUnits"][number]>(
    `SELECT i.id AS "inventoryId", ${unitTitle} AS name, i.stock_number AS "stockNumber", i.status
      FROM inventory i WHERE i.seller_id = $1 ORDER BY i.id DESC LIMIT 20`,
    [sellerId],
  );
  return rows;
}

export interface ChangeRow {
  readonly id: number;
  readonly at: Date;
  readonly action: string;
  readonly by: string;
  readonly reason: string | null;
  readonly before: unknown;
  readonly after: unknown;
}

export async function changesOfSeller(db: Db, sellerId: number): Promise<ChangeRow[]> {
  const { rows } = await db.query<ChangeRow>(
    `SELECT r.id, r.at, r.action, coalesce(u.name, '') AS by, r.reason, r.before, r.after
      FROM audit_log r LEFT JOIN users u ON u.id = r.actor_id
      WHERE r.subject_type = 'seller' AND r.subject_id = $1 ORDER BY r.id DESC LIMIT 100`,
    [sellerId],
  );
  return rows;
}

import type { CertificatePart, TaxCertificate } from "@gavelyard/contract/tax-certificates";
import type { CertificateKind } from "@gavelyard/domain/sales/certificates";
import type { PoolClient } from "pg";
import type { Db } from "../db/pool.ts";
import { unitTitle } from "../inventory/sql.ts";

export interface CertificateRow {
  readonly id: number;
  readonly kind: CertificateKind;
  readonly number: string;
  readonly states: string[];
  readonly startsOn: string | null;
  readonly endsOn: string | null;
  readonly inventoryId: number | null;
  /** Null like its ID. */
  readonly unit: string | null;
  readonly documentId: string;
  readonly fileName: string;
  readonly sentAt: Date;
  readonly decision: "ACCEPTED" | "REFUSED" | null;
  readonly isRevoked: boolean;
  readonly reason: string;
  readonly userId: number;
  readonly userName: string;
  readonly companyName: string | null;
  readonly email: string;
}

const certificates = `SELECT x.id, x.kind, x.number, x.states, x.starts_on::text AS "startsOn",
    x.ends_on::text AS "endsOn", x.inventory_id AS "inventoryId",
    CASE WHEN i.id IS NOT NULL THEN ${unitTitle} END AS unit, x.document_id AS "documentId",
    d.file_name AS "fileName", x.sent_at AS "sentAt", x.decision, x.revoked_at IS NOT NULL AS "isRevoked",
    x.reason, x.user_id AS "userId", u.name AS "userName", u.company_name AS "companyName", u.email
  FROM tax_certificates x JOIN documents d ON d.id = x.document_id JOIN users u ON u.id = x.user_id
  LEFT JOIN inventory i ON i.id = x.inventory_id`;

export async function certificateById(db: Db, id: number): Promise<CertificateRow | null> {
  const { rows } = await db.query<CertificateRow>(`${certificates} WHERE x.id = $1`, [id]);
  return rows[0] ?? null;
}

/** Locks a certificate until the transaction ends, and returns it; null for none. */
export async function lockCertificate(tx: PoolClient, id: number): Promise<CertificateRow | null> {
  await tx.query("SELECT FROM tax_certificates WHERE id = $1 FOR UPDATE", [id]);
  return certificateById(tx, id);
}

/** Returns a user's certificates, newest first, at most 100. */
export async function certificatesOf(db: Db, userId: number): Promise<CertificateRow[]> {
  const { rows } = await db.query<CertificateRow>(
    `${certificates} WHERE x.user_id = $1 ORDER BY x.id DESC LIMIT 100`,
    [userId],
  );
  return rows;
}

/** SQL for the part of a certificate `x`; $1 is today. */
const partNow = `CASE WHEN x.decision IS NULL THEN 'WAITING'
  WHEN x.decision = 'REFUSED' OR x.revoked_at IS NOT NULL OR x.ends_on < $1::date THEN 'ENDED'
  ELSE 'VALID' END`;

/** Returns the certificates of a part: those that wait by age, others newest first, at most 200. */
export async function certificatesIn(
  db: Db,
  part: CertificatePart,
  today: string,
): Promise<CertificateRow[]> {
  const { rows } = await db.query<CertificateRow>(
    `${certificates} WHERE ${partNow} = $2
      ORDER BY CASE WHEN x.decision IS NULL THEN x.id END, x.id DESC LIMIT 200`,
    [today, part],
  );
  return rows;
}

export async function countCertificates(
  db: Db,
  today: string,
): Promise<Record<CertificatePart, number>> {
  const { rows } = await db.query<{ part: CertificatePart; count: number }>(
    `SELECT ${partNow} AS part, count(*)::int AS count FROM tax_certificates x GROUP BY 1`,
    [today],
  );
  const count = (part: CertificatePart) => rows.find((row) => row.part === part)?.count ?? 0;
  return { WAITING: count("WAITING"), VALID: count("VALID"), ENDED: count("ENDED") };
}

/** Locks a user's certificates against others that they send, until the transaction ends. */
export async function lockSender(tx: PoolClient, userId: number): Promise<void> {
  await tx.query("SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE", [userId]);
}

/** Returns a user's certificate with this file that wasn't refused or revoked, and how many wait. */
export async function sentBefore(
  db: Db,
  userId: number,
  sha256: Buffer,
): Promise<{ readonly same: number | null; readonly waiting: number }> {
  const { rows } = await db.query<{ same: number | null; waiting: number }>(
    `SELECT min(x.id) FILTER (WHERE x.sha256 = $2 AND x.decision IS DISTINCT FROM 'REFUSED'
          AND x.revoked_at IS NULL) AS same,
        (count(*) FILTER (WHERE x.decision IS NULL))::int AS waiting
      FROM tax_certificates x WHERE x.user_id = $1`,
    [userId, sha256],
  );
  return rows[0] ?? { same: null, waiting: 0 };
}

export interface NewCertificate extends Pick<
  TaxCertificate,
  "kind" | "number" | "states" | "startsOn" | "endsOn"
> {
  readonly userId: number;
  readonly documentId: string;
  readonly sha256: Buffer;
  readonly inventoryId: number | null;
}

export async function insertCertificate(tx: PoolClient, given: NewCertificate): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    `INSERT INTO tax_certificates (user_id, document_id, sha256, kind, number, states, starts_on, ends_on,
        inventory_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
    [
      given.userId,
      given.documentId,
      given.sha256,
      given.kind,
      given.number,
      given.states,
      given.startsOn,
      given.endsOn,
      given.inventoryId,
    ],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("a certificate was not written");
  return id;
}

/** Returns whether a user bought a unit. */
export async function boughtUnit(db: Db, userId: number, inventoryId: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT FROM awards a JOIN lots l ON l.id = a.lot_id
      WHERE a.user_id = $1 AND l.inventory_id = $2 LIMIT 1`,
    [userId, inventoryId],
  );
  return rowCount === 1;
}

export async function setDecision(
  tx: PoolClient,
  id: number,
  decision: "ACCEPTED" | "REFUSED" | "REVOKED",
  reason: string,
  by: number,
): Promise<void> {
  await tx.query(
    decision === "REVOKED"
      ? "UPDATE tax_certificates SET revoked_by = $2, revoked_at = clock_ms(), reason = $3 WHERE id = $1"
      : `UPDATE tax_certificates SET decision = '${decision}', decided_by = $2, decided_at = clock_ms(),
          reason = $3 WHERE id = $1`,
    [id, by, reason],
  );
}

export interface TaxedSaleRow {
  readonly invoiceId: number;
  readonly invoiceNumber: string;
  readonly name: string;
  readonly state: string;
  readonly soldOn: string;
  readonly inventoryId: number;
  /** What is left of it after a credit. */
  readonly taxCents: number;
}

/** Returns a buyer's taxed invoices of the last 60 days, newest first. */
export async function taxedSalesOf(db: Db, userId: number): Promise<TaxedSaleRow[]> {
  const { rows } = await db.query<TaxedSaleRow>(
    `SELECT v.id AS "invoiceId", v.number AS "invoiceNumber", ${unitTitle} AS name, s.state,
        s.sold_on::text AS "soldOn", i.id AS "inventoryId", s.tax_cents - coalesce(c.cents, 0) AS "taxCents"
      FROM sale_taxes s JOIN invoices v ON v.id = s.invoice_id JOIN awards a ON a.id = v.award_id
      JOIN lots l ON l.id = a.lot_id JOIN inventory i ON i.id = l.inventory_id
      LEFT JOIN tax_credits c ON c.invoice_id = v.id
      WHERE v.user_id = $1 AND v.status <> 'VOID' AND s.tax_cents > 0
        AND v.issued_at > clock_ms() - interval '60 days'
      ORDER BY v.id DESC LIMIT 100`,
    [userId],
  );
  return rows;
}

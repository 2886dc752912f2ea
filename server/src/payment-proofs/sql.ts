import type { Db } from "../db/pool.ts";
import { unitTitle } from "../inventory/sql.ts";

export interface ProofRow {
  readonly id: number;
  readonly document_id: string;
  readonly file_name: string;
  readonly note: string;
  readonly sent_at: Date;
  /** Full payment of the invoice, or of its sale, accepts the pending proofs before it. */
  readonly status: "PENDING" | "ACCEPTED" | "REFUSED";
  readonly reason: string;
}

const columns = `p.id, p.document_id, d.file_name, p.note, p.sent_at, p.reason,
  coalesce(p.decision, CASE WHEN v.status = 'PAID' OR p.sent_at < a.paid_at
    THEN 'ACCEPTED' ELSE 'PENDING' END) AS status`;
const tables = `payment_proofs p JOIN documents d ON d.id = p.document_id
  JOIN invoices v ON v.id = p.invoice_id JOIN awards a ON a.id = v.award_id`;

/** Returns an invoice's proofs, oldest first, at most 100. */
export async function proofsOf(db: Db, invoiceId: number): Promise<ProofRow[]> {
  const { rows } = await db.query<ProofRow>(
    `SELECT ${columns} FROM ${tables} WHERE p.invoice_id = $1 ORDER BY p.id LIMIT 100`,
    [invoiceId],
  );
  return rows;
}

export async function proofById(db: Db, id: number): Promise<ProofRow | null> {
  const { rows } = await db.query<ProofRow>(`SELECT ${columns} FROM ${tables} WHERE p.id = $1`, [
    id,
  ]);
  return rows[0] ?? null;
}

export interface ProvenInvoice {
  readonly id: number;
  readonly number: string;
  readonly status: "ISSUED" | "PAID" | "VOID";
  readonly userId: number;
  readonly lotId: number;
  readonly inventoryId: number;
  readonly title: string;
  readonly auctionName: string;
  readonly buyerName: string;
  readonly buyerEmail: string;
  readonly now: Date;
}

const provenInvoices = `SELECT v.id, v.number, v.status, v.user_id AS "userId", a.lot_id AS "lotId", i.id AS "inventoryId",
        ${unitTitle} AS title, c.name AS "auctionName", u.name AS "buyerName", u.email AS "buyerEmail",
        clock_ms() AS now
      FROM invoices v JOIN awards a ON a.id = v.award_id JOIN lots l ON l.id = a.lot_id
      JOIN inventory i ON i.id = l.inventory_id JOIN auctions c ON c.id = l.auction_id
      JOIN users u ON u.id = v.user_id`;

export async function invoiceById(db: Db, id: number): Promise<ProvenInvoice | null> {
  const { rows } = await db.query<ProvenInvoice>(`${provenInvoices} WHERE v.id = $1`, [id]);
  return rows[0] ?? null;
}

export async function lockInvoice(tx: Db, id: number): Promise<ProvenInvoice | null> {
  const { rows } = await tx.query<ProvenInvoice>(
    `${provenInvoices} WHERE v.id = $1 FOR UPDATE OF v`,
    [id],
  );
  return rows[0] ?? null;
}

export async function invoiceOfProof(db: Db, proofId: number): Promise<number | null> {
  const { rows } = await db.query<{ invoice_id: number }>(
    "SELECT invoice_id FROM payment_proofs WHERE id = $1",
    [proofId],
  );
  return rows[0]?.invoice_id ?? null;
}

/** Returns the id of the invoice's proof with this file; null when it wasn't sent yet. */
export async function proofWith(db: Db, invoiceId: number, sha256: Buffer): Promise<number | null> {
  const { rows } = await db.query<{ id: number }>(
    "SELECT id FROM payment_proofs WHERE invoice_id = $1 AND sha256 = $2",
    [invoiceId, sha256],
  );
  return rows[0]?.id ?? null;
}

export async function insertProof(
  tx: Db,
  proof: {
    readonly invoiceId: number;
    readonly documentId: string;
    readonly sha256: Buffer;
    readonly note: string;
  },
): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    `INSERT INTO payment_proofs (invoice_id, document_id, sha256, note)
      VALUES ($1, $2, $3, $4) RETURNING id`,
    [proof.invoiceId, proof.documentId, proof.sha256, proof.note],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("a proof of payment was not written");
  return id;
}

export async function setProofDecision(
  tx: Db,
  id: number,
  decision: { readonly decision: "ACCEPTED" | "REFUSED"; readonly reason: string },
  userId: number,
): Promise<void> {
  await tx.query(
    `UPDATE payment_proofs SET decision = $2, reason = $3, decided_by = $4, decided_at = clock_ms()
      WHERE id = $1`,
    [id, decision.decision, decision.reason, userId],
  );
}

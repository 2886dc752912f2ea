import type { FinanceRequest } from "@gavelyard/contract/finance";
import { financeStatuses, isFinanceFinished, type FinanceStatus } from "@gavelyard/domain/requests";
import { centsToDollars } from "@gavelyard/domain/money";
import type { Db } from "../db/pool.ts";

interface FinanceRow {
  readonly id: number;
  readonly user_id: number;
  readonly user_name: string;
  readonly user_email: string;
  readonly inventory_id: number | null;
  readonly amount_cents: number;
  readonly term_months: number;
  readonly application: FinanceRequest["application"];
  readonly tax_id_last4: string | null;
  readonly status: FinanceStatus;
  readonly lender_name: string | null;
  readonly approved_cents: number | null;
  readonly apr: number | null;
  readonly documents: FinanceRequest["documents"];
  readonly history: readonly { status: FinanceStatus; reason: string; at: string }[];
  readonly created_at: Date;
  readonly updated_at: Date;
}

const requests = `SELECT f.id, f.user_id, u.name AS user_name, u.email AS user_email, f.inventory_id,
    f.amount_cents, f.term_months, f.application, f.tax_id_last4, f.status, f.lender_name,
    f.approved_cents, f.apr, f.created_at, f.updated_at,
    coalesce((SELECT json_agg(json_build_object('documentId', d.id, 'fileName', d.file_name) ORDER BY d.created_at)
      FROM finance_documents x JOIN documents d ON d.id = x.document_id WHERE x.request_id = f.id), '[]') AS documents,
    coalesce((SELECT json_agg(json_build_object('status', h.status, 'reason', h.reason, 'at', h.at) ORDER BY h.id)
      FROM finance_history h WHERE h.request_id = f.id), '[]') AS history
  FROM finance_requests f JOIN users u ON u.id = f.user_id`;

/** Searchable text of a request (`f`), in lower case; a trigram index covers it. */
export const applicantText = `lower((f.application ->> 'fullName') || ' ' || (f.application ->> 'email') || ' ' ||
  coalesce(f.application ->> 'businessName', ''))`;

export function toFinanceRequest(row: FinanceRow): FinanceRequest {
  return {
    id: row.id,
    userId: row.user_id,
    inventoryId: row.inventory_id,
    application: row.application,
    taxIdLast4: row.tax_id_last4,
    amount: centsToDollars(row.amount_cents),
    termMonths: row.term_months,
    status: row.status,
    lenderName: row.lender_name,
    approvedAmount: row.approved_cents === null ? null : centsToDollars(row.approved_cents),
    apr: row.apr,
    documents: row.documents,
    history: row.history.map(({ status, reason, at }) => ({
      status,
      reason,
      at: new Date(at).toISOString(),
    })),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export async function financeById(db: Db, id: number): Promise<FinanceRow | null> {
  const { rows } = await db.query<FinanceRow>(
    `${requests} WHERE f.id = $1 AND f.deleted_at IS NULL`,
    [id],
  );
  return rows[0] ?? null;
}

export async function lockFinance(tx: Db, id: number): Promise<FinanceRow | null> {
  await tx.query("SELECT 1 FROM finance_requests WHERE id = $1 FOR UPDATE", [id]);
  return financeById(tx, id);
}

export async function financeIn(db: Db, statuses: readonly FinanceStatus[]): Promise<FinanceRow[]> {
  const { rows } = await db.query<FinanceRow>(
    `${requests} WHERE f.status = ANY ($1) AND f.deleted_at IS NULL ORDER BY f.id LIMIT 500`,
    [statuses],
  );
  return rows;
}

export async function financeOf(db: Db, userId: number): Promise<FinanceRow[]> {
  const { rows } = await db.query<FinanceRow>(
    `${requests} WHERE f.user_id = $1 AND f.deleted_at IS NULL ORDER BY f.id DESC LIMIT 200`,
    [userId],
  );
  return rows;
}

/** Locks a customer, so that their applications are inserted one at a time. */
export async function lockApplicant(tx: Db, userId: number): Promise<void> {
  await tx.query("SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE", [userId]);
}

export async function openFinanceCount(db: Db, userId: number): Promise<number> {
  const { rows } = await db.query<{ open: number }>(
    `SELECT count(*) AS open FROM finance_requests
      WHERE user_id = $1 AND deleted_at IS NULL AND status <> ALL ($2)`,
    [userId, financeStatuses.filter(isFinanceFinished)],
  );
  return rows[0]?.open ?? 0;
}

export interface NewFinance {
  readonly userId: number;
  readonly inventoryId: number | null;
  readonly amountCents: number;
  readonly termMonths: number;
  /** The application form without the tax ID. */
  readonly application: object;
  readonly taxId: Buffer | null;
  readonly taxIdLast4: string | null;
  readonly taxMark: Buffer | null;
}

export async function insertFinance(tx: Db, request: NewFinance): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    `INSERT INTO finance_requests (user_id, inventory_id, amount_cents, term_months, application, tax_id,
        tax_id_last4, tax_mark)
      SELECT $1, $2, $3, $4, $5::jsonb || jsonb_build_object('consentAt',
        to_char(clock_ms() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), $6, $7, $8
      RETURNING id`,
    [
      request.userId,
      request.inventoryId,
      request.amountCents,
      request.termMonths,
      JSON.stringify(request.application),
      request.taxId,
      request.taxIdLast4,
      request.taxMark,
    ],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("a finance request was not written");
  return id;
}

export async function attachDocument(tx: Db, requestId: number, documentId: string): Promise<void> {
  await tx.query("INSERT INTO finance_documents (request_id, document_id) VALUES ($1, $2)", [
    requestId,
    documentId,
  ]);
}

export async function insertStep(
  tx: Db,
  step: {
    readonly requestId: number;
    readonly status: FinanceStatus;
    readonly reason: string;
    readonly actorId: number;
  },
): Promise<void> {
  await tx.query(
    "INSERT INTO finance_history (request_id, status, reason, actor_id) VALUES ($1, $2, $3, $4)",
    [step.requestId, step.status, step.reason, step.actorId],
  );
}

/** Sets a request's status. Null lender fields keep their earlier values. */
export async function setFinanceStatus(
  tx: Db,
  id: number,
  change: {
    readonly status: FinanceStatus;
    readonly lenderName: string | null;
    readonly approvedCents: number | null;
    readonly apr: number | null;
  },
): Promise<void> {
  await tx.query(
    `UPDATE finance_requests SET status = $2, lender_name = coalesce($3, lender_name),
        approved_cents = coalesce($4, approved_cents), apr = coalesce($5, apr), updated_at = clock_ms()
      WHERE id = $1`,
    [id, change.status, change.lenderName, change.approvedCents, change.apr],
  );
}

export async function markDeleted(tx: Db, id: number): Promise<void> {
  await tx.query("UPDATE finance_requests SET deleted_at = clock_ms() WHERE id = $1", [id]);
}

export async function inventoryExists(tx: Db, id: number): Promise<boolean> {
  const { rows } = await tx.query("SELECT 1 FROM inventory WHERE id = $1", [id]);
  return rows.length > 0;
}

export async function draftOf(
  db: Db,
  userId: number,
): Promise<{ draft: Record<string, unknown>; saved_at: Date } | null> {
  const { rows } = await db.query<{ draft: Record<string, unknown>; saved_at: Date }>(
    "SELECT draft, saved_at FROM finance_drafts WHERE user_id = $1",
    [userId],
  );
  return rows[0] ?? null;
}

export async function saveDraft(db: Db, userId: number, draft: object): Promise<Date> {
  const { rows } = await db.query<{ saved_at: Date }>(
    `INSERT INTO finance_drafts (user_id, draft) VALUES ($1, $2)
      ON CONFLICT (user_id) DO UPDATE SET draft = excluded.draft, saved_at = clock_ms()
      RETURNING saved_at`,
    [userId, JSON.stringify(draft)],
  );
  const savedAt = rows[0]?.saved_at;
  if (savedAt === undefined) throw new Error("a draft was not kept");
  return savedAt;
}

export async function dropDraft(tx: Db, userId: number): Promise<void> {
  await tx.query("DELETE FROM finance_drafts WHERE user_id = $1", [userId]);
}

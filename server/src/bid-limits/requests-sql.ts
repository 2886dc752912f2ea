import type { LimitRequest } from "@gavelyard/contract/bidding/bid-limits";
import type { LimitRequestStatus } from "@gavelyard/domain/requests";
import type { Db } from "../db/pool.ts";

export interface LimitRequestRow {
  readonly id: number;
  readonly document_id: string;
  readonly user_id: number;
  readonly user_name: string;
  readonly user_email: string;
  readonly limit_cents: number;
  readonly bid_limit_cents: number;
  readonly doc_type: LimitRequest["docType"];
  readonly documents: LimitRequest["documents"];
  readonly file_name: string;
  readonly status: LimitRequestStatus;
  readonly created_at: Date;
  readonly recommendation: LimitRequest["recommendation"];
  readonly recommended_cents: number | null;
  readonly review_note: string;
  readonly reviewed_at: Date | null;
  readonly reviewed_by: number | null;
  readonly approved_cents: number | null;
  readonly decision_note: string;
  readonly decided_at: Date | null;
}

const requests = `SELECT r.id, r.document_id, r.user_id, u.name AS user_name, u.email AS user_email,
    b.limit_cents, r.bid_limit_cents, r.doc_type,
    d.file_name, json_build_array(json_build_object('documentId', d.id, 'fileName', d.file_name))::jsonb
      || (SELECT coalesce(jsonb_agg(jsonb_build_object('documentId', o.id, 'fileName', o.file_name)
          ORDER BY o.created_at, o.id), '[]')
        FROM limit_request_documents l JOIN documents o ON o.id = l.document_id
        WHERE l.request_id = r.id) AS documents, r.status, r.created_at, r.recommendation, r.recommended_cents, r.review_note,
    r.reviewed_at, r.reviewed_by, r.approved_cents, r.decision_note, r.decided_at
  FROM limit_requests r JOIN users u ON u.id = r.user_id JOIN bidders b ON b.user_id = r.user_id
  JOIN documents d ON d.id = r.document_id`;

const MAX_LISTED = 500;

export async function requestsIn(db: Db, status: LimitRequestStatus): Promise<LimitRequestRow[]> {
  const { rows } = await db.query<LimitRequestRow>(
    `${requests} WHERE r.status = $1 ORDER BY r.id LIMIT ${MAX_LISTED}`,
    [status],
  );
  return rows;
}

export async function latestRequestOf(db: Db, userId: number): Promise<LimitRequestRow | null> {
  const { rows } = await db.query<LimitRequestRow>(
    `${requests} WHERE r.user_id = $1 ORDER BY r.id DESC LIMIT 1`,
    [userId],
  );
  return rows[0] ?? null;
}

export async function requestByDocument(
  db: Db,
  documentId: string,
): Promise<LimitRequestRow | null> {
  const { rows } = await db.query<LimitRequestRow>(`${requests} WHERE r.document_id = $1`, [
    documentId,
  ]);
  return rows[0] ?? null;
}

/**
 * Locks a request and then its bidder, in the bid desk's lock order. Null when there is no such
 * request.
 */
export async function lockRequest(tx: Db, documentId: string): Promise<LimitRequestRow | null> {
  await tx.query("SELECT 1 FROM limit_requests WHERE document_id = $1 FOR UPDATE", [documentId]);
  await tx.query(
    `SELECT 1 FROM bidders WHERE user_id = (SELECT user_id FROM limit_requests WHERE document_id = $1)
      FOR NO KEY UPDATE`,
    [documentId],
  );
  return requestByDocument(tx, documentId);
}

export async function hasOpenRequest(db: Db, userId: number): Promise<boolean> {
  const { rows } = await db.query(
    "SELECT 1 FROM limit_requests WHERE user_id = $1 AND status IN ('PENDING', 'REVIEWED')",
    [userId],
  );
  return rows.length > 0;
}

/** Inserts a request; null when its owner already has an open one. */
export async function insertRequest(
  tx: Db,
  request: {
    readonly documentId: string;
    readonly userId: number;
    readonly bidLimitCents: number;
    readonly docType: string;
  },
): Promise<number | null> {
  const { rows } = await tx.query<{ id: number }>(
    `INSERT INTO limit_requests (document_id, user_id, bid_limit_cents, doc_type)
      VALUES ($1, $2, $3, $4)
      ON CONFLICT (user_id) WHERE status IN ('PENDING', 'REVIEWED') DO NOTHING
      RETURNING id`,
    [request.documentId, request.userId, request.bidLimitCents, request.docType],
  );
  return rows[0]?.id ?? null;
}

export async function addDocument(tx: Db, requestId: number, documentId: string): Promise<void> {
  await tx.query("INSERT INTO limit_request_documents (request_id, document_id) VALUES ($1, $2)", [
    requestId,
    documentId,
  ]);
}

export async function markReviewed(
  tx: Db,
  id: number,
  review: {
    readonly recommendation: string;
    readonly recommendedCents: number | null;
    readonly note: string;
    readonly by: number;
  },
): Promise<void> {
  await tx.query(
    `UPDATE limit_requests SET status = 'REVIEWED', recommendation = $2, recommended_cents = $3,
        review_note = $4, reviewed_by = $5, reviewed_at = clock_ms() WHERE id = $1`,
    [id, review.recommendation, review.recommendedCents, review.note, review.by],
  );
}

export async function markDecided(
  tx: Db,
  id: number,
  decision: {
    readonly status: "APPROVED" | "REJECTED" | "WITHDRAWN";
    readonly approvedCents: number | null;
    readonly note: string;
    readonly by: number;
  },
): Promise<void> {
  await tx.query(
    `UPDATE limit_requests SET status = $2, approved_cents = $3, decision_note = $4, decided_by = $5,
        decided_at = clock_ms() WHERE id = $1`,
    [id, decision.status, decision.approvedCents, decision.note, decision.by],
  );
}

/** Returns a bidder's limit in cents; null for staff, who have none. */
export async function limitOf(db: Db, userId: number): Promise<number | null> {
  const { rows } = await db.query<{ limit_cents: number }>(
    "SELECT limit_cents FROM bidders WHERE user_id = $1",
    [userId],
  );
  return rows[0]?.limit_cents ?? null;
}

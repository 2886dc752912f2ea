import type { TimelineEntry } from "@gavelyard/contract/users/timeline";
import type { TimelineKind } from "@gavelyard/domain/users/timeline";
import type { Db } from "../db/pool.ts";
import { unitTitle } from "../inventory/sql.ts";

export interface TimelineRow {
  readonly kind: TimelineEntry["kind"];
  readonly at: Date;
  readonly title: string;
  readonly state: string | null;
  readonly cents: number | null;
  readonly detail: string;
  /** Distinguishes the entries of a kind; the record's ID for those that have a page by it. */
  readonly ref: string;
  readonly auction_id: number | null;
  readonly unit_id: number | null;
}

/** Columns after the kind: at, title, state, cents, detail, ref, auction and unit. */
const columns = (...list: readonly string[]): string => list.join(", ");
const soldUnit = `awards w JOIN lots l ON l.id = w.lot_id JOIN inventory i ON i.id = l.inventory_id`;
const unit = ["l.auction_id", "i.id"] as const;
const none = ["NULL::bigint", "NULL::bigint"] as const;

const standing = "('PENDING', 'DECLARED', 'PAID')";

/** The statement of each kind, for the user $1. */
const statements: Readonly<Record<TimelineKind, string>> = {
  BID: `SELECT ${columns("g.placed_at", unitTitle, "NULL", "g.amount_cents", "''", "g.id::text", ...unit)}
    FROM ledger g JOIN lots l ON l.id = g.lot_id JOIN inventory i ON i.id = l.inventory_id
    WHERE g.user_id = $1 AND g.kind IN ('BID', 'RAISE')`,
  WIN: `SELECT ${columns("w.created_at", unitTitle, "w.status", "w.hammer_cents", "coalesce(w.end_reason, '')", "w.id::text", ...unit)}
    FROM ${soldUnit} WHERE w.user_id = $1`,
  INVOICE: `SELECT ${columns("v.issued_at", "v.number", "v.status", "v.total_cents", unitTitle, "v.id::text", ...unit)}
    FROM invoices v JOIN awards w ON w.id = v.award_id JOIN lots l ON l.id = w.lot_id
      JOIN inventory i ON i.id = l.inventory_id WHERE v.user_id = $1`,
  PROOF: `SELECT ${columns("p.sent_at", "v.number", "coalesce(p.decision, 'PENDING')", "NULL::bigint", "concat_ws(', ', nullif(p.note, ''), nullif(p.reason, ''))", "v.id::text", ...none)}
    FROM payment_proofs p JOIN invoices v ON v.id = p.invoice_id WHERE v.user_id = $1`,
  RECEIPT: `SELECT ${columns("r.recorded_at", "r.reference", "coalesce(e.kind, r.method)", "r.cents", "coalesce(e.reason, '')", "r.id::text", ...none)}
    FROM receipts r LEFT JOIN receipt_ends e ON e.receipt_id = r.id WHERE r.user_id = $1`,
  REFUND: `SELECT ${columns("f.refunded_at", "f.reference", "NULL", "f.cents", "f.reason", "f.id::text", ...none)}
    FROM refunds f JOIN receipts r ON r.id = f.receipt_id WHERE r.user_id = $1`,
  PICKUP: `SELECT ${columns("coalesce(r.released_at, r.pickup_set_at)", unitTitle, "CASE WHEN r.released_at IS NULL THEN 'SCHEDULED' ELSE 'RELEASED' END", "NULL::bigint", "coalesce(r.driver_name, r.pickup_on::text, '')", "w.id::text", ...unit)}
    FROM releases r JOIN ${soldUnit} ON w.id = r.award_id
    WHERE w.user_id = $1 AND coalesce(r.released_at, r.pickup_set_at) IS NOT NULL`,
  DELIVERY: `SELECT ${columns("d.requested_at", unitTitle, "d.status", "d.quote_cents", "coalesce(d.end_reason, '')", "d.id::text", ...unit)}
    FROM deliveries d JOIN ${soldUnit} ON w.id = d.award_id WHERE w.user_id = $1`,
  TITLE: `SELECT ${columns("e.recorded_at", unitTitle, "e.kind", "NULL::bigint", "concat_ws(', ', nullif(e.carrier, ''), nullif(e.tracking, ''), e.expected_on::text)", "i.id || '-' || e.seq", ...unit)}
    FROM ${soldUnit} JOIN title_events e ON e.inventory_id = i.id
    WHERE w.user_id = $1 AND w.status IN ${standing} AND w.id = coalesce(e.award_id,
      (SELECT max(o.id) FROM awards o JOIN lots k ON k.id = o.lot_id
        WHERE o.user_id = $1 AND k.inventory_id = i.id AND o.status IN ${standing}))`,
  DOCUMENT: `SELECT ${columns("d.created_at", "d.file_name", "d.purpose", "NULL::bigint", "''", "d.id::text", ...none)}
    FROM documents d WHERE d.owner_id = $1 AND d.removed_at IS NULL`,
  LIMIT_REQUEST: `SELECT ${columns("r.created_at", "''", "r.status", "r.bid_limit_cents", "r.decision_note", "r.document_id::text", ...none)}
    FROM limit_requests r WHERE r.user_id = $1`,
  FINANCE_REQUEST: `SELECT ${columns("f.created_at", "coalesce(f.lender_name, '')", "f.status", "f.amount_cents", "''", "f.id::text", ...none)}
    FROM finance_requests f WHERE f.user_id = $1 AND f.deleted_at IS NULL`,
  CALL: `SELECT ${columns("n.created_at", "a.name", "NULL", "NULL::bigint", "n.body", "n.id::text", ...none)}
    FROM user_notes n JOIN users a ON a.id = n.author_id WHERE n.user_id = $1 AND n.is_call`,
  NOTE: `SELECT ${columns("n.created_at", "a.name", "NULL", "NULL::bigint", "n.body", "n.id::text", ...none)}
    FROM user_notes n JOIN users a ON a.id = n.author_id WHERE n.user_id = $1 AND NOT n.is_call`,
  MESSAGE: `SELECT ${columns("e.created_at", "coalesce(nullif(e.subject, ''), e.name)", "CASE WHEN e.handled_at IS NULL THEN 'WAITS' ELSE 'HANDLED' END", "NULL::bigint", "left(e.message, 300)", "CASE e.kind WHEN 'CONTACT' THEN 'kind=messages&enquiry=' ELSE 'enquiry=' END || e.id", ...none)}
    FROM enquiries e JOIN users u ON u.email = e.email WHERE u.id = $1`,
  QUESTION: `SELECT ${columns("q.asked_at", unitTitle, "q.status", "NULL::bigint", "q.question", "q.id::text", "NULL::bigint", "i.id")}
    FROM unit_questions q JOIN inventory i ON i.id = q.inventory_id WHERE q.user_id = $1`,
  EMAIL: `SELECT ${columns("m.created_at", "m.subject", "CASE WHEN m.sent_at IS NULL THEN 'WAITS' ELSE 'SENT' END", "NULL::bigint", "''", "m.id::text", ...none)}
    FROM mails m JOIN users u ON u.email = m.recipient WHERE u.id = $1`,
};

/** Returns a page of a person's timeline, newest first. */
export async function timelineOf(
  db: Db,
  userId: number,
  kinds: readonly TimelineKind[],
  { page, size }: { readonly page: number; readonly size: number },
): Promise<{ readonly rows: readonly TimelineRow[]; readonly total: number }> {
  const shown = kinds.map(
    (kind) => `(SELECT '${kind}' AS kind, x.* FROM (${statements[kind]}) AS x
    (at, title, state, cents, detail, ref, auction_id, unit_id))`,
  );
  if (shown.length === 0) return { rows: [], total: 0 };
  const { rows } = await db.query<TimelineRow & { total: number }>(
    `SELECT kind, at, title, state, cents, detail, ref, auction_id, unit_id, count(*) OVER () AS total
      FROM (${shown.join(" UNION ALL ")}) t ORDER BY at DESC, kind, ref DESC LIMIT $2 OFFSET $3`,
    [userId, size, page * size],
  );
  return { rows, total: rows[0]?.total ?? 0 };
}

import type { ResponseOf } from "@gavelyard/contract/endpoint";
import type { auditKinds as kindsEndpoint, AuditRecord } from "@gavelyard/contract/audit-log";
import { anywhere } from "../db/anywhere.ts";
import type { Db } from "../db/pool.ts";
import { unitTitle } from "../inventory/sql.ts";

/** Filters of an audit search; all must match. */
export interface AuditSearch {
  readonly actorId?: number | undefined;
  readonly action?: string | undefined;
  readonly subjectType?: string | undefined;
  readonly subjectId?: number | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly q?: string | undefined;
}

interface AuditRow {
  readonly id: number;
  readonly at: Date;
  readonly actor_id: number | null;
  readonly actor_name: string | null;
  readonly action: string;
  readonly subject_type: string;
  readonly subject_id: number;
  readonly before: unknown;
  readonly after: unknown;
  readonly reason: string | null;
  readonly ip: string | null;
  readonly subject_name: string | null;
  readonly inventory_id: number | null;
  readonly auction_id: number | null;
}

/** Returns a page of audit rows, newest first, and the total (D31). */
export async function searchAudit(
  db: Db,
  search: AuditSearch,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<{ content: AuditRecord[]; total: number }> {
  const orNull = (text: string | undefined) => (text === undefined || text === "" ? null : text);
  const filters = [
    search.actorId ?? null,
    orNull(search.action),
    orNull(search.subjectType),
    search.subjectId ?? null,
    search.from ?? null,
    search.to ?? null,
    search.q === undefined || search.q === "" ? null : anywhere(search.q),
  ];
  const { rows: counted } = await db.query<{ total: number }>(
    `SELECT count(*) AS total FROM audit_log r WHERE ${matching}`,
    filters,
  );
  const { rows } = await db.query<AuditRow>(
    `SELECT r.id, r.at, r.actor_id, u.name AS actor_name, r.action, r.subject_type, r.subject_id,
        r.before, r.after, r.reason, host(r.ip) AS ip, l.auction_id,
        CASE r.subject_type WHEN 'inventory' THEN r.subject_id ELSE l.inventory_id END AS inventory_id,
        CASE r.subject_type
          WHEN 'user' THEN (SELECT name FROM users WHERE id = r.subject_id)
          WHEN 'auction' THEN (SELECT name FROM auctions WHERE id = r.subject_id)
          WHEN 'seller' THEN (SELECT name FROM sellers WHERE id = r.subject_id)
          WHEN 'enquiry' THEN (SELECT name FROM enquiries WHERE id = r.subject_id)
          WHEN 'finance-request' THEN (SELECT p.name FROM finance_requests f JOIN users p ON p.id = f.user_id
            WHERE f.id = r.subject_id)
          ELSE (SELECT ${unitTitle} FROM inventory i
            WHERE i.id = CASE r.subject_type WHEN 'inventory' THEN r.subject_id ELSE l.inventory_id END)
        END AS subject_name
      FROM (SELECT * FROM audit_log r WHERE ${matching} ORDER BY r.id DESC LIMIT $8 OFFSET $9) r
      LEFT JOIN users u ON u.id = r.actor_id
      LEFT JOIN ledger g ON r.subject_type = 'bid' AND g.id = r.subject_id
      LEFT JOIN lots l ON l.id = CASE r.subject_type WHEN 'lot' THEN r.subject_id ELSE g.lot_id END
      ORDER BY r.id DESC`,
    [...filters, size, page * size],
  );
  const content = rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    actorId: row.actor_id,
    actorName: row.actor_name,
    action: row.action,
    subjectType: row.subject_type,
    subjectId: row.subject_id,
    before: row.before,
    after: row.after,
    reason: row.reason,
    ip: row.ip,
    subjectName: row.subject_name,
    inventoryId: row.inventory_id,
    auctionId: row.auction_id,
  }));
  return { content, total: counted[0]?.total ?? 0 };
}

const matching = `($1::bigint IS NULL OR r.actor_id = $1) AND ($2::text IS NULL OR r.action = $2)
  AND ($3::text IS NULL OR r.subject_type = $3) AND ($4::bigint IS NULL OR r.subject_id = $4)
  AND ($5::timestamptz IS NULL OR r.at >= $5) AND ($6::timestamptz IS NULL OR r.at <= $6)
  AND ($7::text IS NULL OR lower(r.reason) LIKE lower($7) OR lower(r.before::text) LIKE lower($7)
    OR lower(r.after::text) LIKE lower($7))`;

export async function auditKinds(db: Db): Promise<ResponseOf<typeof kindsEndpoint>> {
  const { rows: staff } = await db.query<{ id: number; name: string }>(
    `SELECT id, name FROM users WHERE role IN ('ROLE_ADMIN', 'ROLE_ADMIN_SUPPORT')
      AND status <> 'CLOSED' ORDER BY lower(name), id LIMIT 500`,
  );
  return {
    actions: await distinct(db, "action"),
    subjectTypes: await distinct(db, "subject_type"),
    staff,
  };
}

/** Returns a column's few distinct values with one index lookup each, however long the audit is. */
async function distinct(db: Db, column: "action" | "subject_type"): Promise<string[]> {
  const { rows } = await db.query<{ value: string }>(
    `WITH RECURSIVE found AS (
        (SELECT ${column} AS value FROM audit_log ORDER BY ${column} LIMIT 1)
        UNION ALL
        SELECT (SELECT ${column} FROM audit_log WHERE ${column} > f.value ORDER BY ${column} LIMIT 1)
        FROM found f WHERE f.value IS NOT NULL)
      SELECT value FROM found WHERE value IS NOT NULL`,
  );
  return rows.map(({ value }) => value);
}

import type { auditRecord } from "@gavelyard/contract/office";
import type { z } from "zod";
import type { Db } from "../db/pool.ts";

type AuditRecord = z.infer<typeof auditRecord>;

/** What a search of the record is narrowed by; all of it must hold. */
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
  readonly total: number;
}

/** A page of the record, newest first, and how many there are (D31). */
export async function searchAudit(
  db: Db,
  search: AuditSearch,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<{ content: AuditRecord[]; total: number }> {
  const given = (text: string | undefined) => (text === undefined || text === "" ? null : text);
  const { rows } = await db.query<AuditRow>(
    `SELECT r.id, r.at, r.actor_id, u.name AS actor_name, r.action, r.subject_type, r.subject_id,
        r.before, r.after, r.reason, host(r.ip) AS ip, count(*) OVER () AS total
      FROM audit_log r LEFT JOIN users u ON u.id = r.actor_id
      WHERE ($1::bigint IS NULL OR r.actor_id = $1) AND ($2::text IS NULL OR r.action = $2)
        AND ($3::text IS NULL OR r.subject_type = $3) AND ($4::bigint IS NULL OR r.subject_id = $4)
        AND ($5::timestamptz IS NULL OR r.at >= $5) AND ($6::timestamptz IS NULL OR r.at <= $6)
        AND ($7::text IS NULL OR position(lower($7) in
          lower(concat_ws(' ', r.reason, r.before::text, r.after::text))) > 0)
      ORDER BY r.id DESC LIMIT $8 OFFSET $9`,
    [
      search.actorId ?? null,
      given(search.action),
      given(search.subjectType),
      search.subjectId ?? null,
      search.from ?? null,
      search.to ?? null,
      given(search.q),
      size,
      page * size,
    ],
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
  }));
  return { content, total: rows[0]?.total ?? 0 };
}

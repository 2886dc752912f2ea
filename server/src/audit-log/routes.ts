import { auditKinds, auditRoots, searchAudit } from "@gavelyard/contract/audit-log";
import { searchSecurityLog } from "@gavelyard/contract/security-log";
import { publishedRoots } from "../audit/chain-sql.ts";
import { searchSecurityEvents } from "../audit/security-sql.ts";
import type { Context } from "../context.ts";
import { pageOf } from "../http/page.ts";
import type { Serve } from "../http/serve.ts";
import { auditKinds as kinds, searchAudit as search } from "./sql.ts";

/** The audit log and the security log (D31, D47). */
export function auditLogRoutes(serve: Serve, { pool }: Pick<Context, "pool">): void {
  serve(searchAudit, async ({ query }) => {
    const { content, total } = await search(pool, query, query);
    return pageOf(content, total, query);
  });

  serve(searchSecurityLog, async ({ query }) => {
    const { rows, total } = await searchSecurityEvents(pool, query, query);
    const content = rows.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      kind: row.kind,
      userId: row.user_id,
      userName: row.user_name,
      ip: row.ip,
      device: row.device,
      detail: row.detail,
    }));
    return pageOf(content, total, query);
  });

  serve(auditRoots, () => publishedRoots(pool, 400));

  serve(auditKinds, () => kinds(pool));
}

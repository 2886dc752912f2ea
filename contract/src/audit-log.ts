import { z } from "zod";
import { id, idParam, instant, page, pageQuery } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { laterRoutes } from "./later-routes.ts";

export const auditRecord = z
  .object({
    id,
    at: instant,
    actorId: id.nullable(),
    actorName: z.string().nullable(),
    action: z.string(),
    subjectType: z.string(),
    subjectId: z.int(),
    before: z.unknown(),
    after: z.unknown(),
    reason: z.string().nullable(),
    ip: z.string().nullable(),
    subjectName: z.string().nullable(),
    inventoryId: id.nullable(),
    auctionId: id.nullable(),
  })
  .meta({ id: "AuditRecord" });
export type AuditRecord = z.infer<typeof auditRecord>;

export const searchAudit = endpoint(laterRoutes.searchAudit, {
  tag: "Audit log",
  summary: "The audit log, newest first (D31)",
  access: "staff",
  permission: "settings",
  people: null,
  query: pageQuery.extend({
    actorId: idParam.optional(),
    action: z.string().trim().max(60).optional(),
    subjectType: z.string().trim().max(40).optional(),
    subjectId: idParam.optional(),
    from: instant.optional(),
    to: instant.optional(),
    /** Text in the reason or in the values before and after. */
    q: z.string().trim().max(100).optional(),
  }),
  response: page(auditRecord),
});

/** The audit chain's last hash on a day, in UTC (D47). */
export const auditRoot = z
  .object({ day: z.iso.date(), seq: z.int(), hash: z.string() })
  .meta({ id: "AuditRoot" });

export const auditRoots = endpoint(laterRoutes.auditRoots, {
  tag: "Audit log",
  summary: "Roots of the audit log by day, newest first; keep them to check the log later (D47)",
  access: "public",
  maxAgeSec: 300,
  response: z.array(auditRoot),
});

export const auditKinds = endpoint(laterRoutes.auditKinds, {
  tag: "Audit log",
  summary: "Filter options of the audit log: actions, record types and staff",
  access: "staff",
  permission: "settings",
  people: null,
  response: z
    .object({
      actions: z.array(z.string()),
      subjectTypes: z.array(z.string()),
      staff: z.array(z.object({ id, name: z.string() })),
    })
    .meta({ id: "AuditKinds" }),
});

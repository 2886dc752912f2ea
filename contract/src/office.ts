import { z } from "zod";
import { dollars, id, idParam, instant, page, pageQuery } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { inventoryStatuses, inventoryTypes } from "./inventory-fields.ts";
import { routes } from "./routes.ts";
import { financeStatuses } from "@gavelyard/domain/requests";

const count = z.int().nonnegative();

/** The figures of a period. */
export const statsSchema = z
  .object({
    from: instant,
    to: instant,
    users: z.object({
      total: count,
      active: count,
      pending: count,
      new: count,
      suspended: count,
    }),
    inventory: z.object({
      total: count,
      byStatus: z.partialRecord(z.enum(inventoryStatuses), count),
      byType: z.partialRecord(z.enum(inventoryTypes), count),
      featured: count,
    }),
    auctions: z.object({ live: count, upcoming: count, expired: count, unsettled: count }),
    bids: z.object({
      total: count,
      uniqueBidders: count,
      perLot: z.number(),
      lastHour: count,
    }),
    sales: z.object({
      lotsOffered: count,
      lotsSold: count,
      sellThroughPct: z.number(),
      hammerTotal: dollars,
      avgHammer: dollars,
      premiumTotal: dollars,
      reserveMissed: count,
    }),
    money: z.object({
      unpaidCount: count,
      unpaidTotal: dollars,
      overdue: count,
      collected: dollars,
    }),
    bidLimits: z.object({ pending: count, reviewed: count }),
    finance: z.object({ byStatus: z.partialRecord(z.enum(financeStatuses), count) }),
    leads: z.object({ new: count }),
    /** One entry a day of the period, UTC. */
    series: z.array(z.object({ day: z.iso.date(), bids: count, signups: count, hammer: dollars })),
    generatedAt: instant,
  })
  .meta({ id: "Stats" });
export type Stats = z.infer<typeof statsSchema>;

export const stats = endpoint(routes.stats, {
  tag: "Office",
  summary: "Figures of a period, the last 30 days by default",
  access: "staff",
  query: z
    .object({ from: instant.optional(), to: instant.optional() })
    .refine(
      ({ from, to }) => from === undefined || to === undefined || from < to,
      "The period must begin before it ends",
    ),
  response: statsSchema,
});

/** One thing to do, and where. */
export const workItem = z.object({ title: z.string(), detail: z.string(), path: z.string() });

export const staffHome = endpoint(routes.staffHome, {
  tag: "Office",
  summary: "The staff's work queue: counts and the next things to do (D8)",
  access: "staff",
  response: z
    .object({
      queues: z.array(
        z.object({
          name: z.enum([
            "LIMIT_REVIEWS",
            "LIMIT_DECISIONS",
            "RESERVE_DECISIONS",
            "WINNERS",
            "SETTLEMENTS",
            "UNPAID",
            "FINANCE",
            "LEADS",
            "MISSING_PICTURES",
          ]),
          count,
          next: z.array(workItem),
        }),
      ),
      generatedAt: instant,
    })
    .meta({ id: "WorkQueue" }),
});

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
  })
  .meta({ id: "AuditRecord" });

export const searchAudit = endpoint(routes.searchAudit, {
  tag: "Office",
  summary: "What was done, by whom and when, newest first (D31)",
  access: "staff",
  query: pageQuery.extend({
    actorId: idParam.optional(),
    action: z.string().trim().max(60).optional(),
    subjectType: z.string().trim().max(40).optional(),
    subjectId: idParam.optional(),
    from: instant.optional(),
    to: instant.optional(),
    /** In the reason, or in what was before and after. */
    q: z.string().trim().max(100).optional(),
  }),
  response: page(auditRecord),
});

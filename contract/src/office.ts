import { t } from "@gavelyard/messages/text";
import { z } from "zod";
import { dollars, id, idParam, instant, line, page, pageQuery } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { inventoryStatuses, inventoryTypes } from "./inventory-fields.ts";
import { routes } from "./routes.ts";
import { staffRoutes } from "./staff-routes.ts";
import { overdueAges } from "@gavelyard/domain/figures";
import { financeStatuses } from "@gavelyard/domain/requests";
import { isTimeZone } from "@gavelyard/domain/time-zone";

const count = z.int().nonnegative();

const bidFigures = z.object({ total: count, uniqueBidders: count, perLot: z.number() });
const salesFigures = z.object({
  lotsOffered: count,
  lotsSold: count,
  sellThroughPct: z.number(),
  hammerTotal: dollars,
  avgHammer: dollars,
  premiumTotal: dollars,
  reserveMissed: count,
});

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
    bids: bidFigures.extend({ lastHour: count }),
    sales: salesFigures,
    money: z.object({
      unpaidCount: count,
      unpaidTotal: dollars,
      overdue: count,
      collected: dollars,
    }),
    bidLimits: z.object({ pending: count, reviewed: count }),
    finance: z.object({ byStatus: z.partialRecord(z.enum(financeStatuses), count) }),
    leads: z.object({ new: count }),
    /** One entry per day of the period, in UTC. */
    series: z.array(
      z.object({
        day: z.iso.date(),
        bids: count,
        signups: count,
        hammer: dollars,
        /** Lots that closed on the day. */
        offered: count,
        sold: count,
        views: count,
      }),
    ),
    /** Bids by hour of the day, in the requested zone. */
    bidHours: z.array(count).length(24),
    /** Hammer prices compared with estimates, for units with one. */
    estimates: z.array(
      z.object({
        inventoryType: z.enum(inventoryTypes),
        below: count,
        within: count,
        above: count,
      }),
    ),
    /** From viewed units to won units. */
    funnel: z.object({
      views: count,
      unitsViewed: count,
      unitsBidOn: count,
      unitsWon: count,
      /** First day with recorded views. */
      viewsSince: z.iso.date().nullable(),
    }),
    /** Unpaid awards by how long they have been overdue. */
    overdueAges: z.array(z.object({ age: z.enum(overdueAges), count, total: dollars })),
    /** The same for the preceding period of the same length. */
    before: z.object({
      from: instant,
      to: instant,
      users: z.object({ new: count }),
      bids: bidFigures,
      sales: salesFigures,
      money: z.object({ collected: dollars }),
      funnel: z.object({ views: count }),
    }),
    generatedAt: instant,
  })
  .meta({ id: "Stats" });
export type Stats = z.infer<typeof statsSchema>;

export const stats = endpoint(staffRoutes.stats, {
  scope: "sales:read",
  tag: "Office",
  summary: "Figures for a period, by default the last 30 days",
  access: "staff",
  permission: null,
  query: z
    .object({
      from: instant.optional(),
      to: instant.optional(),
      /** For `bidHours`; UTC by default. */
      timeZone: z.string().refine(isTimeZone, t("Must be an IANA time zone")).optional(),
    })
    .refine(
      ({ from, to }) => from === undefined || to === undefined || from < to,
      t("The period must begin before it ends"),
    ),
  response: statsSchema,
});

export const workItem = z.object({ title: z.string(), detail: z.string(), path: z.string() });

export const staffHome = endpoint(staffRoutes.staffHome, {
  tag: "Office",
  summary: "The staff work queue: counts and next items (D8)",
  access: "staff",
  permission: null,
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
            "PAYMENT_PROOFS",
            "DELIVERIES",
            "BACKUPS",
            "SECURITY",
            "BANK_DETAILS",
            "CONFIRMATIONS",
            "QUESTIONS",
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

export const recordKinds = [
  "UNIT",
  "AUCTION",
  "USER",
  "LIMIT_REQUEST",
  "FINANCE_REQUEST",
  "LEAD",
  "MESSAGE",
  "INVOICE",
] as const;

export const foundRecord = z
  .object({
    kind: z.enum(recordKinds),
    /** For a limit request, its document's UUID. */
    id: z.string(),
    title: z.string(),
    detail: z.string(),
    /** Status of a unit, an auction or a request; role of a user. */
    state: z.string(),
    path: z.string(),
  })
  .meta({ id: "FoundRecord" });
export type FoundRecord = z.infer<typeof foundRecord>;

export const findRecords = endpoint(staffRoutes.findRecords, {
  tag: "Office",
  summary:
    "Search all records: units by name, stock number or VIN; auctions; users; pending requests; leads and messages; invoices by number. Up to six of each kind",
  access: "staff",
  permission: null,
  query: z.object({ q: line(2, 100) }),
  response: z.array(foundRecord),
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
    subjectName: z.string().nullable(),
    inventoryId: id.nullable(),
    auctionId: id.nullable(),
  })
  .meta({ id: "AuditRecord" });
export type AuditRecord = z.infer<typeof auditRecord>;

export const searchAudit = endpoint(staffRoutes.searchAudit, {
  tag: "Office",
  summary: "The audit log, newest first (D31)",
  access: "staff",
  permission: "settings",
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

export const auditRoots = endpoint(routes.auditRoots, {
  tag: "Office",
  summary: "Roots of the audit log by day, newest first; keep them to check the log later (D47)",
  access: "public",
  maxAgeSec: 300,
  response: z.array(auditRoot),
});

export const auditKinds = endpoint(staffRoutes.auditKinds, {
  tag: "Office",
  summary: "Filter options of the audit log: actions, record types and staff",
  access: "staff",
  permission: "settings",
  response: z
    .object({
      actions: z.array(z.string()),
      subjectTypes: z.array(z.string()),
      staff: z.array(z.object({ id, name: z.string() })),
    })
    .meta({ id: "AuditKinds" }),
});

import { z } from "zod";
import { dollars, id, idParam, instant, line, page, pageQuery } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { inventoryStatuses, inventoryTypes } from "./inventory-fields.ts";
import { routes } from "./routes.ts";
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
    /** One entry a day of the period, UTC. */
    series: z.array(
      z.object({
        day: z.iso.date(),
        bids: count,
        signups: count,
        hammer: dollars,
        /** Lots that closed on the day, and how many of them were sold. */
        offered: count,
        sold: count,
        /** How often pages of units were opened. */
        views: count,
      }),
    ),
    /** Bids by the hour of the day in the zone asked for, from midnight on. */
    bidHours: z.array(count).length(24),
    /** Hammer prices against the estimate, of units that had one. */
    estimates: z.array(
      z.object({
        inventoryType: z.enum(inventoryTypes),
        below: count,
        within: count,
        above: count,
      }),
    ),
    /** Units on their way from being looked at to being won, and how often they were looked at. */
    funnel: z.object({
      views: count,
      unitsViewed: count,
      unitsBidOn: count,
      unitsWon: count,
      /** The first day of which views are known; null before there were any. */
      viewsSince: z.iso.date().nullable(),
    }),
    /** Unpaid awards by how long they are overdue. */
    overdueAges: z.array(z.object({ age: z.enum(overdueAges), count, total: dollars })),
    /** The same figures of the period of the same length before. */
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

export const stats = endpoint(routes.stats, {
  tag: "Office",
  summary: "Reports for a period, by default the last 30 days",
  access: "staff",
  query: z
    .object({
      from: instant.optional(),
      to: instant.optional(),
      /** IANA zone of the hours of the day; UTC unless told. */
      timeZone: z.string().refine(isTimeZone, "Must be an IANA time zone").optional(),
    })
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
  summary: "The staff work queue: counts and next items (D8)",
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
            "PAYMENT_PROOFS",
            "BANK_DETAILS",
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

/** What can be found by typing a part of it. */
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

/** A record that was found, and where staff work on it. */
export const foundRecord = z
  .object({
    kind: z.enum(recordKinds),
    /** Its number; of a limit request the name of its document. */
    id: z.string(),
    title: z.string(),
    detail: z.string(),
    /** A unit's, an auction's or a request's status, a user's role. */
    state: z.string(),
    path: z.string(),
  })
  .meta({ id: "FoundRecord" });
export type FoundRecord = z.infer<typeof foundRecord>;

export const findRecords = endpoint(routes.findRecords, {
  tag: "Office",
  summary:
    "Search all records: units by name, stock number or VIN; auctions; users; pending requests; leads and messages; invoices by number. Up to six of each kind",
  access: "staff",
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
    /** What the subject is called; null where it has no name of its own. */
    subjectName: z.string().nullable(),
    /** The unit and auction of a lot or bid. */
    inventoryId: id.nullable(),
    auctionId: id.nullable(),
  })
  .meta({ id: "AuditRecord" });
export type AuditRecord = z.infer<typeof auditRecord>;

export const searchAudit = endpoint(routes.searchAudit, {
  tag: "Office",
  summary: "The audit log, newest first (D31)",
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

export const auditKinds = endpoint(routes.auditKinds, {
  tag: "Office",
  summary: "Filter options of the audit log: actions, record types and staff",
  access: "staff",
  response: z
    .object({
      actions: z.array(z.string()),
      subjectTypes: z.array(z.string()),
      staff: z.array(z.object({ id, name: z.string() })),
    })
    .meta({ id: "AuditKinds" }),
});

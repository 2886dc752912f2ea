import { t } from "@gavelyard/messages/text";
import { z } from "zod";
import { dollars, instant } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { inventoryStatuses, inventoryTypes } from "./inventory/inventory-fields.ts";
import { laterRoutes } from "./later-routes.ts";
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

export const stats = endpoint(laterRoutes.stats, {
  scope: "sales:read",
  tag: "Reports",
  summary: "Figures for a period, by default the last 30 days",
  access: "staff",
  permission: null,
  people: null,
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

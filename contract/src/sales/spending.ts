import { trendMonths } from "@gavelyard/domain/figures";
import { z } from "zod";
import { dollars, id, idList, idParam } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { routes } from "../routes.ts";
import { laterRoutes } from "../later-routes.ts";

/** Invoices issued in a month, in each auction's time zone. */
export const spentInMonth = z
  .object({
    /** 2026-11. */
    month: z.string(),
    lots: z.int(),
    /** With fees and tax. */
    total: dollars,
    paid: dollars,
  })
  .meta({ id: "SpentInMonth" });
export type SpentInMonth = z.infer<typeof spentInMonth>;

export const spendingOfUser = endpoint(routes.spendingOfUser, {
  scope: "account:read",
  tag: "Payments",
  summary: "A user's invoices by month for the last 12 months, oldest first, without void ones",
  access: "self",
  permission: "money",
  subject: "id",
  params: z.object({ id: idParam }),
  response: z.array(spentInMonth),
});

export const spendingTrend = z
  .object({ id, spent: z.array(dollars).length(trendMonths) })
  .meta({ id: "SpendingTrend" });
export type SpendingTrend = z.infer<typeof spendingTrend>;

export const spendingOfUsers = endpoint(laterRoutes.spendingOfUsers, {
  tag: "Payments",
  summary: `Users' invoice totals in each of the last ${trendMonths} months, without void ones`,
  access: "staff",
  permission: "money",
  people: "list",
  query: z.object({ users: idList(60) }),
  response: z.array(spendingTrend),
});

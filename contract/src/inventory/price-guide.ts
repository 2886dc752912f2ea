import { z } from "zod";
import { dollars, id, idParam, instant } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { odometerUnits } from "./inventory-fields.ts";
import { routes } from "../routes.ts";
import { laterRoutes } from "../later-routes.ts";

/** A sale behind a guide. */
const guideSale = z.object({
  inventoryId: id,
  name: z.string(),
  price: dollars,
  closedAt: instant,
  odometer: z.int().nullable(),
  odometerUnit: z.enum(odometerUnits),
  engineHours: z.number().nullable(),
});

/** What similar units sold for here (D61). */
export const priceGuide = z
  .object({
    /** The middle half and the median; null with fewer than eight sales. */
    range: z
      .object({
        low: dollars,
        median: dollars,
        high: dollars,
        sales: z.int(),
        /** Whether the sales are of the same model or the same type of unit. */
        of: z.enum(["MODEL", "TYPE"]),
      })
      .nullable(),
    /** The latest of these sales, at most six. */
    sales: z.array(guideSale),
  })
  .meta({ id: "PriceGuide" });
export type PriceGuide = z.infer<typeof priceGuide>;

export const priceGuideOf = endpoint(routes.priceGuideOf, {
  tag: "Inventory",
  summary: "What similar units sold for, adjusted to this unit's year, use and grade",
  access: "public",
  maxAgeSec: 0,
  params: z.object({ id: idParam }),
  response: priceGuide,
  errors: [404],
});

export const priceGuideRecord = endpoint(laterRoutes.priceGuideRecord, {
  tag: "Figures",
  summary: "How price guides compared with hammer prices: the latest 60 paid sales",
  access: "staff",
  permission: null,
  people: null,
  response: z
    .object({
      sales: z.int(),
      /** Sales that had a guide from earlier sales. */
      guided: z.int(),
      /** Guided sales whose price was in the range; half of them should be. */
      inRange: z.int(),
      /** Median difference between the guide's median and the price, in percent of the price. */
      medianErrorPercent: z.number().nullable(),
    })
    .meta({ id: "PriceGuideRecord" }),
});

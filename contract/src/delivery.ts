import { t } from "@gavelyard/messages/text";
import { deliveryStatuses } from "@gavelyard/domain/delivery-order";
import { z } from "zod";
import { day, dollars, id, instant, idList } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { feeTable } from "./fees.ts";
import { routes } from "./routes.ts";
import { address } from "./users.ts";

/** A delivery that a buyer asked for, with our quote (D62). An estimate is never a quote. */
export const delivery = z
  .object({
    id,
    status: z.enum(deliveryStatuses),
    /** Null once the buyer's data is deleted (D44). */
    address: address.nullable(),
    contactName: z.string(),
    contactPhone: z.string(),
    instructions: z.string(),
    requestedAt: instant,
    /** What we estimated at the time of the request; null where we can't estimate. */
    estimate: z.object({ miles: z.int(), amount: dollars }).nullable(),
    /** The newest quote; it can be accepted until it expires. */
    quote: z
      .object({
        amount: dollars,
        until: instant,
        expired: z.boolean(),
        /** The first days on which the unit can leave and arrive. */
        pickupFrom: day,
        arrivesFrom: day,
      })
      .nullable(),
    /** Why it was canceled; null if it wasn't. */
    endReason: z.string().nullable(),
    handedOverAt: instant.nullable(),
    deliveredAt: instant.nullable(),
  })
  .meta({ id: "Delivery" });
export type Delivery = z.infer<typeof delivery>;

/** About what it costs to deliver one unit to a ZIP code. The total is the sum of the parts. */
const deliveryEstimate = z
  .object({
    inventoryId: id,
    /** Miles by road, about. */
    miles: z.int(),
    perMile: dollars,
    haul: dollars,
    /** What is added up to the minimum of a short haul. */
    toMinimum: dollars,
    /** Permits of an oversize load. */
    permits: dollars,
    total: dollars,
    /** Fees of the sale, for the cost in all at any hammer price. */
    fees: feeTable,
  })
  .meta({ id: "DeliveryEstimate" });
export type DeliveryEstimate = z.infer<typeof deliveryEstimate>;

/** Maximum units in one call: a page of a list has fewer. */
export const maxEstimates = 60;

export const deliveryEstimates = endpoint(routes.deliveryEstimates, {
  tag: "Inventory",
  summary: "About what delivery of units to a ZIP code costs; empty if we don't deliver",
  access: "public",
  maxAgeSec: 60,
  query: z.object({
    zip: z.string().regex(/^\d{5}$/, t("Enter a five-digit ZIP code")),
    /** Numbers of units, separated by commas; others than published ones are left out. */
    units: idList(maxEstimates),
  }),
  response: z.array(deliveryEstimate),
});

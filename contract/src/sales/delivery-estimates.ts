import { t } from "@gavelyard/messages/text";
import { deliveryStatuses } from "@gavelyard/domain/sales/delivery-order";
import { z } from "zod";
import { day, dollars, id, instant, idList } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { lotFeeTable } from "../fees.ts";
import { routes } from "../routes.ts";
import { address } from "../users/users.ts";

/** A delivery with our quote (D62). The estimate is never a quote. */
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
    /** Made with the request; null where we can't estimate. */
    estimate: z.object({ miles: z.int(), amount: dollars }).nullable(),
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

/** Estimated cost of delivering a unit to a ZIP code. */
const deliveryEstimate = z
  .object({
    inventoryId: id,
    /** Estimated road miles. */
    miles: z.int(),
    perMile: dollars,
    haul: dollars,
    /** Added to bring a short haul up to the minimum. */
    toMinimum: dollars,
    /** For oversize loads. */
    permits: dollars,
    total: dollars,
    /** Fees of the sale, to add up the total cost at any hammer price. */
    fees: lotFeeTable,
  })
  .meta({ id: "DeliveryEstimate" });
export type DeliveryEstimate = z.infer<typeof deliveryEstimate>;

/** More than one page of a list. */
export const maxEstimates = 60;

export const deliveryEstimates = endpoint(routes.deliveryEstimates, {
  tag: "Inventory",
  summary: "Estimated costs of delivering units to a ZIP code; empty if we don't deliver",
  access: "public",
  maxAgeSec: 60,
  query: z.object({
    zip: z.string().regex(/^\d{5}$/, t("Enter a five-digit ZIP code")),
    /** Comma-separated IDs of units; unpublished ones are left out. */
    units: idList(maxEstimates),
  }),
  response: z.array(deliveryEstimate),
});

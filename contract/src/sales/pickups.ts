import { z } from "zod";
import { day, id, idParam, instant } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { invoice, pickupSlot } from "./payments.ts";
import { routes } from "../routes.ts";
import { laterRoutes } from "../later-routes.ts";

const tag = "Payments";
const params = z.object({ id: idParam });

const pickupLine = z
  .object({
    awardId: id,
    invoiceId: id,
    inventoryId: id,
    auctionId: id,
    lotNumber: z.string(),
    name: z.string(),
    stockNumber: z.string(),
    userId: id,
    buyerName: z.string(),
    buyerPhone: z.string().nullable(),
    yardName: z.string(),
    timeZone: z.string(),
    pickup: pickupSlot.nullable(),
    pickupDueAt: instant,
    overdue: z.boolean(),
    releasedAt: instant.nullable(),
  })
  .meta({ id: "PickupLine" });
export type PickupLine = z.infer<typeof pickupLine>;

export const setPickup = endpoint(routes.setPickup, {
  tag,
  summary:
    "Schedule a pickup within the yard's hours: the buyer until the day before, staff at any time",
  access: "user",
  permission: "money",
  params,
  body: pickupSlot,
  response: invoice,
  errors: [403, 404, 409, 422],
});

export const pickupsOfDay = endpoint(laterRoutes.pickupsOfDay, {
  scope: "sales:read",
  tag,
  summary:
    "Pickup appointments of a day by hour, and paid units without one, most urgent first, up to 200",
  access: "staff",
  permission: "money",
  people: "list",
  query: z.object({ day: day }),
  response: z.object({ day: day, pickups: z.array(pickupLine), waiting: z.array(pickupLine) }),
});

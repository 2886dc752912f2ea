import { t } from "@gavelyard/messages/text";
import { deliveryStatuses } from "@gavelyard/domain/sales/delivery-order";
import { z } from "zod";
import { phoneNumber } from "../sign-in/sign-in.ts";
import {
  day,
  dollars,
  exactDollars,
  id,
  idParam,
  inCents,
  instant,
  line,
  text,
} from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { invoice } from "./payments.ts";
import { routes } from "../routes.ts";
import { laterRoutes } from "../later-routes.ts";
import { address } from "../users/users.ts";

const tag = "Payments";
const params = z.object({ id: idParam });
const money = inCents(
  z.number().positive(t("Must be more than 0")).max(1_000_000, t("This is too large")),
);

export const requestDelivery = endpoint(routes.requestDelivery, {
  tag,
  summary:
    "Request a delivery quote for a won unit before it leaves the yard, as the buyer or as staff for the buyer (D62)",
  access: "user",
  permission: "money",
  params,
  body: z.object({
    address,
    contactName: line(2, 80),
    contactPhone: phoneNumber,
    instructions: text(0, 500).default(""),
  }),
  response: invoice,
  errors: [404, 409],
});

export const withdrawDelivery = endpoint(routes.withdrawDelivery, {
  tag,
  summary: "Withdraw your own delivery request before you accept the quote",
  access: "customer",
  params,
  response: invoice,
  errors: [404, 409],
});

export const answerDelivery = endpoint(routes.answerDelivery, {
  tag,
  summary:
    "Accept or decline a delivery quote before it expires; an accepted one is added to the invoice",
  access: "customer",
  params,
  body: z.object({
    answer: z.enum(["ACCEPT", "DECLINE"]),
    /** The quote you saw, in dollars. If it changed, you get a 409. */
    amount: money,
  }),
  response: invoice,
  errors: [404, 409],
});

/** A delivery in a list. The street and the contact are on the invoice. */
const deliveryLine = z
  .object({
    id,
    status: z.enum(deliveryStatuses),
    awardId: id,
    invoiceId: id,
    invoiceNumber: z.string(),
    /** The unit leaves once this is 0. */
    balance: dollars,
    inventoryId: id,
    auctionId: id,
    lotNumber: z.string(),
    name: z.string(),
    userId: id,
    buyerName: z.string(),
    yardName: z.string(),
    timeZone: z.string(),
    /** City, state and ZIP code, such as "Amarillo, TX 79101". */
    destination: z.string(),
    requestedAt: instant,
    estimate: dollars.nullable(),
    quote: z.object({ amount: dollars, until: instant, expired: z.boolean() }).nullable(),
  })
  .meta({ id: "DeliveryLine" });
export type DeliveryLine = z.infer<typeof deliveryLine>;

export const openDeliveries = endpoint(laterRoutes.openDeliveries, {
  scope: "sales:read",
  tag,
  summary: "Deliveries that are not finished, oldest request first, up to 200",
  access: "staff",
  permission: "money",
  people: "list",
  response: z.array(deliveryLine),
});

export const quoteDelivery = endpoint(laterRoutes.quoteDelivery, {
  tag,
  summary: "Quote a price for delivery, or replace the quote; the buyer gets it by email",
  access: "staff",
  permission: "money",
  params,
  body: z.object({ amount: money, until: instant, pickupFrom: day, arrivesFrom: day }),
  response: invoice,
  errors: [404, 409, 422],
});

export const cancelDelivery = endpoint(laterRoutes.cancelDelivery, {
  confirmAgain: true,
  tag,
  summary:
    "Cancel a delivery before the carrier has the unit; removes it from the invoice, and what was paid for it becomes credit",
  access: "staff",
  permission: "money",
  params,
  body: z.object({
    reason: text(3, 500),
    /** The invoice's balance that was shown. If it has changed, nothing is canceled. */
    balance: exactDollars.optional(),
  }),
  response: invoice,
  errors: [404, 409],
});

export const markDelivered = endpoint(laterRoutes.markDelivered, {
  tag,
  summary: "Record that the carrier delivered the unit; the buyer gets an email",
  access: "staff",
  permission: "money",
  params,
  response: invoice,
  errors: [404, 409],
});

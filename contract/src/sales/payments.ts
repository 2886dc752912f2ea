import { t } from "@gavelyard/messages/text";
import { titleStates } from "@gavelyard/domain/titles/title";
import { z } from "zod";
import { paymentMethods } from "@gavelyard/domain/sales/payment-methods";
import { invoiceLineKinds, invoiceStatuses } from "@gavelyard/domain/sales/invoice";
import { day, dollars, exactDollars, id, idParam, instant, line, text } from "../common.ts";
import { delivery } from "./delivery-estimates.ts";
import { endpoint } from "../endpoint.ts";
import { inventoryCard } from "../inventory/inventory.ts";
import { routes } from "../routes.ts";
import { laterRoutes } from "../later-routes.ts";
import { address } from "../users/users.ts";

const payment = z.object({
  id,
  amount: dollars,
  method: z.enum(paymentMethods),
  /** The bank's or card processor's. */
  reference: z.string(),
  receivedAt: instant,
  recordedAt: instant,
  /** The money that it is a part of (D75). */
  receiptId: id,
  /** Null for a valid payment. */
  voided: z.object({ at: instant, reason: z.string() }).nullable(),
});

/** In the yard's time zone. */
export const pickupSlot = z.object({
  day: day,
  /** 0 to 23. */
  fromHour: z.int().min(0).max(23),
  /** 1 to 24. */
  untilHour: z.int().min(1).max(24),
});

/** The invoice of one awarded lot (D29). */
export const invoice = z
  .object({
    id,
    /** GY-2026-000042. */
    number: z.string(),
    status: z.enum(invoiceStatuses),
    awardId: id,
    userId: id,
    billTo: z.object({
      name: z.string(),
      companyName: z.string().nullable(),
      email: z.string(),
      address: address.nullable(),
    }),
    auctionId: id,
    auctionName: z.string(),
    timeZone: z.string(),
    lotNumber: z.string(),
    inventoryId: id,
    name: z.string(),
    stockNumber: z.string(),
    vin: z.string().nullable(),
    lines: z.array(
      z.object({ kind: z.enum(invoiceLineKinds), label: z.string(), amount: dollars }),
    ),
    total: dollars,
    paid: dollars,
    balance: dollars,
    issuedAt: instant,
    dueAt: instant,
    /** In the order they were recorded. */
    payments: z.array(payment),
    /** Null until the invoice is paid. */
    release: z
      .object({
        /** Only for the winner, once the money is cleared. Staff ask the driver for it. */
        gatePin: z.string().nullable(),
        /** When all money for it is cleared; null once it is (D76). */
        clearsAt: instant.nullable(),
        issuedAt: instant,
        pickupDueAt: instant,
        releasedAt: instant.nullable(),
        carrierName: z.string().nullable(),
        driverName: z.string().nullable(),
        plate: z.string().nullable(),
        /** Document IDs of the pictures taken at the gate. */
        exitPictures: z.array(z.uuid()),
      })
      .nullable(),
    /** The unit's title; null until the invoice is paid, and if the house doesn't keep it (D82). */
    title: z
      .object({
        state: z.enum(titleStates),
        /** While it is absent. */
        expectedOn: day.nullable(),
        /** The days by which it is sent, and 30 days after payment. */
        promisedBy: day,
        dayThirty: day,
        /** Null until it has left. */
        left: z
          .object({
            how: z.enum(["SENT", "HANDED_OVER"]),
            at: instant,
            carrier: z.string(),
            tracking: z.string(),
            recipient: z.string(),
          })
          .nullable(),
      })
      .nullable(),
    pickup: pickupSlot.nullable(),
    /** The newest one; null for none (D62). */
    delivery: delivery.nullable(),
    yard: z.object({
      place: z.string(),
      timeZone: z.string(),
      opensHour: z.int(),
      closesHour: z.int(),
    }),
    serverTime: instant,
  })
  .meta({ id: "Invoice" });
export type Invoice = z.infer<typeof invoice>;

export const unpaidInventory = z
  .object({
    awardId: id,
    /**
     * PENDING until staff declare the winner, which payment waits for. PAID when only the delivery
     * is left to pay (D62).
     */
    status: z.enum(["PENDING", "DECLARED", "PAID"]),
    inventoryId: id,
    lotNumber: z.string(),
    userId: id,
    bidderName: z.string(),
    bidderEmail: z.string(),
    hammerPrice: dollars,
    /** With fees and tax; null while there is no invoice. */
    total: dollars.nullable(),
    paid: dollars,
    invoiceId: id.nullable(),
    invoiceNumber: z.string().nullable(),
    paymentDueAt: instant.nullable(),
    overdue: z.boolean(),
    inventory: inventoryCard,
  })
  .meta({ id: "UnpaidInventory" });
export type UnpaidInventory = z.infer<typeof unpaidInventory>;

const tag = "Payments";
const params = z.object({ id: idParam });

export const unpaidInventories = endpoint(laterRoutes.unpaidInventories, {
  scope: "sales:read",
  tag,
  summary: "An auction's won and unpaid lots, by lot number",
  access: "staff",
  permission: "money",
  people: "list",
  params,
  response: z.array(unpaidInventory),
  errors: [404],
});

/** What staff state about money that came in (D29). */
export const received = z.object({
  /** Default: WIRE. A call that names a bank's method has to give its reference. */
  method: z.enum(paymentMethods).optional(),
  /** The bank's or card processor's. */
  reference: line(0, 120).default(""),
  receivedAt: instant.optional(),
  /** The balance that was shown. If it has changed, nothing is recorded. */
  balance: exactDollars.optional(),
  /** Why this isn't a payment that is recorded already, although it looks the same. */
  repeatReason: text(3, 500).optional(),
});

export const markAsPaid = endpoint(laterRoutes.markAsPaid, {
  confirmAgain: true,
  tag,
  summary:
    "Record a declared winner's payment with the invoice file; releases the hold and issues the release (D29)",
  access: "staff",
  permission: "money",
  input: "anywhere",
  files: { invoice: { kind: "document", atMost: 1, required: true } },
  params: z.object({ userId: idParam, inventoryId: idParam }),
  body: received,
  response: invoice,
  errors: [404, 409, 413, 422],
});

export const recordPayment = endpoint(laterRoutes.recordPayment, {
  confirmAgain: true,
  tag,
  summary:
    "Record a payment on an open invoice, up to its balance; the last one does what mark-as-paid does (D29)",
  access: "staff",
  permission: "money",
  params,
  body: received.extend({
    amount: exactDollars.refine((amount) => amount > 0, t("Must be more than 0")),
  }),
  response: invoice,
  errors: [404, 409, 422],
});

export const voidPayment = endpoint(laterRoutes.voidPayment, {
  secondPerson: ["PAYMENT_REVERSAL"],
  confirmAgain: true,
  tag,
  summary:
    "Remove a payment recorded by mistake or refunded from its invoice, with a reason; on a paid invoice it takes a second person and takes back the release",
  access: "staff",
  permission: "money",
  params,
  /** GONE: recorded by mistake, or refunded. CREDIT: the buyer keeps the money as credit (D75). */
  body: z.object({ reason: text(3, 500), money: z.enum(["GONE", "CREDIT"]).default("GONE") }),
  response: invoice,
  errors: [404, 409],
});

export const exportPayments = endpoint(laterRoutes.exportPayments, {
  confirmAgain: true,
  tag,
  summary:
    "Invoices issued between two days as CSV for accounting; days are in each auction's time zone",
  access: "staff",
  permission: "money",
  people: null,
  query: z.object({ from: day, to: day }).refine(({ from, to }) => from <= to, {
    path: ["to"],
    error: t("Must not be before the first day"),
  }),
  response: z.unknown(),
  download: "text/csv",
});

export const invoiceById = endpoint(routes.invoiceById, {
  scope: "account:read",
  tag,
  summary: "An invoice: for the winner, who sees the gate PIN once it is paid, and for staff",
  access: "user",
  permission: "money",
  people: "account",
  params,
  response: invoice,
  errors: [403, 404],
});

export const invoicePdf = endpoint(routes.invoicePdf, {
  scope: "account:read",
  tag,
  summary: "An invoice as PDF, for the winner and staff",
  access: "user",
  permission: "money",
  people: "account",
  params,
  response: z.unknown(),
  download: "application/pdf",
  errors: [403, 404],
});

export const billOfSale = endpoint(routes.billOfSale, {
  tag,
  summary:
    "Bill of sale and odometer data of a paid unit as PDF, for the winner and staff, once the money is cleared (D82)",
  access: "user",
  permission: "money",
  people: "account",
  params,
  response: z.unknown(),
  download: "application/pdf",
  errors: [403, 404, 409],
});

export const invoiceFile = endpoint(routes.invoiceFile, {
  tag,
  summary: "The file the payment was recorded with, for the winner and staff",
  access: "user",
  permission: "money",
  people: "account",
  params,
  response: z.unknown(),
  download: "application/octet-stream",
  errors: [403, 404],
});

export const invoicesOfUser = endpoint(routes.invoicesOfUser, {
  scope: "account:read",
  tag,
  summary: "A user's invoices, newest first, up to 200, without void ones",
  access: "self",
  permission: "money",
  subject: "id",
  params,
  response: z.array(
    invoice.pick({
      id: true,
      number: true,
      status: true,
      awardId: true,
      auctionId: true,
      auctionName: true,
      inventoryId: true,
      name: true,
      total: true,
      paid: true,
      balance: true,
      issuedAt: true,
      dueAt: true,
      pickup: true,
      delivery: true,
    }),
  ),
});

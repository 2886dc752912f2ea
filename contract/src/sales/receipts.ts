import { t } from "@gavelyard/messages/text";
import { z } from "zod";
import { paymentMethods } from "@gavelyard/domain/sales/payment-methods";
import { receiptEnds } from "@gavelyard/domain/sales/receipts";
import {
  day,
  dollars,
  exactDollars,
  id,
  idParam,
  instant,
  line,
  page,
  pageQuery,
  text,
} from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { received } from "./payments.ts";
import { routes } from "../routes.ts";
import { laterRoutes } from "../later-routes.ts";

const tag = "Receipts";
const params = z.object({ id: idParam });

/** Money that came in once (D75). */
export const receipt = z
  .object({
    id,
    amount: dollars,
    method: z.enum(paymentMethods),
    reference: z.string(),
    /** Whose money it is; empty for the buyer's own. */
    payer: z.string(),
    receivedAt: instant,
    /** When the bank no longer takes it back (D76). */
    clearsAt: instant,
    recordedAt: instant,
    hasFile: z.boolean(),
    /** What is left: on no invoice, and not refunded. */
    credit: dollars,
    /** Null while it stands. */
    end: z.object({ kind: z.enum(receiptEnds), at: instant, reason: z.string() }).nullable(),
    /** In the order they were recorded. */
    payments: z.array(
      z.object({
        id,
        invoiceId: id,
        invoiceNumber: z.string(),
        amount: dollars,
        voided: z.boolean(),
      }),
    ),
    refunds: z.array(
      z.object({ id, amount: dollars, reference: z.string(), reason: z.string(), at: instant }),
    ),
  })
  .meta({ id: "Receipt" });
export type Receipt = z.infer<typeof receipt>;

/** What a buyer owes, and the money that came in from them. */
export const buyerAccountSchema = z
  .object({
    userId: id,
    name: z.string(),
    companyName: z.string().nullable(),
    /** Of all open invoices. */
    balance: dollars,
    credit: dollars,
    /** Open ones, oldest due first. */
    invoices: z.array(
      z.object({
        id,
        number: z.string(),
        auctionId: id,
        auctionName: z.string(),
        timeZone: z.string(),
        lotNumber: z.string(),
        name: z.string(),
        total: dollars,
        paid: dollars,
        balance: dollars,
        dueAt: instant,
        overdue: z.boolean(),
      }),
    ),
    /** Newest first, at most 100. */
    receipts: z.array(receipt),
    /**
     * Only for staff: cash and small cashier's checks and money orders about which the house has to
     * file Form 8300 (D89). Null without any.
     */
    cashReport: z.object({ receiptId: id, amount: dollars, dueOn: day }).nullable(),
    /** Where days of clearing are counted. */
    timeZone: z.string(),
    serverTime: instant,
  })
  .meta({ id: "BuyerAccount" });
export type BuyerAccount = z.infer<typeof buyerAccountSchema>;

export const buyerAccount = endpoint(routes.buyerAccount, {
  scope: "account:read",
  tag,
  summary: "A buyer's open invoices, receipts and credit (D75)",
  access: "self",
  permission: "money",
  subject: "id",
  params,
  response: buyerAccountSchema,
  errors: [404],
});

/** Dollars by days past due: not due yet, 1 to 30, 31 to 60, 61 to 90, more. */
const ageing = z.tuple([dollars, dollars, dollars, dollars, dollars]);

const owingBuyer = z.object({
  userId: id,
  name: z.string(),
  companyName: z.string().nullable(),
  invoices: z.int(),
  balance: dollars,
  ageing,
  oldestDueAt: instant.nullable(),
  /** Time zone of its auction. */
  oldestDueZone: z.string().nullable(),
  credit: dollars,
});
export type OwingBuyer = z.infer<typeof owingBuyer>;

export const owingBuyers = endpoint(laterRoutes.owingBuyers, {
  tag,
  summary:
    "Buyers with open invoices or credit, oldest due first, with the ageing of their balances",
  access: "staff",
  permission: "money",
  people: "list",
  query: pageQuery.extend({ q: line(0, 80).default("") }),
  response: page(owingBuyer).extend({ balance: dollars, ageing, credit: dollars }),
});

/** Which invoices get how much; without a list, oldest due first. */
const parts = z
  .array(z.object({ invoiceId: id, amount: exactDollars }))
  .max(200, t("Choose at most 200 invoices"))
  .optional();
const amount = exactDollars.refine((amount) => amount > 0, t("Must be more than 0"));

export const recordReceipt = endpoint(laterRoutes.recordReceipt, {
  confirmAgain: true,
  tag,
  summary:
    "Record money that came in once and pay a buyer's invoices with it; the rest is the buyer's credit (D75)",
  access: "staff",
  permission: "money",
  input: "anywhere",
  files: { document: { kind: "document", atMost: 1 } },
  params,
  /** `balance` is that of all the buyer's open invoices. */
  body: received.extend({
    method: z.enum(paymentMethods),
    amount,
    payer: line(0, 120).default(""),
    payments: parts,
  }),
  response: buyerAccountSchema,
  errors: [404, 409, 413, 422],
});

export const payFromCredit = endpoint(laterRoutes.payFromCredit, {
  confirmAgain: true,
  tag,
  summary: "Pay the buyer's invoices with what is left of a receipt (D75)",
  access: "staff",
  permission: "money",
  params,
  /** `credit` is what was shown to be left. If it has changed, nothing is recorded. */
  body: z.object({ payments: parts, credit: exactDollars.optional() }),
  response: buyerAccountSchema,
  errors: [404, 409, 422],
});

export const endReceipt = endpoint(laterRoutes.endReceipt, {
  secondPerson: ["PAYMENT_REVERSAL"],
  confirmAgain: true,
  tag,
  summary:
    "Reverse a receipt with all its payments: recorded by mistake, which takes a second person, or returned by the bank (D75)",
  access: "staff",
  permission: "money",
  params,
  body: z.object({ kind: z.enum(receiptEnds), reason: text(3, 500) }),
  response: buyerAccountSchema,
  errors: [404, 409],
});

export const refundCredit = endpoint(laterRoutes.refundCredit, {
  secondPerson: ["CREDIT_REFUND"],
  confirmAgain: true,
  tag,
  summary: "Record that credit was sent back to the payer, which takes a second person (D38, D75)",
  access: "staff",
  permission: "money",
  params,
  body: z.object({ amount, reference: line(1, 120), reason: text(3, 500) }),
  response: buyerAccountSchema,
  errors: [404, 409, 422],
});

export const reportCash = endpoint(laterRoutes.reportCash, {
  confirmAgain: true,
  tag,
  summary: "Record that Form 8300 was filed about a buyer's cash, or why it isn't required (D89)",
  access: "staff",
  permission: "money",
  params,
  body: z.object({ outcome: z.enum(["FILED", "NOT_REQUIRED"]), note: text(3, 500) }),
  response: buyerAccountSchema,
  errors: [404, 409],
});

export const receiptFile = endpoint(routes.receiptFile, {
  tag,
  summary: "The file a receipt was recorded with, for the buyer and staff",
  access: "user",
  permission: "money",
  people: "account",
  params,
  response: z.unknown(),
  download: "application/octet-stream",
  errors: [403, 404],
});

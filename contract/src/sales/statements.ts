import { z } from "zod";
import { invoiceLineKinds } from "@gavelyard/domain/sales/invoice";
import { bankAccount } from "./bank-details.ts";
import { dollars, id, idParam, instant } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { invoice } from "./payments.ts";
import { routes } from "../routes.ts";

/** What one buyer bought in one auction, with one reference and one total (D83). */
export const statement = z
  .object({
    /** To write on the payment, such as GY-S12-B345-70. */
    reference: z.string(),
    userId: id,
    billTo: invoice.shape.billTo,
    auctionId: id,
    auctionName: z.string(),
    timeZone: z.string(),
    /** By lot, without void ones. */
    invoices: z.array(
      invoice.pick({
        id: true,
        number: true,
        status: true,
        lotNumber: true,
        inventoryId: true,
        name: true,
        stockNumber: true,
        vin: true,
        total: true,
        paid: true,
        balance: true,
        dueAt: true,
      }),
    ),
    /** Sums by kind, in the order of invoices. */
    sums: z.array(z.object({ kind: z.enum(invoiceLineKinds), label: z.string(), amount: dollars })),
    total: dollars,
    paid: dollars,
    balance: dollars,
    /** When the first open invoice is due; null without any. */
    dueAt: instant.nullable(),
    /** Of the newest invoice. */
    issuedAt: instant,
    /** Null when nothing is owed, or no account is set. */
    account: bankAccount.nullable(),
    /** To call about an email that names another account. */
    phone: z.string(),
  })
  .meta({ id: "Statement" });
export type Statement = z.infer<typeof statement>;

const tag = "Payments";
const params = z.object({ id: idParam, auctionId: idParam });

export const statementOfSale = endpoint(routes.statementOfSale, {
  scope: "account:read",
  tag,
  summary: "All lots a buyer bought in an auction, with one payment reference and total (D83)",
  access: "self",
  permission: "money",
  subject: "id",
  params,
  response: statement,
  errors: [404],
});

export const statementPdf = endpoint(routes.statementPdf, {
  scope: "account:read",
  tag,
  summary: "The statement of a sale as PDF",
  access: "self",
  permission: "money",
  subject: "id",
  params,
  response: z.unknown(),
  download: "application/pdf",
  errors: [404],
});

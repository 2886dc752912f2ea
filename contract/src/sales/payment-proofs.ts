import { t } from "@gavelyard/messages/text";
import { z } from "zod";
import { bankAccount } from "./bank-details.ts";
import { dollars, id, idParam, instant, line, text } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { routes } from "../routes.ts";
import { laterRoutes } from "../later-routes.ts";

export const paymentProof = z
  .object({
    id,
    documentId: z.uuid(),
    fileName: z.string(),
    note: z.string(),
    sentAt: instant,
    status: z.enum(["PENDING", "ACCEPTED", "REFUSED"]),
    /** Empty unless it was refused. */
    reason: z.string(),
  })
  .meta({ id: "PaymentProof" });
export type PaymentProof = z.output<typeof paymentProof>;

export const howToPaySchema = z
  .object({
    /** The invoice number. */
    reference: z.string(),
    balance: dollars,
    /** Null when nothing is owed, or no account is set. */
    account: bankAccount.nullable(),
    /** To call about an email that names another account. */
    phone: z.string(),
    proofs: z.array(paymentProof),
  })
  .meta({ id: "HowToPay" });
export type HowToPay = z.output<typeof howToPaySchema>;

const tag = "Payments";
const params = z.object({ id: idParam });

export const howToPay = endpoint(routes.howToPay, {
  tag,
  summary: "How to pay an invoice, and the proofs of payment sent for it",
  access: "user",
  permission: "money",
  params,
  response: howToPaySchema,
  errors: [403, 404],
});

export const sendPaymentProof = endpoint(routes.sendPaymentProof, {
  tag,
  summary:
    "Upload proof of payment for your open invoice; sending the same file again changes nothing",
  access: "customer",
  input: "anywhere",
  files: { document: { kind: "document", atMost: 1, required: true } },
  params,
  body: z.object({ note: line(0, 200).default("") }),
  response: paymentProof,
  errors: [403, 404, 409, 413],
});

export const decidePaymentProof = endpoint(laterRoutes.decidePaymentProof, {
  confirmAgain: true,
  tag,
  summary: "Accept a proof of payment, or reject it with a reason for the buyer",
  access: "staff",
  permission: "money",
  params,
  body: z
    .object({ decision: z.enum(["ACCEPTED", "REFUSED"]), reason: text(0, 500).default("") })
    .refine(({ decision, reason }) => decision === "ACCEPTED" || reason.length >= 3, {
      path: ["reason"],
      error: t("Enter a reason for the buyer"),
    }),
  response: paymentProof,
  errors: [404, 409],
});

import { t } from "@gavelyard/messages/text";
import { isRoutingNumber } from "@gavelyard/domain/sales/bank-account";
import { z } from "zod";
import { done, id, idParam, instant, line } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { laterRoutes } from "../later-routes.ts";

const accountNumber = z
  .string()
  .regex(/^\d{4,17}$/, t("Enter the account number: 4 to 17 digits, no spaces"));

export const bankAccount = z.object({
  bankName: line(2, 80),
  accountHolder: line(2, 80),
  routingNumber: z
    .string()
    .refine(isRoutingNumber, t("This isn't a routing number. Check its nine digits.")),
  accountNumber,
  /** Instructions for a wire, such as another routing number; empty for none. */
  wireNote: line(0, 200).default(""),
  achNote: line(0, 200).default(""),
});
export type BankAccount = z.output<typeof bankAccount>;

/** A bank account in lists. */
export const shownBankAccount = bankAccount
  .omit({ accountNumber: true })
  .extend({
    id,
    accountEnding: z.string(),
    requestedBy: id,
    requestedByName: z.string(),
    requestedAt: instant,
    /** Null until someone confirms it. */
    confirmedByName: z.string().nullable(),
    confirmedAt: instant.nullable(),
    twoPersons: z.boolean(),
  })
  .meta({ id: "ShownBankAccount" });
export type ShownBankAccount = z.output<typeof shownBankAccount>;

const bankDetailsSchema = z
  .object({
    inEffect: shownBankAccount.nullable(),
    /** Waits for a second administrator. */
    pending: shownBankAccount.nullable(),
    /** A change needs two. */
    administrators: z.int(),
  })
  .meta({ id: "BankDetails" });
export type BankDetails = z.output<typeof bankDetailsSchema>;

const tag = "Settings";
const params = z.object({ id: idParam });

export const bankDetails = endpoint(laterRoutes.bankDetails, {
  tag,
  summary: "The account buyers pay to, with its number masked, and any pending change",
  access: "staff",
  permission: "money",
  people: null,
  response: bankDetailsSchema,
});

export const changeBankDetails = endpoint(laterRoutes.changeBankDetails, {
  confirmAgain: true,
  tag,
  summary:
    "Change the account buyers pay to; takes effect when a second administrator confirms it (D38)",
  access: "admin",
  permission: "money",
  body: bankAccount,
  response: bankDetailsSchema,
  errors: [409],
});

export const confirmBankDetails = endpoint(laterRoutes.confirmBankDetails, {
  confirmAgain: true,
  tag,
  summary:
    "Confirm another administrator's change by entering the account number again; takes effect immediately",
  access: "admin",
  permission: "money",
  params,
  body: z.object({ accountNumber }),
  response: bankDetailsSchema,
  errors: [404, 409],
});

export const rejectBankDetails = endpoint(laterRoutes.rejectBankDetails, {
  confirmAgain: true,
  tag,
  summary: "Reject a pending change, or withdraw your own",
  access: "admin",
  permission: "money",
  params,
  response: done,
  errors: [404, 409],
});

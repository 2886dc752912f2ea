import { t } from "@gavelyard/messages/text";
import { z } from "zod";
import { day, wholeCents } from "./common.ts";

const percent = z.number().min(0).max(100).multipleOf(0.001, t("Use up to three decimals"));

/** Fees of a sale: rates in percent by part of the price, and amounts in dollars. */
export const feeTable = z.object({
  premium: z
    // A flat fee by part of the price would go unnoticed, and uncharged.
    .array(z.strictObject({ from: wholeCents, percent }))
    .min(1)
    .max(20),
  minPremium: wholeCents,
  docFee: wholeCents,
  taxPercent: percent.default(0),
  /** Whether the document fee is taxed, too (D94). */
  taxesDocFee: z.boolean().optional(),
});

/** Fees of a lot, with where and on which day it is sold (D94). */
export const lotFeeTable = feeTable.extend({
  soldIn: z.object({ state: z.string(), day }),
});

/** Fees as one buyer pays them. */
export const ownFeeTable = feeTable.extend({
  /** Number of the buyer's certificate that exempts the sale from tax (D95). */
  exemptBy: z.string().optional(),
});

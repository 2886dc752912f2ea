import { t } from "@gavelyard/messages/text";
import { z } from "zod";
import { wholeCents } from "./common.ts";

const percent = z.number().min(0).max(100).multipleOf(0.001, t("Use up to three decimals"));

/** Fees of a sale: rates in percent by part of the price, and amounts in dollars. */
export const feeTable = z.object({
  premium: z
    .array(z.object({ from: wholeCents, percent }))
    .min(1)
    .max(20),
  minPremium: wholeCents,
  docFee: wholeCents,
  taxPercent: percent.default(0),
});

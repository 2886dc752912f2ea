import { z } from "zod";
import { dollars } from "./common.ts";

/** Fees of a sale: rates in percent by part of the price, and amounts in dollars. */
export const feeTable = z.object({
  premium: z
    .array(z.object({ from: dollars.min(0), percent: z.number().min(0).max(100) }))
    .min(1)
    .max(20),
  minPremium: dollars.min(0),
  docFee: dollars.min(0),
  taxPercent: z.number().min(0).max(100).default(0),
});

import { z } from "zod";

/** The increment table in a form: dollars as text. */
export const typedSteps = z.array(z.object({ from: z.string(), step: z.string() }));

/** The fee schedule in a form: dollars and percentages as text. */
export const typedFees = z.object({
  premium: z.array(z.object({ from: z.string(), percent: z.string() })),
  minPremium: z.string(),
  docFee: z.string(),
  taxPercent: z.string(),
});

export type TypedSteps = z.infer<typeof typedSteps>;
export type TypedFees = z.infer<typeof typedFees>;

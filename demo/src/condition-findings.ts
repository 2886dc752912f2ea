import { z } from "zod";
import { content } from "./content.ts";
import { trade } from "./model-line.ts";

const words = z.array(z.string());

/** A possible finding of an inspection, from a blemish to an expensive fault. */
const finding = z.strictObject({
  area: z.string(),
  item: z.string(),
  severity: z.enum(["MINOR", "MODERATE", "MAJOR"]),
  note: z.string(),
  /** If not empty, the finding fits only bodies whose name has one of these words. */
  bodies: words.default([]),
  photo: z.string().optional(),
});
export type Finding = z.output<typeof finding>;

/** Findings by trade, and for each damage picture the looks it fits. */
export const {
  trades: findingsOf,
  damageShownOn,
  inspectors,
  tireBrands,
} = content(
  "findings",
  z.strictObject({
    trades: z.record(trade, z.array(finding)),
    damageShownOn: z.record(z.string(), words),
    inspectors: words,
    tireBrands: words,
  }),
);

import { z } from "zod";
import { content } from "./content.ts";
import { trade } from "./model-line.ts";

const words = z.array(z.string());

/** What an inspector may note, from a blemish to a fault that costs money. */
const finding = z.strictObject({
  area: z.string(),
  item: z.string(),
  severity: z.enum(["MINOR", "MODERATE", "MAJOR"]),
  note: z.string(),
  /** Only for bodies with one of these words in their name. */
  bodies: words.default([]),
  /** The demo's picture of such damage. */
  photo: z.string().optional(),
});
export type Finding = z.output<typeof finding>;

/** Findings that fit a trade, and the looks of units that the picture of a damage may be of. */
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

import { z } from "zod";
import { content } from "./content.ts";
import { trade } from "./model-line.ts";

const sentences = z.array(z.string());

/**
 * Sentences for yards' notes. Parts in `{}` are filled in. A sentence with a prefix such as
 * `box|van|` fits only bodies with one of these words in their name.
 */
const notePool = z.strictObject({
  /** Previous use or owner. */
  origin: sentences,
  work: sentences,
  /** Impression at check-in and test drive. */
  checkIn: sentences,
});

export const {
  trades: notesOf,
  closings,
  noStart,
  startsOnly,
} = content(
  "notes",
  z.strictObject({
    trades: z.record(trade, notePool),
    closings: sentences,
    noStart: sentences,
    startsOnly: sentences,
  }),
);

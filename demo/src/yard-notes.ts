import { z } from "zod";
import { content } from "./content.ts";
import { trade } from "./model-line.ts";

const sentences = z.array(z.string());

/**
 * Sentences that yards write; `{}` parts are filled in. One that begins with words and bars
 * (`box|van|`) is only for bodies that have one of these words in their name.
 */
const notePool = z.strictObject({
  /** Where it comes from. */
  origin: sentences,
  /** What was done to it. */
  work: sentences,
  /** How it was when checked in and driven. */
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

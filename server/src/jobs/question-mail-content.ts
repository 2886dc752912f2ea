import { message } from "@gavelyard/contract/common";
import { z } from "zod";

const unit = {
  name: z.string(),
  inventoryId: z.int().positive(),
  /** The unit's title as in lists: "2019 Peterbilt 579". */
  title: z.string(),
};

/** Emails about questions on units (D64). */
export const questionMailContents = [
  /** To the buyer who asked. */
  z.object({
    kind: z.literal("QUESTION_ANSWERED"),
    ...unit,
    question: z.string(),
    answer: z.string(),
    corrected: z.boolean(),
  }),
  /** To the buyer who asked: staff hid it before or after the answer, or the sale ended before one. */
  z.object({
    kind: z.literal("QUESTION_ENDED"),
    ...unit,
    question: z.string(),
    how: z.enum(["NOT_PUBLISHED", "HIDDEN", "CLOSED"]),
    reason: message,
  }),
  /** To watchers and bidders. */
  z.object({
    kind: z.literal("NEW_ANSWERS"),
    ...unit,
    answers: z
      .array(z.object({ question: z.string(), answer: z.string(), corrected: z.boolean() }))
      .min(1),
  }),
] as const;

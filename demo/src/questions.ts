import { inventoryTypes } from "@gavelyard/contract/inventory/inventory-fields";
import { findPrivateData } from "@gavelyard/domain/inventory/questions";
import { z } from "zod";
import { content } from "./content.ts";

const types = z.array(z.enum(inventoryTypes)).min(1);
const question = z
  .string()
  .min(10)
  .max(500)
  .refine((text) => findPrivateData(text) === null, "The product refuses this question");

/** Buyers' questions about units of these types, answered or still open. */
export const demoQuestions = content(
  "questions",
  z.strictObject({
    answered: z.array(
      z.strictObject({
        types,
        question,
        /** The first wording and its corrections. */
        answers: z.array(z.string().min(1).max(2_000)).min(1),
      }),
    ),
    open: z.array(z.strictObject({ types, question })),
  }),
);

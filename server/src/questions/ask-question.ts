import { msg } from "@gavelyard/messages/text";
import { MAX_QUESTIONS } from "@gavelyard/domain/inventory/questions";
import type { Context } from "../context.ts";
import { act } from "../events/act.ts";
import { Refusal, notFound } from "../refusal.ts";
import { limitByTarget, type RateLimit } from "../http/limits/rate-limits.ts";
import { insertQuestion, lockAskedUnit } from "./sql.ts";

const byAccount: RateLimit = {
  name: "question",
  tries: 10,
  windowSec: 86_400,
  refusal: msg("You can ask 10 questions a day."),
};

/**
 * Takes a customer's question about a unit. Only staff see it until they answer it (D64).
 * @throws Refusal 404, 409 when the unit takes no questions or this one is already open, 429
 */
export async function askQuestion(
  context: Context,
  inventoryId: number,
  userId: number,
  question: string,
): Promise<void> {
  const counted = await limitByTarget(context, byAccount, String(userId));
  try {
    await act(context, async (tx) => {
      const unit = await lockAskedUnit(tx, inventoryId);
      if (unit === null) throw notFound(msg("Vehicle not found, or no longer listed"));
      if (!unit.on_sale) {
        throw new Refusal(
          "too-late",
          msg("You can't ask about this unit anymore. Bidding has closed."),
        );
      }
      if (unit.questions >= MAX_QUESTIONS) {
        throw new Refusal(
          "limit-reached",
          msg("This unit already has {MAX_QUESTIONS} questions. Call us or use the contact page.", {
            MAX_QUESTIONS,
          }),
        );
      }
      if (!(await insertQuestion(tx, inventoryId, userId, question))) {
        throw new Refusal(
          "already-exists",
          msg("You already asked this. We'll email you when we answer it."),
        );
      }
    });
  } catch (error) {
    await counted.forgive();
    throw error;
  }
}

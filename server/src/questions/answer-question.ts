import { msg, type Message } from "@gavelyard/messages/text";
import { messageInEachLanguage } from "../http/reader-language.ts";
import {
  mayHide,
  refuseAnswer,
  notifyAtMs,
  type AnswerRefusal,
} from "@gavelyard/domain/inventory/questions";
import type { PoolClient } from "pg";
import { insertAudit } from "../audit/sql.ts";
import type { Context } from "../context.ts";
import { act } from "../events/act.ts";
import type { ProductEvent } from "../events/events.ts";
import type { Actor } from "../http/actor.ts";
import { Refusal, notFound } from "../refusal.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { firstUnsent } from "./readers-sql.ts";
import { insertAnswer, lockQuestion, setHidden, type LockedQuestion } from "./sql.ts";

const refusals: Readonly<Record<AnswerRefusal, Message>> = {
  ENDED: msg("This question is hidden or closed. Nothing was changed."),
  CHANGED: msg("Someone answered this while you were writing. Read the answer, then correct it."),
  OVER: msg("This unit is no longer on sale, so you can only hide its answers, not change them."),
  TOO_OFTEN: msg("This answer was corrected nine times. Hide it instead."),
};

async function lock(tx: PoolClient, id: number): Promise<LockedQuestion> {
  const question = await lockQuestion(tx, id);
  if (question === null) throw notFound(msg("Question not found"));
  return question;
}

/**
 * Answers a question or corrects its answer, and shows both to everyone (D64). `seen` is the number
 * of wordings that the caller has seen.
 * @throws Refusal 404, 409
 */
export async function answerQuestion(
  context: Context,
  id: number,
  { answer, seen }: { readonly answer: string; readonly seen: number },
  by: Actor,
): Promise<void> {
  await act(context, async (tx, record) => {
    const question = await lock(tx, id);
    const { inventory_id: inventoryId, wordings, on_sale: onSale, status } = question;
    const refusal = refuseAnswer({ status, wordings, onSale }, seen);
    if (refusal !== null)
      throw new Refusal(refusal === "CHANGED" ? "edit-conflict" : "wrong-state", refusals[refusal]);
    await insertAnswer(tx, question, answer, by.userId);
    const corrected = wordings > 0;
    await insertAudit(tx, {
      actorId: by.userId,
      action: corrected ? "answer-corrected" : "question-answered",
      subjectType: "inventory",
      subjectId: inventoryId,
      before: corrected ? { question: id, answer: question.answer } : null,
      after: { question: id, answer },
      ip: by.ip,
    });
    await notifyAsker(tx, record, question, {
      eventKey: `answer:${id}:${wordings + 1}`,
      message: corrected ? msg("We corrected our answer.") : msg("We answered your question."),
      content: { kind: "QUESTION_ANSWERED", answer, corrected },
    });
    const runAtMs = notifyAtMs(
      ((await firstUnsent(tx, inventoryId)) ?? question.now).getTime(),
      question.closes_at?.getTime() ?? null,
    );
    await enqueue(
      tx,
      "tell-answers",
      { inventoryId },
      { jobKey: `tell-answers:${inventoryId}`, runAt: new Date(runAtMs) },
    );
    record({ type: "answers-changed", inventoryId });
  });
}

/**
 * Hides a question, with its answer if it has one. The buyer who asked learns the reason (D64).
 * @throws Refusal 404, 409 when it is hidden or closed already
 */
export async function hideQuestion(
  context: Context,
  id: number,
  reason: string,
  by: Actor,
): Promise<void> {
  await act(context, async (tx, record) => {
    const question = await lock(tx, id);
    if (!mayHide(question)) throw new Refusal("already-done", refusals.ENDED);
    const { inventory_id: inventoryId } = question;
    await setHidden(tx, id, reason, by.userId);
    await insertAudit(tx, {
      actorId: by.userId,
      action: "question-hidden",
      subjectType: "inventory",
      subjectId: inventoryId,
      after: { question: id, answer: question.answer },
      reason,
      ip: by.ip,
    });
    const how = question.status === "OPEN" ? "NOT_PUBLISHED" : "HIDDEN";
    await notifyAsker(tx, record, question, {
      eventKey: `question-hidden:${id}`,
      message:
        how === "HIDDEN"
          ? msg("We no longer show your question: {reason}", { reason })
          : msg("We didn't publish your question: {reason}", { reason }),
      content: { kind: "QUESTION_ENDED", how, reason },
    });
    if (how === "HIDDEN") record({ type: "answers-changed", inventoryId });
  });
}

type AskerContent =
  | { readonly kind: "QUESTION_ANSWERED"; readonly answer: string; readonly corrected: boolean }
  | {
      readonly kind: "QUESTION_ENDED";
      readonly how: "NOT_PUBLISHED" | "HIDDEN";
      readonly reason: string;
    };

/** Notifies the buyer who asked in the app and by email, unless the account is closed. */
async function notifyAsker(
  tx: PoolClient,
  record: (event: ProductEvent) => void,
  { user_id, name, email, title, inventory_id: inventoryId, question, now }: LockedQuestion,
  news: { readonly eventKey: string; readonly message: Message; readonly content: AskerContent },
): Promise<void> {
  if (user_id === null || name === null || email === null) return;
  await enqueue(tx, "send-mail", {
    eventKey: news.eventKey,
    to: email,
    content: { ...news.content, name, inventoryId, title, question },
  });
  record({
    type: "users-told",
    userIds: [user_id],
    event: {
      type: "QUESTION",
      title,
      ...messageInEachLanguage(news.message),
      inventoryId,
      at: now.toISOString(),
    },
  });
}

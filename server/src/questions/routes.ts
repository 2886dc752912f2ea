import * as contract from "@gavelyard/contract/inventory/questions";
import { msg, t } from "@gavelyard/messages/text";
import type { Context } from "../context.ts";
import { actorOf } from "../http/actor.ts";
import { notFound } from "../refusal.ts";
import { pageOf } from "../http/page.ts";
import type { Serve } from "../http/serve.ts";
import { answerQuestion, hideQuestion } from "./answer-question.ts";
import { askQuestion } from "./ask-question.ts";
import { answeredQuestions, questionsOfAsker, takesQuestions, type WordingRow } from "./sql.ts";
import { listQuestions, type StaffQuestionRow } from "./staff-sql.ts";

/** Latest questions of a customer that a unit's page shows. */
const OWN_SHOWN = 20;

/** Questions about units: everyone reads them, customers ask, staff answer (D64). */
export function questionRoutes(serve: Serve, context: Context): void {
  const { pool } = context;

  serve(contract.questionsOfUnit, async ({ params }) => {
    const open = await takesQuestions(pool, params.id);
    if (open === null) throw notFound(msg("Vehicle not found, or no longer listed"));
    const rows = await answeredQuestions(pool, params.id);
    return {
      open,
      questions: rows.map((row) => ({
        id: row.id,
        question: row.question,
        askedAt: row.asked_at.toISOString(),
        answers: row.wordings.map(({ answer, at }) => ({ answer, at: toInstant(at) })),
        earlier: row.earlier,
      })),
    };
  });

  serve(contract.ownQuestions, async ({ params, user }) => {
    const rows = await questionsOfAsker(pool, user.userId, params.id, OWN_SHOWN);
    return rows.map(({ id, question, asked_at, status, hide_reason: reason }) => ({
      id,
      question,
      askedAt: asked_at.toISOString(),
      status,
      reason,
    }));
  });

  serve(contract.askQuestion, async ({ params, body, user }) => {
    await askQuestion(context, params.id, user.userId, body.question);
    return { message: t("Question sent. We'll email you when we answer it.") };
  });

  serve(contract.listQuestions, async ({ query }) => {
    const { rows, total } = await listQuestions(pool, query, query);
    return pageOf(rows.map(toStaffQuestion), total, query);
  });

  serve(contract.answerQuestion, async ({ params, body, user, request }) => {
    await answerQuestion(context, params.id, body, actorOf(user, request));
    return { message: body.seen === 0 ? t("Answer published") : t("Answer corrected") };
  });

  serve(contract.hideQuestion, async ({ params, body, user, request }) => {
    await hideQuestion(context, params.id, body.reason, actorOf(user, request));
    return { message: t("Question hidden") };
  });
}

/** Converts a time as the database writes it in JSON. */
const toInstant = (at: WordingRow["at"]): string => new Date(at).toISOString();

function toStaffQuestion(row: StaffQuestionRow): contract.StaffQuestion {
  return {
    id: row.id,
    question: row.question,
    askedAt: row.asked_at.toISOString(),
    status: row.status,
    asker:
      row.asker_id === null || row.asker === null ? null : { id: row.asker_id, name: row.asker },
    answers: (row.wordings ?? []).map(({ answer, at, by }) => ({ answer, at: toInstant(at), by })),
    open: row.on_sale && (row.status === "OPEN" || row.status === "ANSWERED"),
    hiddenBy: row.hidden_by,
    reason: row.hide_reason,
    inventoryId: row.inventory_id,
    title: row.title,
    stockNumber: row.stock_number,
    closesAt: row.closes_at?.toISOString() ?? null,
    timeZone: row.time_zone,
  };
}

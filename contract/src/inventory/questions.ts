import {
  findPrivateData,
  questionStatuses,
  type PrivateData,
} from "@gavelyard/domain/inventory/questions";
import { t } from "@gavelyard/messages/text";
import { z } from "zod";
import { done, id, idParam, instant, line, page, pageQuery, text } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { routes } from "../routes.ts";
import { laterRoutes } from "../later-routes.ts";

const refusals: Readonly<Record<PrivateData, () => string>> = {
  LINK: () => t("Everyone can read a question. Remove the link."),
  EMAIL: () => t("Everyone can read a question. Remove the email address or account name."),
  PHONE: () => t("Everyone can read a question. Remove the phone number."),
  CARD: () => t("Everyone can read a question. Remove the card number."),
};

/** One line without links and contact data. */
const questionText = line(10, 500).superRefine((value, context) => {
  const found = findPrivateData(value);
  if (found !== null) context.addIssue({ code: "custom", message: refusals[found]() });
});

const wording = z.object({ answer: z.string(), at: instant });

/** An answered question; never shows who asked (D64). */
export const unitQuestion = z
  .object({
    id,
    question: z.string(),
    askedAt: instant,
    /** The first wording and its corrections; the last one is the answer. */
    answers: z.array(wording).min(1),
    /** Whether it was answered before the unit was relisted. */
    earlier: z.boolean(),
  })
  .meta({ id: "UnitQuestion" });
export type UnitQuestion = z.infer<typeof unitQuestion>;

export const questionsOfUnit = endpoint(routes.questionsOfUnit, {
  tag: "Inventory",
  summary: "Questions about a unit with our answers, newest answer first (D64)",
  access: "public",
  maxAgeSec: 0,
  params: z.object({ id: idParam }),
  response: z.object({
    /** Whether the unit is or will be on sale. */
    open: z.boolean(),
    questions: z.array(unitQuestion),
  }),
  errors: [404],
});

export const ownQuestion = z
  .object({
    id,
    question: z.string(),
    askedAt: instant,
    status: z.enum(questionStatuses),
    reason: z.string().nullable(),
  })
  .meta({ id: "OwnQuestion" });
export type OwnQuestion = z.infer<typeof ownQuestion>;

export const ownQuestions = endpoint(routes.ownQuestions, {
  tag: "Inventory",
  summary: "Your latest 20 questions about a unit, including unpublished ones",
  access: "customer",
  params: z.object({ id: idParam }),
  response: z.array(ownQuestion),
});

export const askQuestion = endpoint(routes.askQuestion, {
  tag: "Inventory",
  summary: "Ask about a unit that is or will be on sale; shown once staff answer it",
  access: "customer",
  params: z.object({ id: idParam }),
  body: z.object({ question: questionText }),
  response: done,
  errors: [404, 409, 429],
});

export const staffQuestion = z
  .object({
    id,
    question: z.string(),
    askedAt: instant,
    status: z.enum(questionStatuses),
    /** Null once the account is closed. */
    asker: z.object({ id, name: z.string() }).nullable(),
    answers: z.array(wording.extend({ by: z.string() })),
    /** Whether it can be answered, or its answer corrected. */
    open: z.boolean(),
    hiddenBy: z.string().nullable(),
    reason: z.string().nullable(),
    inventoryId: id,
    title: z.string(),
    stockNumber: z.string(),
    /** Null without a lot that is or will be open. */
    closesAt: instant.nullable(),
    timeZone: z.string().nullable(),
  })
  .meta({ id: "StaffQuestion" });
export type StaffQuestion = z.infer<typeof staffQuestion>;

export const listQuestions = endpoint(laterRoutes.listQuestions, {
  tag: "Inventory",
  summary: "Questions about units: open ones by the close of their lot, others newest first",
  access: "staff",
  permission: "auctions",
  people: "list",
  query: pageQuery.extend({
    status: z.enum(questionStatuses).optional(),
    unit: idParam.optional(),
    id: idParam.optional(),
  }),
  response: page(staffQuestion),
});

const question = z.object({ id: idParam });

export const answerQuestion = endpoint(laterRoutes.answerQuestion, {
  tag: "Inventory",
  summary: "Answer a question, which publishes both, or correct the answer",
  access: "staff",
  permission: "auctions",
  params: question,
  body: z.object({
    answer: text(1, 2_000),
    /** Number of wordings on the caller's screen; 0 for the first answer. */
    seen: z.int().min(0),
  }),
  response: done,
  errors: [404, 409],
});

export const hideQuestion = endpoint(laterRoutes.hideQuestion, {
  tag: "Inventory",
  summary: "Hide a question with its answer, if any; the buyer who asked sees the reason",
  access: "staff",
  permission: "auctions",
  params: question,
  body: z.object({ reason: text(3, 500) }),
  response: done,
  errors: [404, 409],
});

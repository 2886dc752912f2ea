import { mark } from "@gavelyard/messages/text";
import type { MailDefinition } from "./mail-placeholders.ts";

const askedThis = mark("You're receiving this email because you asked this question.");

/** Default texts of emails about questions on units (D64). */
export const questionMailTexts = {
  QUESTION_ANSWERED: {
    group: "Bidding",
    title: mark("Question answered, or the answer corrected"),
    subject: mark("{news}: {unit}"),
    body: mark(
      "Hello {name},\n\n{news} about {unit}.\n\nQuestion: {question}\n\nAnswer: {answer}\n\nEveryone can read both on the unit's page. Other buyers don't see who asked.",
    ),
    placeholders: ["name", "unit", "news", "question", "answer"],
    action: mark("View unit"),
    reason: askedThis,
  },
  QUESTION_ENDED: {
    group: "Bidding",
    title: mark("Question hidden, or not answered in time"),
    subject: mark("{news}: {unit}"),
    body: mark(
      "Hello {name},\n\n{news}. You asked about {unit}:\n\n{question}\n\nReason: {reason}",
    ),
    placeholders: ["name", "unit", "news", "question", "reason"],
    action: mark("View unit"),
    reason: askedThis,
  },
  NEW_ANSWERS: {
    group: "Bidding",
    title: mark("New answers about a lot"),
    subject: mark("{answered}: {unit}"),
    body: mark("Hello {name},\n\n{answered} about {unit}:\n\n{answers}"),
    placeholders: ["name", "unit", "answered", "answers"],
    action: mark("View all answers"),
    reason: mark(
      "You're receiving this email because you bid on this lot or watch it. You can turn these emails off in your profile.",
    ),
  },
} as const satisfies Readonly<Record<string, MailDefinition>>;

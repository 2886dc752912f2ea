import { mark, plural, say, t } from "@gavelyard/messages/text";
import type { Letter } from "./letter.ts";
import type { MailContent } from "../jobs/mail-content.ts";
import { wordedLetter, type MailTexts } from "./worded-letter.ts";

type QuestionContent = Extract<
  MailContent,
  { kind: "QUESTION_ANSWERED" | "QUESTION_ENDED" | "NEW_ANSWERS" }
>;

const endings = {
  NOT_PUBLISHED: mark("We didn't publish your question"),
  HIDDEN: mark("We no longer show your question"),
  CLOSED: mark("We couldn't answer your question in time"),
} as const;

/** Writes the emails about questions on units (D64). */
export function questionLetter(
  content: QuestionContent,
  siteUrl: string,
  texts: MailTexts,
): Letter {
  const unit = { name: content.name, unit: content.title };
  const unitPage = { url: `${siteUrl}/truck/${content.inventoryId}#questions` };
  switch (content.kind) {
    case "QUESTION_ANSWERED": {
      const { question, answer, corrected } = content;
      const news = corrected
        ? t("We corrected our answer to your question")
        : t("We answered your question");
      return wordedLetter(
        texts,
        "QUESTION_ANSWERED",
        { ...unit, news, question, answer },
        unitPage,
      );
    }
    case "QUESTION_ENDED": {
      const { question, how, reason } = content;
      const values = { ...unit, news: say(endings[how]), question, reason: say(reason) };
      return wordedLetter(texts, "QUESTION_ENDED", values, unitPage);
    }
    case "NEW_ANSWERS": {
      const answers = content.answers
        .map(
          ({ question, answer, corrected }) =>
            `${question}\n${corrected ? t("Corrected: {answer}", { answer }) : answer}`,
        )
        .join("\n\n");
      const answered = plural(content.answers.length, "{n} new answer", "{n} new answers");
      return wordedLetter(texts, "NEW_ANSWERS", { ...unit, answered, answers }, unitPage);
    }
  }
}

import { plural, t } from "@gavelyard/messages/text";
import type { InventoryDetail } from "@gavelyard/contract/inventory/inventory";
import type { UnitQuestion } from "@gavelyard/contract/inventory/questions";
import { formatDate } from "@gavelyard/domain/time-zone";
import { unawaited } from "@gavelyard/domain/unawaited";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCall } from "../../api/api-context.ts";
import { useQuestions } from "../../realtime/use-live.ts";
import { Read } from "../../api/read.tsx";
import { Badge } from "../../ui/badge.tsx";
import { InBrowser } from "../../ui/page/in-browser.tsx";
import { later } from "../../ui/later.tsx";
import { questionsQuery } from "./api.ts";
import { when } from "../../ui/text/format.ts";

const AskPart = later(() => import("./ask-part.tsx"));

/** Questions shown at once; the others unfold. */
const SHOWN = 5;

/** Questions about a unit with our answers, which arrive live, and a form to ask (D64). */
export default function UnitQuestions({
  unit,
  closed,
}: {
  unit: InventoryDetail;
  closed: boolean;
}) {
  const { id, yard } = unit;
  const queries = useQueryClient();
  const options = questionsQuery(useCall(), id);
  const query = useQuery(options);
  useQuestions(id, () =>
    unawaited(queries.invalidateQueries({ queryKey: options.queryKey, exact: true })),
  );
  const isOpen = query.data?.open === true && !closed;
  if (query.data?.questions.length === 0 && !isOpen) return null;
  return (
    <section id="questions" aria-labelledby="questions-title" className="scroll-mt-24">
      <h2 id="questions-title" className="mb-2">
        {t("Questions and answers")}
      </h2>
      <Read query={query} failure={t("Couldn't load the questions.")} className="h-24">
        {({ questions }) => <Answered questions={questions} zone={yard.timeZone} />}
      </Read>
      {isOpen ? (
        <div className="mt-4 min-h-11 print:hidden">
          <InBrowser>
            <AskPart unit={unit} />
          </InBrowser>
        </div>
      ) : null}
    </section>
  );
}

function Answered({ questions, zone }: { questions: readonly UnitQuestion[]; zone: string }) {
  const more = questions.slice(SHOWN);
  const lines = (shown: readonly UnitQuestion[]) => (
    <ul>
      {shown.map((question) => (
        <Line key={question.id} question={question} zone={zone} />
      ))}
    </ul>
  );
  return (
    <>
      <p aria-live="polite" className="text-soft">
        {questions.length === 0
          ? t("No answers yet. Ask what the pictures and the report don't tell you.")
          : plural(questions.length, "{n} answered question", "{n} answered questions")}
      </p>
      {lines(questions.slice(0, SHOWN))}
      {more.length === 0 ? null : (
        <details>
          <summary className="min-h-11 cursor-pointer py-2 font-semibold">
            {t("Show {n} more", { n: more.length })}
          </summary>
          {lines(more)}
        </details>
      )}
    </>
  );
}

function Line({ question, zone }: { question: UnitQuestion; zone: string }) {
  const before = question.answers.slice(0, -1);
  const [answer] = question.answers.slice(-1);
  if (answer === undefined) return null;
  return (
    <li className="border-b border-line py-4 last:border-0">
      <p className="max-w-[70ch] font-semibold wrap-anywhere">{question.question}</p>
      <p className="text-sm text-soft">
        {t("A buyer asked on {day}", { day: formatDate(question.askedAt, zone) })}
      </p>
      <p className="mt-2 max-w-[70ch] whitespace-pre-line wrap-anywhere">{answer.answer}</p>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
        {before.length === 0
          ? t("Answered {time}", { time: when(answer.at, zone) })
          : t("Corrected {time}", { time: when(answer.at, zone) })}
        {question.earlier ? <Badge>{t("From an earlier auction")}</Badge> : null}
      </p>
      {before.length === 0 ? null : (
        <details className="text-sm">
          <summary className="min-h-11 cursor-pointer py-3">{t("What we answered before")}</summary>
          <ul className="grid gap-2 border-l-2 border-line pl-3">
            {before.map(({ answer: text, at }) => (
              <li key={at} className="max-w-[70ch]">
                <p className="whitespace-pre-line wrap-anywhere">{text}</p>
                <p className="text-soft">{when(at, zone)}</p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

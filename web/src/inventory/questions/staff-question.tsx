import type { StaffQuestion } from "@gavelyard/contract/inventory/questions";
import { MAX_WORDINGS } from "@gavelyard/domain/inventory/questions";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { t } from "@gavelyard/messages/text";
import { useState, type FormEvent, type ReactNode } from "react";
import { Link } from "../../ui/page/router.tsx";
import { browserZone } from "../../clock.ts";
import { useAction } from "../../api/use-action.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ActionButton } from "../../api/action-button.tsx";
import { TextArea } from "../../ui/form/field.tsx";
import { words } from "../../ui/text/format.ts";

const tones: Partial<Record<StaffQuestion["status"], BadgeTone>> = {
  OPEN: "attention",
  ANSWERED: "winning",
};

export function StaffQuestionLine({
  question,
  named,
}: {
  question: StaffQuestion;
  named: boolean;
}) {
  const { id, inventoryId, status, asker, answers, closesAt, timeZone } = question;
  const zone = browserZone();
  return (
    <li className="border-b border-line py-4 last:border-0">
      {named ? (
        <p className="flex flex-wrap items-center gap-x-3">
          <Link
            to={`?tab=inventory&unit=${inventoryId}`}
            className="inline-flex min-h-11 items-center font-semibold"
          >
            {question.title}
          </Link>
          <span className="code text-soft">{question.stockNumber}</span>
        </p>
      ) : null}
      <p className="max-w-[70ch] text-lg wrap-anywhere">{question.question}</p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
        <Badge tone={tones[status] ?? "neutral"}>{words(status)}</Badge>
        <span>
          {asker === null ? (
            t("A closed account")
          ) : (
            <Link to={`?tab=users&user=${asker.id}`} className="inline-flex min-h-6 items-center">
              {asker.name}
            </Link>
          )}
          , {formatDateTime(question.askedAt, zone)}
        </span>
        {closesAt === null ? null : (
          <span>
            {t("Bidding closes {closesAt}", {
              closesAt: formatDateTime(closesAt, timeZone ?? zone),
            })}
          </span>
        )}
      </p>
      {answers.map(({ answer, at, by }, index) => (
        <div key={at} className="mt-2 border-l-2 border-line pl-3">
          <p className="max-w-[70ch] whitespace-pre-line wrap-anywhere">{answer}</p>
          <p className="text-sm text-soft">
            {index === 0
              ? t("Answered by {name}, {time}", { name: by, time: formatDateTime(at, zone) })
              : t("Corrected by {name}, {time}", { name: by, time: formatDateTime(at, zone) })}
          </p>
        </div>
      ))}
      {question.reason === null ? null : (
        <p className="mt-2 max-w-[70ch]">
          {t("Hidden by {hiddenBy}. Reason: {reason}", {
            hiddenBy: question.hiddenBy ?? t("Unknown"),
            reason: question.reason,
          })}
        </p>
      )}
      {status === "CLOSED" ? (
        <p className="mt-2 text-soft">
          {t("Bidding closed before it was answered. We told the buyer who asked.")}
        </p>
      ) : null}
      {status === "OPEN" || status === "ANSWERED" ? (
        <AnswerForm key={answers.length} question={question}>
          <ActionButton
            label={t("Hide question")}
            title={t("Hide this question?")}
            confirmLabel={t("Hide question")}
            tone="danger"
            reason
            act={(call, reason) =>
              call("hideQuestion", { params: { id: String(id) }, body: { reason } })
            }
            done={t("Question hidden")}
            failed={t("Couldn't hide the question.")}
            refresh={[["staff"], ["inventories", inventoryId]]}
          >
            {status === "OPEN"
              ? t("It won't be published. The buyer who asked gets an email with your reason.")
              : t(
                  "Buyers will no longer see it or its answer. The buyer who asked gets an email with your reason.",
                )}
          </ActionButton>
        </AnswerForm>
      ) : null}
    </li>
  );
}

/** Form for the answer, or for its correction once staff choose to; `children` are more buttons. */
function AnswerForm({
  question: { id, inventoryId, answers, open },
  children,
}: {
  question: StaffQuestion;
  children: ReactNode;
}) {
  const isFirst = answers.length === 0;
  const [writing, setWriting] = useState(isFirst);
  const [answer, setAnswer] = useState(answers.at(-1)?.answer ?? "");
  const [fault, setFault] = useState<string>();
  const publish = useAction(
    (call) =>
      call("answerQuestion", {
        params: { id: String(id) },
        body: { answer, seen: answers.length },
      }),
    {
      done: isFirst ? t("Answer published") : t("Answer corrected"),
      failed: t("Couldn't publish the answer."),
      refresh: [["staff"], ["inventories", inventoryId]],
    },
  );
  const mayWrite = open && answers.length < MAX_WORDINGS;
  if (!mayWrite || !writing) {
    return (
      <div className="mt-3 flex flex-wrap gap-2">
        {mayWrite ? <Button onClick={() => setWriting(true)}>{t("Correct answer")}</Button> : null}
        {children}
      </div>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (answer.trim() === "") return setFault(t("Enter an answer"));
    if (answer.trim() === answers.at(-1)?.answer) return setFault(t("Change the answer first"));
    return publish.mutate(null);
  };
  return (
    <form className="mt-3 grid max-w-[70ch] gap-3" onSubmit={submit} noValidate>
      <TextArea
        label={isFirst ? t("Answer") : t("Corrected answer")}
        hint={
          isFirst
            ? t("Everyone can read it. Say what you checked, and when.")
            : t("Buyers see that it was corrected, and what it said before.")
        }
        rows={3}
        maxLength={2_000}
        value={answer}
        error={fault}
        onChange={(event) => {
          setAnswer(event.target.value);
          setFault(undefined);
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="primary" busy={publish.isPending}>
          {isFirst ? t("Publish answer") : t("Correct answer")}
        </Button>
        {isFirst ? null : <Button onClick={() => setWriting(false)}>{t("Cancel")}</Button>}
        {children}
      </div>
    </form>
  );
}

import { t } from "@gavelyard/messages/text";
import type { InventoryDetail } from "@gavelyard/contract/inventory/inventory";
import type { OwnQuestion } from "@gavelyard/contract/inventory/questions";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation } from "../../ui/page/router.tsx";
import { useCall } from "../../api/api-context.ts";
import { keepIntent, takeIntent } from "../../session/intent.ts";
import { withReturn } from "../../session/return-to.ts";
import { useSession } from "../../session/session.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { later } from "../../ui/later.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { ownQuestionsQuery } from "./api.ts";

const AskForm = later(() => import("./ask-form.tsx"), <Skeleton className="h-56" />);

/** Visitors sign in to ask, customers ask, staff answer. */
export default function AskPart({ unit }: { unit: Pick<InventoryDetail, "id" | "name"> }) {
  const session = useSession();
  const { pathname } = useLocation();
  if (session === null) {
    return (
      <LinkButton
        to={withReturn("/login", `${pathname}#questions`)}
        onClick={() => keepIntent("ask", unit.id)}
      >
        {t("Sign in to ask a question")}
      </LinkButton>
    );
  }
  if (session.userRole !== "ROLE_CUSTOMER") {
    return (
      <LinkButton to={`/admin-dashboard?tab=questions&unit=${unit.id}`}>
        {t("Answer questions")}
      </LinkButton>
    );
  }
  return <CustomersPart unit={unit} />;
}

function CustomersPart({ unit }: { unit: Pick<InventoryDetail, "id" | "name"> }) {
  const [writing, setWriting] = useState(false);
  useEffect(() => {
    if (takeIntent("ask", unit.id)) setWriting(true);
  }, [unit.id]);
  const ownQuestions = useQuery(ownQuestionsQuery(useCall(), unit.id)).data ?? [];
  const unanswered = ownQuestions.filter(({ status }) => status !== "ANSWERED");
  return (
    <>
      {writing ? (
        <AskForm unit={unit} onDone={() => setWriting(false)} />
      ) : (
        <Button onClick={() => setWriting(true)}>{t("Ask a question")}</Button>
      )}
      {unanswered.length === 0 ? null : (
        <section aria-label={t("Your questions")} className="mt-4">
          <h3 className="mb-1 font-bold">{t("Your questions")}</h3>
          <ul>
            {unanswered.map((question) => (
              <OwnQuestionLine key={question.id} question={question} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function OwnQuestionLine({ question: { question, status, reason } }: { question: OwnQuestion }) {
  return (
    <li className="border-b border-line py-2 last:border-0">
      <p className="max-w-[70ch] wrap-anywhere">{question}</p>
      <p className="text-sm text-soft">
        {status === "OPEN"
          ? t("Waiting for our answer. Only you and our staff see it until then.")
          : status === "HIDDEN"
            ? t("Not shown. Reason: {reason}", { reason: reason ?? "" })
            : t("Not answered before bidding closed.")}
      </p>
    </li>
  );
}

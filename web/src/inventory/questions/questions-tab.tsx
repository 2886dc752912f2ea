import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useCall } from "../../api/api-context.ts";
import { Read } from "../../api/read.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { Choices } from "../../ui/form/choices.tsx";
import { Pagination } from "../../ui/list/pagination.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { numberOf, useAddress } from "../../ui/page/use-address.ts";
import { staffQuestionsQuery } from "./api.ts";
import { StaffQuestionLine } from "./staff-question.tsx";

const kinds = [
  ["OPEN", t("Open [questions]")],
  ["ANSWERED", t("Answered")],
  ["HIDDEN", t("Hidden")],
  ["CLOSED", t("Closed [questions]")],
] as const;

const empty = {
  OPEN: t("No open questions"),
  ANSWERED: t("No answered questions yet"),
  HIDDEN: t("No hidden questions"),
  CLOSED: t("No unanswered questions"),
} as const;

export default function QuestionsTab() {
  const address = useAddress();
  const page = numberOf(address.get("page")) ?? 0;
  const id = address.get("question");
  const unit = address.get("unit");
  const one = id !== "" || unit !== "";
  const [kind] = kinds.find(([value]) => value === address.get("status")) ?? kinds[0];
  const query = useQuery(
    staffQuestionsQuery(useCall(), {
      page: String(page),
      ...(id === "" ? {} : { id }),
      ...(unit === "" ? {} : { unit }),
      ...(one ? {} : { status: kind }),
    }),
  );
  return (
    <>
      {one ? (
        <LinkButton to={address.to({ question: null, unit: null, page: null })} className="mb-4">
          <ArrowLeft aria-hidden className="size-4" /> {t("All questions")}
        </LinkButton>
      ) : (
        <Choices
          label={t("Status")}
          options={kinds}
          chosen={kind}
          to={(value) => address.to({ status: value, page: null })}
        />
      )}
      <Read query={query} failure={t("Couldn't load the questions.")} className="h-96">
        {({ content, number, totalPages }) =>
          content.length === 0 ? (
            <EmptyState title={one ? t("No questions found") : empty[kind]}>
              {t("Buyers can ask on a unit's page until bidding closes.")}
            </EmptyState>
          ) : (
            <>
              <ul aria-label={t("Questions")}>
                {content.map((question) => (
                  <StaffQuestionLine key={question.id} question={question} named />
                ))}
              </ul>
              <Pagination page={number} totalPages={totalPages} linkTo={address.toPage} />
            </>
          )
        }
      </Read>
    </>
  );
}

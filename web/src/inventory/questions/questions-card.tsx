import { t, plural } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { Link } from "../../ui/page/router.tsx";
import { useCall } from "../../api/api-context.ts";
import { Read } from "../../api/read.tsx";
import { Card } from "../../ui/card.tsx";
import { staffQuestionsQuery } from "./api.ts";
import { StaffQuestionLine } from "./staff-question.tsx";

export function QuestionsCard({ id }: { id: number }) {
  const query = useQuery(staffQuestionsQuery(useCall(), { unit: String(id) }));
  return (
    <Card title={t("Questions")}>
      <Read query={query} failure={t("Couldn't load the questions.")} className="h-24">
        {({ content, totalElements }) =>
          content.length === 0 ? (
            <p className="text-soft">{t("No questions yet")}</p>
          ) : (
            <>
              <ul aria-label={t("Questions")}>
                {content.map((question) => (
                  <StaffQuestionLine key={question.id} question={question} named={false} />
                ))}
              </ul>
              {totalElements > content.length ? (
                <Link
                  to={`?tab=questions&unit=${id}`}
                  className="inline-flex min-h-11 items-center font-semibold"
                >
                  {t("All {totalElements}", {
                    totalElements: plural(totalElements, "{n} question", "{n} questions"),
                  })}
                </Link>
              ) : null}
            </>
          )
        }
      </Read>
    </Card>
  );
}

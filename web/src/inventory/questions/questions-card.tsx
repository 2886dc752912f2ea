import { counted } from "@gavelyard/domain/counted";
import { useQuery } from "@tanstack/react-query";
import { Link } from "../../ui/router.tsx";
import { useCall } from "../../api/api-context.ts";
import { Read } from "../../session/read.tsx";
import { Card } from "../../ui/card.tsx";
import { staffQuestionsQuery } from "./api.ts";
import { StaffQuestionLine } from "./staff-question.tsx";

/** The latest questions about a unit, on the page where staff edit it. */
export function QuestionsCard({ id }: { id: number }) {
  const query = useQuery(staffQuestionsQuery(useCall(), { unit: String(id) }));
  return (
    <Card title="Questions">
      <Read query={query} failure="Couldn't load the questions." className="h-24">
        {({ content, totalElements }) =>
          content.length === 0 ? (
            <p className="text-soft">No questions yet</p>
          ) : (
            <>
              <ul aria-label="Questions">
                {content.map((question) => (
                  <StaffQuestionLine key={question.id} question={question} named={false} />
                ))}
              </ul>
              {totalElements > content.length ? (
                <Link
                  to={`?tab=questions&unit=${id}`}
                  className="inline-flex min-h-11 items-center font-semibold"
                >
                  All {counted(totalElements, "question")}
                </Link>
              ) : null}
            </>
          )
        }
      </Read>
    </Card>
  );
}

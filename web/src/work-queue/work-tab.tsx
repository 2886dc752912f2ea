import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { Read } from "../api/read.tsx";
import { Card } from "../ui/card.tsx";
import { count } from "../ui/text/format.ts";
import { EmptyState } from "../ui/states.tsx";
import { workQuery } from "./api.ts";
import { itemPath, queueTabs, queueTitles } from "./queue-tabs.ts";
import { Link } from "../ui/page/router.tsx";

const forAdministrators: ReadonlySet<string> = new Set([
  "BACKUPS",
  "SECURITY",
  "BANK_DETAILS",
  "LIMIT_DECISIONS",
]);

export default function WorkTab({ admin }: { admin: boolean }) {
  const query = useQuery(workQuery(useCall()));
  return (
    <Read query={query} failure={t("Couldn't load the work queue.")} className="h-96">
      {({ queues: all }) => {
        const shown = all.filter(
          ({ name, count: waiting }) => waiting > 0 && (admin || !forAdministrators.has(name)),
        );
        if (shown.length === 0) {
          return (
            <EmptyState title={t("You're all caught up")}>
              {t("New requests, closed lots and leads appear here automatically.")}
            </EmptyState>
          );
        }
        return (
          <div className="grid gap-4 lg:grid-cols-2">
            {shown.map(({ name, count: waiting, next }) => (
              <Card
                key={name}
                title={queueTitles[name]}
                action={<span className="figures text-lg font-bold">{count(waiting)}</span>}
              >
                <ul>
                  {next.map((item) => (
                    <li key={item.path + item.title} className="border-b border-line last:border-0">
                      <Link
                        to={itemPath(name, item.path)}
                        className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 py-1 text-ink"
                      >
                        <span className="font-semibold">{item.title}</span>
                        <span className="text-sm text-soft">{item.detail}</span>
                      </Link>
                    </li>
                  ))}
                </ul>
                {waiting > next.length ? (
                  <Link
                    to={`?tab=${queueTabs[name]}`}
                    className="inline-flex min-h-11 items-center font-semibold"
                  >
                    {t("All {number}", { number: count(waiting) })}
                  </Link>
                ) : null}
              </Card>
            ))}
          </div>
        );
      }}
    </Read>
  );
}

import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { workQuery } from "../work-queue/api.ts";
import { queueTabs } from "../work-queue/queue-tabs.ts";
import { DensitySwitch } from "../ui/list/density-switch.tsx";
import { count } from "../ui/text/format.ts";
import { Link, navigate } from "../ui/page/router.tsx";
import { staffGroups, staffTabsFor, type staffTabs, type Viewer } from "./staff-tabs.ts";

type Tab = (typeof staffTabs)[number];

/** The parts of the dashboard in groups, each with how many things wait in it. */
export function StaffNav({ chosen, viewer }: { chosen: Tab; viewer: Viewer }) {
  const tabs = staffTabsFor(viewer);
  const queues = useQuery(workQuery(useCall())).data?.queues ?? [];
  const waiting = (tab: Tab) =>
    queues
      .filter(({ name }) => queueTabs[name].split("&")[0] === tab.value)
      .reduce((sum, queue) => sum + queue.count, 0);
  // A select shows its first option for a value that it doesn't have.
  const offered: readonly Tab[] = tabs.includes(chosen) ? tabs : [chosen, ...tabs];
  const groups = Object.entries(staffGroups).flatMap(([group, title]) => {
    const inGroup = offered.filter((tab) => tab.group === group);
    return inGroup.length === 0 ? [] : [{ title, tabs: inGroup }];
  });
  return (
    <nav aria-label={t("Staff")} className="lg:sticky lg:top-4 lg:self-start">
      <select
        aria-label={t("Page")}
        className="min-h-11 w-full rounded-md border border-line bg-sheet px-3 font-semibold lg:hidden"
        value={chosen.value}
        onChange={(event) => navigate(`?tab=${event.target.value}`)}
      >
        {groups.map((group) => (
          <optgroup key={group.title} label={group.title}>
            {group.tabs.map(({ value, title }) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <div className="hidden lg:block">
        {groups.map((group) => (
          <section key={group.title} aria-label={group.title} className="mb-3">
            <p aria-hidden className="px-3 text-xs font-semibold text-soft">
              {group.title}
            </p>
            <ul>
              {group.tabs
                .filter((tab) => tabs.includes(tab))
                .map((tab) => (
                  <li key={tab.value}>
                    <Link
                      to={`?tab=${tab.value}`}
                      aria-current={tab === chosen ? "page" : undefined}
                      className="flex min-h-8 items-center justify-between gap-2 rounded-md border-l-4 border-transparent px-3 font-semibold text-ink no-underline hover:bg-sunken aria-[current]:border-ink aria-[current]:bg-sunken aria-[current]:font-bold"
                    >
                      {tab.title}
                      {waiting(tab) === 0 ? null : (
                        <span className="figures text-sm font-normal text-soft">
                          {count(waiting(tab))}
                        </span>
                      )}
                    </Link>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
      <div className="mt-4 hidden px-3 lg:block">
        <DensitySwitch />
      </div>
    </nav>
  );
}

import { t } from "@gavelyard/messages/text";
import { DensitySwitch } from "../ui/list/density-switch.tsx";
import { staffTabsFor, type staffTabs, type Viewer } from "./staff-tabs.ts";
import { Link, navigate } from "../ui/page/router.tsx";

export function StaffNav({
  chosen,
  viewer,
}: {
  chosen: (typeof staffTabs)[number];
  viewer: Viewer;
}) {
  const tabs = staffTabsFor(viewer);
  return (
    <nav aria-label={t("Staff")} className="lg:sticky lg:top-4 lg:self-start">
      <select
        aria-label={t("Page")}
        className="min-h-11 w-full rounded-md border border-line bg-sheet px-3 font-semibold lg:hidden"
        value={chosen.value}
        onChange={(event) => navigate(`?tab=${event.target.value}`)}
      >
        {/* A select shows its first option for a value that it doesn't have. */}
        {(tabs.includes(chosen) ? tabs : [chosen, ...tabs]).map(({ value, title }) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </select>
      <ul className="hidden lg:block">
        {tabs.map(({ value, title }) => (
          <li key={value}>
            <Link
              to={`?tab=${value}`}
              aria-current={value === chosen.value ? "page" : undefined}
              className="flex min-h-10 items-center rounded-md border-l-4 border-transparent px-3 font-semibold text-ink no-underline hover:bg-sunken aria-[current]:border-amber aria-[current]:bg-sunken"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
      <div className="mt-4 hidden px-3 lg:block">
        <DensitySwitch />
      </div>
    </nav>
  );
}

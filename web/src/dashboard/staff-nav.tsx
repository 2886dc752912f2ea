import { t } from "@gavelyard/messages/text";
import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "../ui/button.tsx";
import { DensitySwitch } from "../ui/density-switch.tsx";
import { staffTabsFor, type staffTabs, type Viewer } from "./staff-tabs.ts";
import { later } from "../ui/later.tsx";
import { Link, navigate } from "../ui/router.tsx";

const CommandPalette = later(() => import("./command-palette.tsx"));

/** Navigation of the admin dashboard: a sidebar, or a select on phones. */
export function StaffNav({
  chosen,
  viewer,
}: {
  chosen: (typeof staffTabs)[number];
  viewer: Viewer;
}) {
  const tabs = staffTabsFor(viewer);
  const [searching, setSearching] = useState(false);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setSearching(true);
    };
    window.addEventListener("keydown", open);
    return () => window.removeEventListener("keydown", open);
  }, []);
  return (
    <nav aria-label={t("Staff")} className="lg:sticky lg:top-4 lg:self-start">
      <Button
        className="mb-2 w-full justify-start text-soft"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        onClick={() => setSearching(true)}
      >
        <Search aria-hidden className="size-4" /> {t("Jump to")}
        <kbd className="figures ml-auto text-sm max-lg:hidden">{t("Ctrl K")}</kbd>
      </Button>
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
      {searching ? <CommandPalette viewer={viewer} onClose={() => setSearching(false)} /> : null}
    </nav>
  );
}

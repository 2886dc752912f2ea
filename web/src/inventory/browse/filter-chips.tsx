import { t } from "@gavelyard/messages/text";
import { X } from "lucide-react";
import { useSearch } from "../../ui/page/router.tsx";
import { chosenFilters } from "./filter-labels.ts";

/** The chosen filters, each with a button that removes it. */
export default function FilterChips() {
  const [search, setSearch] = useSearch();
  const chosen = chosenFilters(search);
  if (chosen.length === 0) return null;
  return (
    <ul aria-label={t("Chosen filters")} className="mb-4 flex flex-wrap gap-2">
      {chosen.map(({ label, remove }) => (
        <li key={label}>
          <button
            type="button"
            aria-label={t("Remove filter: {label}", { label })}
            className="inline-flex min-h-11 items-center gap-1 rounded-md border border-line bg-sunken px-3 text-sm font-semibold lg:min-h-9"
            onClick={() => setSearch(remove)}
          >
            {label} <X aria-hidden className="size-4" />
          </button>
        </li>
      ))}
    </ul>
  );
}

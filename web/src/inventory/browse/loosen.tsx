import { plural, t } from "@gavelyard/messages/text";
import { useQueries } from "@tanstack/react-query";
import { useCall } from "../../api/api-context.ts";
import { Button } from "../../ui/button.tsx";
import { useSearch } from "../../ui/page/router.tsx";
import { filterQuery } from "../api.ts";
import { chosenFilters } from "./filter-labels.ts";
import { filterOf } from "./filter-url.ts";

/** For a search without results: what each filter hides, most units first. */
export default function Loosen() {
  const call = useCall();
  const [search, setSearch] = useSearch();
  const chosen = chosenFilters(search);
  const counts = useQueries({
    queries: chosen.map(({ remove }) => {
      const looser = new URLSearchParams(search);
      looser.delete("page");
      remove(looser);
      return filterQuery(call, { ...filterOf(looser), size: 1 });
    }),
  });
  const helpful = chosen
    .map((filter, at) => {
      const { data, isPlaceholderData = true } = counts[at] ?? {};
      return { ...filter, units: isPlaceholderData ? 0 : (data?.totalElements ?? 0) };
    })
    .filter(({ units }) => units > 0)
    .toSorted((one, other) => other.units - one.units);
  if (helpful.length === 0) return null;
  return (
    <ul aria-label={t("What to leave out")} className="mt-3 flex flex-wrap justify-center gap-2">
      {helpful.map(({ label, remove, units }) => (
        <li key={label}>
          <Button onClick={() => setSearch(remove)}>
            {t("Without {label}: {units}", {
              label,
              units: plural(units, "{n} unit", "{n} units"),
            })}
          </Button>
        </li>
      ))}
    </ul>
  );
}

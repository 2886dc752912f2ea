import { addressOf } from "@gavelyard/contract/inventory/filter-address";
import type { Facets } from "@gavelyard/contract/inventory/inventory-filter";
import { unawaited } from "@gavelyard/domain/unawaited";
import { plural, t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { LayoutGrid, List, SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { useCall } from "../../api/api-context.ts";
import { messageOf } from "../../api/messages.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Pagination } from "../../ui/list/pagination.tsx";
import { SearchField } from "../../ui/form/search-field.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states.tsx";
import { filterQuery } from "../api.ts";
import { InBrowser } from "../../ui/page/in-browser.tsx";
import { useSearch } from "../../ui/page/router.tsx";
import { filterOf, listViews, sorts, viewOf } from "./filter-url.ts";
import { SavedSearchesButton } from "../../saved-searches/saved-searches-button.tsx";
import { UnitGrid } from "./unit-card.tsx";
import { usePollWhileAway } from "../../realtime/prices.ts";
import { Head } from "../../site/head.tsx";
import { atOnce, later } from "../../ui/later.tsx";

// The server renders it; phones hide it, and desktops need its script after the list's.
const FacetPanel = import.meta.env.SSR
  ? atOnce((await import("./facet-panel.tsx")).default)
  : later(() => import("./facet-panel.tsx"));
const FilterChips = import.meta.env.SSR
  ? atOnce((await import("./filter-chips.tsx")).default)
  : later(() => import("./filter-chips.tsx"));
const Loosen = later(() => import("./loosen.tsx"));
const FilterSheet = later(() => import("./filter-sheet.tsx"));

/** All published units; search, filters, sort order and page are in the address. */
export function Component() {
  const [search, setSearch] = useSearch();
  const filter = filterOf(search);
  const refetchInterval = usePollWhileAway();
  const query = useQuery({ ...filterQuery(useCall(), filter), refetchInterval });
  const { page: _page, size: _size, ...narrowing } = filter;
  const isNarrowed = Object.keys(narrowing).some((field) => field !== "sort");
  const { data, error, isPlaceholderData } = query;
  return (
    <>
      <Head
        title={t("Vehicles, trucks and equipment at auction | Gavelyard")}
        description={t(
          "Search tractors, trucks, trailers, vehicles and equipment in live and upcoming auctions.",
        )}
      />
      <h1 className="mb-4">{t("Vehicles, trucks and equipment")}</h1>
      <div className="grid gap-6 lg:grid-cols-[17rem_1fr]">
        <aside aria-label={t("Filters")} className="hidden lg:block">
          <FacetPanel facets={data?.facets} />
        </aside>
        <section aria-label={t("Results")} aria-busy={query.isFetching}>
          <SearchField
            label={t("Make, model, year, stock number or VIN")}
            value={search.get("q") ?? ""}
            onSearch={(q) =>
              setSearch((now) => {
                if (q === "") now.delete("q");
                else now.set("q", q);
                now.delete("page");
              })
            }
          />
          <div className="my-4 flex flex-wrap items-center gap-3">
            <p aria-live="polite" className="mr-auto">
              {data === undefined
                ? t("Searching")
                : plural(data.totalElements, "{n} unit", "{n} units")}
            </p>
            <label className="flex items-center gap-2 max-sm:min-w-0 max-sm:grow max-sm:basis-32">
              <span className="text-sm text-soft max-sm:sr-only">{t("Sort")}</span>
              <select
                className="min-h-11 rounded-md border border-line bg-sheet px-2 max-sm:w-full"
                value={search.get("sort") ?? "CLOSING_SOON"}
                onChange={(event) =>
                  setSearch((now) => {
                    now.set("sort", event.target.value);
                    now.delete("page");
                  })
                }
              >
                {Object.entries(sorts)
                  .filter(([value]) => value !== "NEAREST" || search.has("zip"))
                  .map(([value, label]) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
              </select>
            </label>
            <ViewSwitch />
            <FilterButton
              facets={data?.facets}
              total={isPlaceholderData ? undefined : data?.totalElements}
            />
            <SavedSearchesButton
              filter={isNarrowed ? narrowing : null}
              addressOf={addressOf}
              className="max-sm:grow"
            />
          </div>
          <FilterChips />
          {error !== null && data === undefined ? (
            <ErrorState
              message={messageOf(error, t("Couldn't load the list."))}
              onRetry={() => unawaited(query.refetch())}
            />
          ) : data === undefined ? (
            <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
              {[0, 1, 2, 3, 4, 5].map((index) => (
                <Skeleton key={index} className="h-80" />
              ))}
            </div>
          ) : data.content.length === 0 && data.totalElements > 0 ? (
            <EmptyState title={t("No units on this page")}>
              <LinkButton to={addressOfPage(search, 0)}>{t("View first page")}</LinkButton>
            </EmptyState>
          ) : data.content.length === 0 ? (
            <EmptyState title={t("No results")}>
              {isNarrowed ? (
                <>
                  <p>
                    {t(
                      "Remove a filter above, or save this search: we'll email you when a unit matches.",
                    )}
                  </p>
                  <InBrowser>
                    <Loosen />
                  </InBrowser>
                  <LinkButton to="/vehicles" className="mt-3">
                    {t("View all vehicles")}
                  </LinkButton>
                </>
              ) : (
                t("No units are listed right now.")
              )}
            </EmptyState>
          ) : (
            <div className={isPlaceholderData ? "opacity-60" : ""}>
              <h2 className="sr-only">{t("Results")}</h2>
              <UnitGrid units={data.content} view={viewOf(search)} seenFirst />
              <Pagination
                page={data.number}
                totalPages={data.totalPages}
                linkTo={(page) => addressOfPage(search, page)}
              />
            </div>
          )}
        </section>
      </div>
    </>
  );
}

/** Returns the address of a page of the same list. */
function addressOfPage(search: URLSearchParams, page: number): string {
  const next = new URLSearchParams(search);
  next.set("page", String(page));
  return `?${next.toString()}`;
}

function ViewSwitch() {
  const [search, setSearch] = useSearch();
  const shown = viewOf(search);
  return (
    <div role="group" aria-label={t("View")} className="flex rounded-md border border-line">
      {listViews.map((view) => (
        <button
          key={view}
          type="button"
          aria-pressed={view === shown}
          aria-label={view === "grid" ? t("Grid") : t("List")}
          className="grid size-11 place-items-center text-soft aria-pressed:bg-sunken aria-pressed:text-ink"
          onClick={() =>
            setSearch(
              (now) => {
                if (view === listViews[0]) now.delete("view");
                else now.set("view", view);
              },
              { replace: true },
            )
          }
        >
          {view === "grid" ? (
            <LayoutGrid aria-hidden className="size-5" />
          ) : (
            <List aria-hidden className="size-5" />
          )}
        </button>
      ))}
    </div>
  );
}

function FilterButton({
  facets,
  total,
}: {
  facets: Facets | undefined;
  total: number | undefined;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        className="max-sm:grow lg:hidden"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <SlidersHorizontal aria-hidden className="size-4" /> {t("Filters")}
      </Button>
      {open ? <FilterSheet facets={facets} total={total} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

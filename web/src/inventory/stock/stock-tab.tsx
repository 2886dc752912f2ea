import type { InventoryCard } from "@gavelyard/contract/inventory/inventory";
import { inventoryStatuses, inventoryTypes } from "@gavelyard/contract/inventory/inventory-fields";
import {
  importParts,
  type ImportPart,
  type UnitTerms,
  type UnitViews,
} from "@gavelyard/contract/inventory/inventory-staff";
import { trendDays } from "@gavelyard/domain/figures";
import { plural, t } from "@gavelyard/messages/text";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { ArrowLeft, Camera, CaseSensitive, FileUp, Plus, SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { useCall } from "../../api/api-context.ts";
import { Read } from "../../api/read.tsx";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { DataTable, type Column } from "../../ui/list/data-table.tsx";
import { count, money, words } from "../../ui/text/format.ts";
import { Pagination } from "../../ui/list/pagination.tsx";
import { Picture } from "../../ui/picture.tsx";
import { SearchField } from "../../ui/form/search-field.tsx";
import { Trend } from "../../ui/text/sparkline.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { numberOf, useAddress } from "../../ui/page/use-address.ts";
import {
  filterDetailsQuery,
  importsQuery,
  stockQuery,
  unitTermsQuery,
  unitViewsQuery,
} from "../api.ts";
import { filterOf, filterFields, sorts } from "../browse/filter-url.ts";
import { ExportButton } from "../export-button.tsx";
import { chosenOf, nothing, sizeOf, withPage, type Selection } from "./selection.ts";
import { SellerField } from "./seller-field.tsx";
import { ActProgress, StockActions } from "./stock-actions.tsx";
import { TableViews } from "../../table-views/table-views.tsx";
import { TermCell, termFields } from "./term-cell.tsx";
import { later } from "../../ui/later.tsx";
import { Link, useSearch } from "../../ui/page/router.tsx";

const FilterSheet = later(() => import("../browse/filter-sheet.tsx"));
const ImportWizard = later(
  () => import("../imports/import-wizard.tsx"),
  <Skeleton className="h-96" />,
);
const SpellingsTable = later(
  () => import("../spellings/spellings-table.tsx"),
  <Skeleton className="h-96" />,
);
const UnitDesk = later(() => import("./unit-desk.tsx"), <Skeleton className="h-96" />);

const tones: Partial<Record<InventoryCard["status"], BadgeTone>> = {
  AVAILABLE: "winning",
  IN_AUCTION: "live",
  PENDING_DECISION: "outbid",
};

type Status = (typeof inventoryStatuses)[number];
const isStatus = (text: string): text is Status =>
  inventoryStatuses.some((status) => status === text);

export default function StockTab() {
  const address = useAddress();
  const open = address.get("unit");
  if (address.get("import") !== "") {
    return (
      <>
        <LinkButton to={address.to({ import: null, step: null })} className="mb-4">
          <ArrowLeft aria-hidden className="size-4" /> {t("All units")}
        </LinkButton>
        <h2 className="mb-4">{t("Import")}</h2>
        <ImportWizard />
      </>
    );
  }
  if (address.get("spellings") !== "") return <SpellingsTable />;
  if (open === "") return <StockTable />;
  return <UnitDesk key={open} unit={open} />;
}

function StockTable() {
  const address = useAddress();
  const [search] = useSearch();
  const status = address.get("status");
  const filter = {
    sort: "NEWEST" as const,
    ...filterOf(search),
    size: 25,
    ...(isStatus(status) ? { inventoryStatus: [status] } : {}),
    ...importOf(address),
    ...sellerOf(address),
  };
  const call = useCall();
  const query = useQuery(stockQuery(call, filter));
  const ids = query.data?.content.map(({ id }) => id) ?? [];
  const [selected, setSelected] = useState<Selection>(nothing);
  // "All that match" holds for the search on the screen.
  const isStale =
    selected.mode === "ALL" && JSON.stringify(selected.search) !== JSON.stringify(filter);
  const selection = isStale ? nothing : selected;
  const act = numberOf(address.get("act"));
  const views = useQuery(unitViewsQuery(call, ids));
  const columns = [...columnsWith(useQuery(unitTermsQuery(call, ids)).data), viewsColumn(views)];
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <LinkButton tone="primary" to={address.to({ unit: "new" })}>
          <Plus aria-hidden className="size-4" /> {t("New unit")}
        </LinkButton>
        <FilterButton />
        <LinkButton to={address.to({ import: 1 })}>
          <FileUp aria-hidden className="size-4" /> {t("Import")}
        </LinkButton>
        <LinkButton to="/yard">
          <Camera aria-hidden className="size-4" /> {t("Yard pictures")}
        </LinkButton>
        <LinkButton to={address.to({ spellings: 1 })}>
          <CaseSensitive aria-hidden className="size-4" /> {t("Spellings")}
        </LinkButton>
        <ExportButton search={filter} />
      </div>
      <div className="grid gap-3 md:flex md:flex-wrap">
        <div className="min-w-64 flex-1">
          <SearchField
            label={t("Make, model, year, stock number or VIN")}
            value={address.get("q")}
            onSearch={(q) => address.set({ q, page: null })}
          />
        </div>
        <Pick
          label={t("Status")}
          all={t("Any status")}
          value={status}
          options={inventoryStatuses.map((value) => [value, words(value)])}
          onPick={(value) => address.set({ status: value, page: null })}
        />
        <Pick
          label={t("Type")}
          all={t("Any type")}
          value={address.get("inventoryType")}
          options={inventoryTypes.map((value) => [value, words(value)])}
          onPick={(value) => address.set({ inventoryType: value, page: null })}
        />
        <ImportPick />
        <SellerField
          className="[&_label]:sr-only"
          label={t("Filter by seller")}
          placeholder={t("Any seller")}
          sellerId={address.get("seller")}
          onChange={(seller) => address.set({ seller, page: null })}
        />
        <Pick
          label={t("Sort")}
          value={address.get("sort") || "NEWEST"}
          options={Object.entries(sorts).filter(
            ([value]) => value !== "NEAREST" || search.has("zip"),
          )}
          onPick={(value) => address.set({ sort: value, page: null })}
        />
      </div>
      <Read query={query} failure={t("Couldn't load the units.")} className="mt-4 h-96">
        {({ content, totalElements, totalPages, number }) => (
          <>
            <div className="my-3 flex min-h-11 flex-wrap items-center gap-3">
              <p aria-live="polite" className="mr-auto text-soft">
                {sizeOf(selection) === 0
                  ? plural(totalElements, "{n} unit", "{n} units")
                  : t("{units}, {selected} selected", {
                      units: plural(totalElements, "{n} unit", "{n} units"),
                      selected: count(sizeOf(selection)),
                    })}
              </p>
              {totalPages < 2 || selection.mode === "ALL" ? null : (
                <Button
                  busy={query.isPlaceholderData}
                  onClick={() =>
                    setSelected({
                      mode: "ALL",
                      search: filter,
                      total: totalElements,
                      except: new Set(),
                    })
                  }
                >
                  {t("Select all {number} that match", { number: count(totalElements) })}
                </Button>
              )}
              {sizeOf(selection) === 0 ? null : (
                <Button tone="quiet" onClick={() => setSelected(nothing)}>
                  {t("Clear selection")}
                </Button>
              )}
              {sizeOf(selection) === 0 ? <TableViews table="inventory" columns={columns} /> : null}
              <StockActions
                selection={selection}
                onStart={({ id }) => {
                  setSelected(nothing);
                  address.set({ act: id });
                }}
              />
            </div>
            {act === null ? null : (
              <ActProgress
                key={act}
                id={act}
                onUndo={({ id }) => address.set({ act: id })}
                onClose={() => address.set({ act: null })}
              />
            )}
            <DataTable
              label={t("Units")}
              columns={columns}
              rows={content}
              keyOf={({ id }) => id}
              nameOf={({ name, stockNumber }) => `${name}, ${stockNumber}`}
              empty={t("No units match. Remove a filter or try another search.")}
              choice={{
                chosen: chosenOf(selection, ids),
                onChoose: (keys) => setSelected(withPage(selection, ids, keys)),
              }}
            />
            <Pagination page={number} totalPages={totalPages} linkTo={address.toPage} />
          </>
        )}
      </Read>
    </>
  );
}

/** Returns the filter by seller that the address has. */
function sellerOf(address: ReturnType<typeof useAddress>) {
  const sellerId = numberOf(address.get("seller"));
  return sellerId === null ? {} : { sellerId };
}

/** Returns the filter by import that the address has. */
function importOf(address: ReturnType<typeof useAddress>) {
  const importId = numberOf(address.get("importId"));
  const importPart = importParts.find((part) => part === address.get("importPart"));
  if (importId === null) return {};
  return importPart === undefined ? { importId } : { importId, importPart };
}

const partNames: Readonly<Record<ImportPart, string>> = {
  READY: t("ready to publish"),
  TO_MEND: t("to mend"),
};

/** Chooses an import, or a part of one, whose units the table shows. */
function ImportPick() {
  const address = useAddress();
  const { data } = useQuery(importsQuery(useCall(), 0));
  const { importId, importPart } = importOf(address);
  const done = data?.content.filter(({ state }) => state === "DONE") ?? [];
  const options = done.map(({ id, fileName }): [string, string] => [
    String(id),
    t("Import {id}, {fileName}", { id, fileName }),
  ]);
  if (importId !== undefined && done.every(({ id }) => id !== importId))
    options.unshift([String(importId), t("Import {id}", { id: importId })]);
  if (options.length === 0) return null;
  if (importId !== undefined && importPart !== undefined)
    options.unshift([
      `${importId} ${importPart}`,
      t("Import {id}, {part}", { id: importId, part: partNames[importPart] }),
    ]);
  const value = [importId, importPart].filter((part) => part !== undefined).join(" ");
  return (
    <Pick
      label={t("Import")}
      all={t("Any import")}
      value={value}
      options={options}
      onPick={(chosen) => {
        const [id = "", part = ""] = chosen.split(" ");
        address.set({ importId: id, importPart: part, page: null });
      }}
    />
  );
}

const columnsWith = (terms: readonly UnitTerms[] | undefined): readonly Column<InventoryCard>[] => {
  const termsOf = (unit: InventoryCard) => terms?.find(({ id }) => id === unit.id);
  return [
    {
      id: "picture",
      name: t("Picture"),
      render: ({ images }) => (
        <Picture image={images[0]} sizes="72px" className="w-18 rounded-md" />
      ),
    },
    {
      id: "stock",
      name: t("Stock number"),
      render: ({ stockNumber }) => <span className="code">{stockNumber}</span>,
    },
    { name: t("Unit"), wide: true, render: (unit) => <UnitLink unit={unit} /> },
    {
      id: "yard",
      name: t("Yard"),
      render: (unit) => (
        <TermCell unit={unit} terms={termsOf(unit)} field="yardId" shown={unit.location} />
      ),
    },
    {
      id: "status",
      name: t("Status"),
      render: ({ status }) => <Badge tone={tones[status] ?? "neutral"}>{words(status)}</Badge>,
    },
    {
      id: "auction",
      name: t("Auction"),
      render: ({ lot }) =>
        lot === null ? (
          ""
        ) : (
          <Link
            to={`?tab=auctions&auction=${lot.auctionId}`}
            className="inline-flex min-h-9 items-center"
          >
            {lot.lotNumber}, {lot.auctionName}
          </Link>
        ),
    },
    {
      id: "bids",
      name: t("Bids"),
      right: true,
      render: ({ lot }) => (lot === null ? "" : count(lot.bidCount)),
    },
    {
      id: "start",
      name: termFields.startingPrice.title,
      right: true,
      render: (unit) => (
        <TermCell
          unit={unit}
          terms={termsOf(unit)}
          field="startingPrice"
          shown={money(unit.startingPrice)}
        />
      ),
    },
    {
      id: "reserve",
      name: termFields.reservePrice.title,
      right: true,
      render: (unit) => {
        const reserve = termsOf(unit)?.reservePrice ?? null;
        return (
          <TermCell
            unit={unit}
            terms={termsOf(unit)}
            field="reservePrice"
            shown={reserve === null ? t("None") : money(reserve)}
          />
        );
      },
    },
    { id: "price", name: t("Price"), right: true, render: ({ price }) => money(price) },
  ];
};

/** The trend of a unit's page views, which load after the table. */
function viewsColumn({ data, error }: UseQueryResult<readonly UnitViews[]>): Column<InventoryCard> {
  return {
    id: "views",
    name: t("Views, {days} days", { days: trendDays }),
    right: true,
    render: ({ id, name }) => {
      const views = data?.find((each) => each.id === id)?.views;
      if (views === undefined) return error === null ? "" : t("Not loaded");
      const total = views.reduce((sum, day) => sum + day, 0);
      return (
        <Trend
          values={views}
          label={t("Views of {name} by day: {views}", { name, views: views.join(", ") })}
        >
          {count(total)}
        </Trend>
      );
    },
  };
}

function UnitLink({ unit: { id, name } }: { unit: InventoryCard }) {
  const address = useAddress();
  return (
    <Link
      to={address.to({ unit: id })}
      className="inline-flex min-h-9 items-center font-semibold text-ink"
    >
      {name}
    </Link>
  );
}

function Pick({
  label,
  all,
  value,
  options,
  onPick,
}: {
  label: string;
  all?: string;
  value: string;
  options: readonly (readonly [value: string, title: string])[];
  onPick: (value: string) => void;
}) {
  return (
    <select
      aria-label={label}
      className="min-h-11 rounded-md border border-line bg-sheet px-2 md:max-w-60"
      value={value}
      onChange={(event) => onPick(event.target.value)}
    >
      {all === undefined ? null : <option value="">{all}</option>}
      {options.map(([one, title]) => (
        <option key={one} value={one}>
          {title}
        </option>
      ))}
    </select>
  );
}

function FilterButton() {
  const [open, setOpen] = useState(false);
  const [search] = useSearch();
  const used = filterFields.filter((field) => search.has(field)).length;
  const details = useQuery({ ...filterDetailsQuery(useCall()), enabled: open });
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <SlidersHorizontal aria-hidden className="size-4" />{" "}
        {used === 0 ? t("All filters") : t("All filters ({used})", { used })}
      </Button>
      {open ? <FilterSheet facets={details.data?.facets} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

import type { InventoryCard } from "@gavelyard/contract/inventory/inventory";
import { inventoryTypes } from "@gavelyard/contract/inventory/inventory-fields";
import { offerableStatuses } from "@gavelyard/domain/auctions/run-order";
import { plural, t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useCall } from "../api/api-context.ts";
import { Read } from "../api/read.tsx";
import { useAction } from "../api/use-action.ts";
import { importsQuery, stockQuery, yardsQuery } from "../inventory/api.ts";
import { Button } from "../ui/button.tsx";
import { SelectField } from "../ui/form/field.tsx";
import { SearchField } from "../ui/form/search-field.tsx";
import { Sheet } from "../ui/overlay/sheet.tsx";
import { EmptyState } from "../ui/states.tsx";
import { money, words } from "../ui/text/format.ts";

type Unit = Pick<InventoryCard, "id" | "name">;

const PAGE = 50;
const statusNames: Readonly<Record<(typeof offerableStatuses)[number], string>> = {
  AVAILABLE: t("Published"),
  UNSOLD: t("Unsold in its last auction"),
};

/** Units that the run list can take: some of them, or all that match. */
export default function AddUnits({
  auctionId,
  listed,
  onAdd,
  onClose,
}: {
  auctionId: number | null;
  listed: readonly number[];
  onAdd: (units: readonly Unit[]) => void;
  onClose: () => void;
}) {
  const call = useCall();
  const [q, setQ] = useState("");
  const [page, setPage] = useState(0);
  const [type, setType] = useState("");
  const [yardId, setYardId] = useState("");
  const [importId, setImportId] = useState("");
  const [status, setStatus] = useState("");
  const [chosen, setChosen] = useState<ReadonlyMap<number, Unit>>(new Map());
  const search = {
    ...(q === "" ? {} : { q }),
    inventoryType: inventoryTypes.filter((one) => one === type),
    ...(yardId === "" ? {} : { yardId: Number(yardId) }),
    ...(importId === "" ? {} : { importId: Number(importId) }),
    inventoryStatus: offerableStatuses.filter((one) => status === "" || one === status),
    toOffer: { auctionId, listed: [...listed] },
    sort: "NEWEST" as const,
  };
  const query = useQuery(stockQuery(call, { ...search, page, size: PAGE }));
  const yards = useQuery(yardsQuery(call)).data ?? [];
  const imports = useQuery(importsQuery(call, 0)).data?.content ?? [];
  const all = useAction((api) => api("matchingUnits", { body: search }), {
    done: t("Units added to the run list"),
    failed: t("Couldn't load all of them."),
    refresh: [],
  });
  const toggle = (unit: Unit) => {
    const next = new Map(chosen);
    if (!next.delete(unit.id)) next.set(unit.id, unit);
    setChosen(next);
  };
  const narrow = (change: (value: string) => void) => (value: string) => {
    change(value);
    setPage(0);
  };
  return (
    <Sheet title={t("Add units")} place="right" onClose={onClose}>
      <SearchField
        label={t("Make, model, year, stock number or VIN")}
        value={q}
        onSearch={narrow(setQ)}
      />
      <div className="mt-3 grid gap-3 sm:grid-cols-2">
        <Filter
          label={t("Type")}
          any={t("Any type")}
          value={type}
          options={inventoryTypes.map((one) => [one, words(one)])}
          onChange={narrow(setType)}
        />
        <Filter
          label={t("Yard")}
          any={t("Any yard")}
          value={yardId}
          options={yards.map(({ id, name, city }) => [String(id), `${name}, ${city}`])}
          onChange={narrow(setYardId)}
        />
        <Filter
          label={t("Import")}
          any={t("Any import")}
          value={importId}
          options={imports
            .filter(({ state }) => state === "DONE")
            .map(({ id, fileName }) => [
              String(id),
              t("Import {id}, {fileName}", { id, fileName }),
            ])}
          onChange={narrow(setImportId)}
        />
        <Filter
          label={t("Status")}
          any={t("Any status")}
          value={status}
          options={offerableStatuses.map((one) => [one, statusNames[one]])}
          onChange={narrow(setStatus)}
        />
      </div>
      <Read query={query} failure={t("Couldn't load the units.")} className="mt-4 h-96">
        {({ content, totalElements, totalPages, number }) =>
          totalElements === 0 ? (
            <div className="mt-4">
              <EmptyState title={t("No units match")}>
                {t(
                  "Only published units can be added that are in no other auction. Publish some, or remove a filter.",
                )}
              </EmptyState>
            </div>
          ) : (
            <>
              <Button
                className="mt-3 w-full"
                busy={all.isPending || query.isPlaceholderData}
                onClick={() => all.mutate(null, { onSuccess: onAdd })}
              >
                {plural(totalElements, "Add the {n} that matches", "Add all {n} that match")}
              </Button>
              <ul className="my-3">
                {content.map((unit) => (
                  <li key={unit.id} className="border-b border-line">
                    <label className="flex min-h-11 items-center gap-3">
                      <input
                        type="checkbox"
                        className="size-5"
                        checked={chosen.has(unit.id)}
                        onChange={() => toggle(unit)}
                      />
                      <span className="min-w-0 flex-1">
                        {unit.name} <span className="code text-soft">{unit.stockNumber}</span>
                      </span>
                      <span className="figures">{money(unit.startingPrice)}</span>
                    </label>
                  </li>
                ))}
              </ul>
              <div className="flex gap-2">
                {number > 0 ? (
                  <Button onClick={() => setPage(number - 1)}>{t("Previous units")}</Button>
                ) : null}
                {number + 1 < totalPages ? (
                  <Button onClick={() => setPage(number + 1)}>{t("More units")}</Button>
                ) : null}
              </div>
            </>
          )
        }
      </Read>
      <div className="sticky bottom-0 bg-paper py-3">
        <Button
          tone="primary"
          className="w-full"
          disabled={chosen.size === 0}
          onClick={() => onAdd([...chosen.values()])}
        >
          {plural(chosen.size, "Add {n} unit", "Add {n} units")}
        </Button>
      </div>
    </Sheet>
  );
}

function Filter({
  label,
  any,
  value,
  options,
  onChange,
}: {
  label: string;
  any: string;
  value: string;
  options: readonly (readonly [value: string, title: string])[];
  onChange: (value: string) => void;
}) {
  return (
    <SelectField label={label} value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">{any}</option>
      {options.map(([one, title]) => (
        <option key={one} value={one}>
          {title}
        </option>
      ))}
    </SelectField>
  );
}

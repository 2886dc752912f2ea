import type { InventoryCard } from "@gavelyard/contract/inventory/inventory";
import { inventoryTypes } from "@gavelyard/contract/inventory/inventory-fields";
import { plural, t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useCall } from "../api/api-context.ts";
import { allMatching, stockQuery } from "../inventory/api.ts";
import { Read } from "../api/read.tsx";
import { Button } from "../ui/button.tsx";
import { SelectMatching } from "../api/select-matching.tsx";
import { SelectField } from "../ui/form/field.tsx";
import { money, words } from "../ui/text/format.ts";
import { SearchField } from "../ui/form/search-field.tsx";
import { Sheet } from "../ui/overlay/sheet.tsx";
import { EmptyState } from "../ui/states.tsx";

type InventoryType = (typeof inventoryTypes)[number];
const isType = (text: string): text is InventoryType =>
  inventoryTypes.some((type) => type === text);

type Unit = Pick<InventoryCard, "id" | "name">;

/** Published units that are in no auction, to add to this one. */
export default function AddUnits({
  listed,
  onAdd,
  onClose,
}: {
  listed: ReadonlySet<number>;
  onAdd: (units: readonly Unit[]) => void;
  onClose: () => void;
}) {
  const [q, setQ] = useState("");
  const [page, setPage] = useState(0);
  const [chosen, setChosen] = useState<ReadonlyMap<number, Unit>>(new Map());
  const [type, setType] = useState("");
  const search = {
    ...(q === "" ? {} : { q }),
    ...(isType(type) ? { inventoryType: [type] } : {}),
    inventoryStatus: ["AVAILABLE" as const],
    sort: "NEWEST" as const,
  };
  const query = useQuery(stockQuery(useCall(), { ...search, page, size: 50 }));
  const add = (units: readonly Unit[]) =>
    setChosen(
      new Map([
        ...chosen,
        ...units.filter(({ id }) => !listed.has(id)).map((unit) => [unit.id, unit] as const),
      ]),
    );
  const toggle = (unit: Unit) => {
    const next = new Map(chosen);
    if (!next.delete(unit.id)) next.set(unit.id, unit);
    setChosen(next);
  };
  return (
    <Sheet title={t("Add units")} place="right" onClose={onClose}>
      <SearchField
        label={t("Make, model, year, stock number or VIN")}
        value={q}
        onSearch={(text) => {
          setQ(text);
          setPage(0);
        }}
      />
      <SelectField
        label={t("Type")}
        className="mt-3"
        value={type}
        onChange={({ target }) => {
          setType(target.value);
          setPage(0);
        }}
      >
        <option value="">{t("Any type")}</option>
        {inventoryTypes.map((one) => (
          <option key={one} value={one}>
            {words(one)}
          </option>
        ))}
      </SelectField>
      <Read query={query} failure={t("Couldn't load the units.")} className="mt-4 h-96">
        {({ content, totalElements, totalPages }) => {
          const free = content.filter(({ id }) => !listed.has(id));
          if (free.length === 0 && totalPages < 2) {
            return (
              <div className="mt-4">
                <EmptyState title={t("No units available")}>
                  {t("Publish a unit before you add it to an auction.")}
                </EmptyState>
              </div>
            );
          }
          return (
            <>
              <div className="mt-3">
                <SelectMatching
                  total={totalElements}
                  read={(call) => allMatching(call, search)}
                  onSelect={add}
                />
              </div>
              <ul className="my-3">
                {free.map((unit) => (
                  <li key={unit.id} className="border-b border-line">
                    <label className="flex min-h-11 items-center gap-3">
                      <input
                        type="checkbox"
                        className="size-5 accent-amber"
                        checked={chosen.has(unit.id)}
                        onChange={() => toggle(unit)}
                      />
                      <span className="min-w-0 flex-1">
                        {unit.name} <span className="figures text-soft">{unit.stockNumber}</span>
                      </span>
                      <span className="figures">{money(unit.startingPrice)}</span>
                    </label>
                  </li>
                ))}
              </ul>
              {free.length === 0 ? (
                <p className="my-3 text-soft">{t("These units are in the run list already.")}</p>
              ) : null}
              <div className="flex gap-2">
                {page > 0 ? (
                  <Button onClick={() => setPage(page - 1)}>{t("Previous units")}</Button>
                ) : null}
                {page + 1 < totalPages ? (
                  <Button onClick={() => setPage(page + 1)}>{t("More units")}</Button>
                ) : null}
              </div>
            </>
          );
        }}
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

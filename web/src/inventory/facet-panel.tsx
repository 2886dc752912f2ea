import type { Facets } from "@gavelyard/contract/inventory";
import { useState, type ChangeEvent } from "react";
import { useSearchParams } from "react-router";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { count, words } from "../ui/format.ts";
import { facetFields, rangeFields } from "./filter-url.ts";

const titles = {
  auctionStatus: "Auction",
  inventoryType: "Type",
  manufacturer: "Make",
  state: "State",
  fuelType: "Fuel",
  transmission: "Transmission",
  cabType: "Cab",
  axleConfig: "Axles",
  gvwrClass: "GVWR class",
  titleBrand: "Title",
  runCondition: "Condition",
} as const;
const openAtFirst = new Set<string>(["auctionStatus", "inventoryType", "manufacturer"]);
const SHOWN_VALUES = 8;

/** What the list can be narrowed by, with counts; every choice lives in the address. */
export function FacetPanel({ facets }: { facets: Facets | undefined }) {
  const [search, setSearch] = useSearchParams();
  const chosen = [...facetFields, ...rangeFields].some((field) => search.has(field));
  const toggle = (field: string, value: string) => {
    setSearch(
      (now) => {
        const values = now.getAll(field);
        now.delete(field);
        const next = values.includes(value)
          ? values.filter((one) => one !== value)
          : [...values, value];
        for (const one of next) now.append(field, one);
        now.delete("page");
        return now;
      },
      { preventScrollReset: true },
    );
  };
  const clear = () =>
    setSearch((now) => {
      for (const field of [...facetFields, ...rangeFields, "page"]) now.delete(field);
      return now;
    });
  return (
    <div className="grid gap-1">
      {chosen ? (
        <Button onClick={clear} className="mb-2">
          Clear filters
        </Button>
      ) : null}
      {facetFields.map((field) => (
        <Facet
          key={field}
          title={titles[field]}
          open={openAtFirst.has(field)}
          values={facets?.[field] ?? []}
          chosen={search.getAll(field)}
          label={
            field === "manufacturer" || field === "state" || field === "axleConfig"
              ? (value) => value
              : words
          }
          onToggle={(value) => toggle(field, value)}
        />
      ))}
      <Range title="Year" from="yearFrom" to="yearTo" />
      <Range title="Price, $" from="priceFrom" to="priceTo" />
      <Range title="Odometer, mi" from="odometerFrom" to="odometerTo" />
    </div>
  );
}

function Facet({
  title,
  open,
  values,
  chosen,
  label,
  onToggle,
}: {
  title: string;
  open: boolean;
  values: readonly { readonly value: string; readonly count: number }[];
  chosen: readonly string[];
  label: (value: string) => string;
  onToggle: (value: string) => void;
}) {
  const [all, setAll] = useState(false);
  if (values.length === 0) return null;
  const shown = all
    ? values
    : values.filter(({ value }, index) => index < SHOWN_VALUES || chosen.includes(value));
  return (
    <details open={open || chosen.length > 0} className="border-b border-line py-1">
      <summary className="flex min-h-11 items-center justify-between font-semibold">
        {title}
        {chosen.length > 0 ? (
          <span className="figures text-sm text-soft">{chosen.length} chosen</span>
        ) : null}
      </summary>
      <ul className="pb-2">
        {shown.map(({ value, count: units }) => (
          <li key={value}>
            <label className="flex min-h-9 items-center gap-2">
              <input
                type="checkbox"
                className="size-5 accent-amber"
                checked={chosen.includes(value)}
                onChange={() => onToggle(value)}
              />
              <span className="flex-1">{label(value)}</span>
              <span className="figures text-sm text-soft">{count(units)}</span>
            </label>
          </li>
        ))}
      </ul>
      {values.length > SHOWN_VALUES ? (
        <button
          type="button"
          className="min-h-9 font-semibold underline"
          onClick={() => setAll(!all)}
        >
          {all ? "Show fewer" : `Show all ${values.length}`}
        </button>
      ) : null}
    </details>
  );
}

function Range({ title, from, to }: { title: string; from: string; to: string }) {
  const [search, setSearch] = useSearchParams();
  const change = (field: string) => (event: ChangeEvent<HTMLInputElement>) => {
    const value = event.target.value.replaceAll(/\D/g, "").slice(0, 9);
    setSearch(
      (now) => {
        if (value === "") now.delete(field);
        else now.set(field, value);
        now.delete("page");
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return (
    <fieldset className="border-b border-line py-3">
      <legend className="font-semibold">{title}</legend>
      <div className="mt-1 grid grid-cols-2 gap-2">
        <TextField
          label="From"
          inputMode="numeric"
          value={search.get(from) ?? ""}
          onChange={change(from)}
        />
        <TextField
          label="To"
          inputMode="numeric"
          value={search.get(to) ?? ""}
          onChange={change(to)}
        />
      </div>
    </fieldset>
  );
}

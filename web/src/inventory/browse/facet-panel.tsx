import type { Facets } from "@gavelyard/contract/inventory/inventory-filter";
import { plural, t } from "@gavelyard/messages/text";
import { useState } from "react";
import { useSite } from "../../site/site.ts";
import { saveReaderZip, useReaderZip } from "../../session/reader-zip.ts";
import { useSearch } from "../../ui/page/router.tsx";
import { Button } from "../../ui/button.tsx";
import { SelectField, TextField } from "../../ui/form/field.tsx";
import { count, digits } from "../../ui/text/format.ts";
import {
  facetFields,
  facetTitles,
  flagTitles,
  filterFields,
  rangeTitles,
  distances,
} from "./filter-url.ts";
import { labelsOf, toggleValue, valuesIn } from "./filter-labels.ts";

const openAtFirst = new Set<string>(["auctionStatus", "inventoryType", "manufacturer"]);
const SHOWN_VALUES = 8;
/** Filters of the list with counts; every choice is in the address. */
export default function FacetPanel({ facets }: { facets: Facets | undefined }) {
  const [search, setSearch] = useSearch();
  const chosen = filterFields.some((field) => search.has(field));
  const toggle = (field: string, value: string) => {
    setSearch((now) => toggleValue(now, field, value));
  };
  const clear = () =>
    setSearch((now) => {
      for (const field of [...filterFields, "page"]) now.delete(field);
    });
  return (
    <div className="grid gap-1">
      {/* Always there, so that the first choice doesn't move the others. */}
      <Button onClick={clear} disabled={!chosen} className="mb-2">
        {t("Clear filters")}
      </Button>
      {facetFields.map((field) => (
        <Facet
          key={field}
          title={facetTitles[field]}
          open={openAtFirst.has(field)}
          values={facets?.[field] ?? []}
          chosen={valuesIn(search, field)}
          label={labelsOf(field)}
          onToggle={(value) => toggle(field, value)}
        />
      ))}
      {Object.entries(flagTitles).map(([flag, title]) => (
        <label key={flag} className="flex min-h-11 items-center gap-2 border-b border-line">
          <input
            type="checkbox"
            className="size-5"
            checked={search.get(flag) === "true"}
            onChange={() => toggle(flag, "true")}
          />
          {title}
        </label>
      ))}
      <Distance />
      {Object.entries(rangeTitles).map(([stem, title]) => (
        <Range key={stem} title={title} from={`${stem}From`} to={`${stem}To`} />
      ))}
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
  const [isOpen, setOpen] = useState(open || chosen.length > 0);
  if (values.length === 0) return null;
  const shown = all
    ? values
    : values.filter(({ value }, index) => index < SHOWN_VALUES || chosen.includes(value));
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="facet"
    >
      <summary>
        {title}
        {chosen.length > 0 ? (
          <span className="figures text-sm text-soft">
            {t("{number} selected", { number: chosen.length })}
          </span>
        ) : null}
      </summary>
      <ul>
        {/* Collapsed facets are not rendered, since there are more than a hundred values. */}
        {(isOpen ? shown : []).map(({ value, count: units }) => (
          <li key={value}>
            <label>
              <input
                type="checkbox"
                checked={chosen.includes(value)}
                onChange={() => onToggle(value)}
              />
              {label(value)}
              <span>{count(units)}</span>
            </label>
          </li>
        ))}
      </ul>
      {isOpen && values.length > SHOWN_VALUES ? (
        <button
          type="button"
          className="min-h-11 font-semibold underline lg:min-h-9"
          onClick={() => setAll(!all)}
        >
          {all ? t("Show fewer") : t("Show all {number}", { number: values.length })}
        </button>
      ) : null}
    </details>
  );
}

/** Reads and sets one field of the address; an empty value removes it. */
function useField(field: string): readonly [string, (value: string) => void] {
  const [search, setSearch] = useSearch();
  const set = (value: string) =>
    setSearch(
      (now) => {
        if (value === "") now.delete(field);
        else now.set(field, value);
        now.delete("page");
      },
      { replace: true },
    );
  return [search.get(field) ?? "", set];
}

function Distance() {
  const [search, setSearch] = useSearch();
  const readerZip = useReaderZip();
  const delivers = useSite()?.delivery === true;
  const zip = search.get("zip") ?? readerZip;
  /** Sets place and distance together, since a distance needs a place. */
  const set = (place: string, reach: string) =>
    setSearch(
      (now) => {
        for (const [field, value] of [
          ["zip", place],
          ["withinMiles", reach],
        ] as const) {
          if (value === "") now.delete(field);
          else now.set(field, value);
        }
        now.delete("page");
      },
      { replace: true },
    );
  const distance = search.get("withinMiles") ?? "";
  return (
    <fieldset className="border-b border-line py-3">
      <legend className="font-semibold">{t("Distance")}</legend>
      <div className="mt-1 grid grid-cols-2 gap-2">
        <TextField
          label={t("From ZIP code")}
          inputMode="numeric"
          autoComplete="postal-code"
          value={zip}
          onChange={(event) => {
            const next = digits(event.target.value, 5);
            saveReaderZip(next);
            set(next, distance);
          }}
        />
        <SelectField
          label={t("Within")}
          value={distance}
          onChange={(event) => set(zip, event.target.value)}
        >
          <option value="">{t("Any distance")}</option>
          {distances.map((miles) => (
            <option key={miles} value={miles}>
              {plural(Number(miles), "{n} mile", "{n} miles")}
            </option>
          ))}
        </SelectField>
      </div>
      {delivers ? (
        <p className="mt-2 text-sm text-soft">
          {t("Enter your ZIP code to see estimated delivered costs.")}
        </p>
      ) : null}
    </fieldset>
  );
}

function Range({ title, from, to }: { title: string; from: string; to: string }) {
  const [least, setLeast] = useField(from);
  const [most, setMost] = useField(to);
  return (
    <fieldset className="border-b border-line py-3">
      <legend className="font-semibold">{title}</legend>
      <div className="mt-1 grid grid-cols-2 gap-2">
        <TextField
          label={t("From")}
          inputMode="numeric"
          value={least}
          onChange={(event) => setLeast(digits(event.target.value, 9))}
        />
        <TextField
          label={t("To")}
          inputMode="numeric"
          value={most}
          onChange={(event) => setMost(digits(event.target.value, 9))}
        />
      </div>
    </fieldset>
  );
}

import { spelledMake } from "@gavelyard/domain/inventory/makes";
import { plural, t } from "@gavelyard/messages/text";
import { count, words } from "../../ui/text/format.ts";
import { facetFields, flagTitles, rangeTitles, stageName } from "./filter-url.ts";
import { paintWords } from "./paint.ts";

/** Facets whose values are names or codes that need no translation. */
const untranslated = new Set<string>(["manufacturer", "bodyStyle", "state", "titleState"]);

/** Returns the values of a field that an address chooses, makes as the list spells them. */
export const valuesIn = (search: URLSearchParams, field: string): readonly string[] => {
  const values = search.getAll(field);
  return field === "manufacturer" ? [...new Set(values.map(spelledMake))] : values;
};

export const labelsOf = (field: string): ((value: string) => string) => {
  if (field === "auctionStatus") return stageName;
  if (field === "exteriorColor") return paintWords;
  return untranslated.has(field) ? (value) => value : words;
};

/** Adds a value to a field of an address, or removes it. */
export function toggleValue(search: URLSearchParams, field: string, value: string): void {
  const values = valuesIn(search, field);
  search.delete(field);
  const next = values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
  for (const one of next) search.append(field, one);
  search.delete("page");
}

/** A chosen filter, and how to remove it from the address. */
export interface ChosenFilter {
  readonly label: string;
  readonly remove: (search: URLSearchParams) => void;
}

/** Returns the filters in an address, one for each value, range or place. */
export function chosenFilters(search: URLSearchParams): ChosenFilter[] {
  const without =
    (...fields: readonly string[]) =>
    (now: URLSearchParams) => {
      for (const field of [...fields, "page"]) now.delete(field);
    };
  const chosen: ChosenFilter[] = [];
  const q = search.get("q") ?? "";
  if (q !== "") chosen.push({ label: t("“{text}”", { text: q }), remove: without("q") });
  for (const field of facetFields) {
    for (const value of valuesIn(search, field))
      chosen.push({
        label: labelsOf(field)(value),
        remove: (now) => toggleValue(now, field, value),
      });
  }
  for (const [flag, title] of Object.entries(flagTitles))
    if (search.get(flag) === "true") chosen.push({ label: title, remove: without(flag) });
  for (const [stem, title] of Object.entries(rangeTitles)) {
    const [from, to] = [search.get(`${stem}From`) ?? "", search.get(`${stem}To`) ?? ""];
    // Years have no thousands.
    const [least, most] = [from, to].map((end) => (stem === "year" ? end : count(Number(end))));
    if (from === "" && to === "") continue;
    chosen.push({
      label:
        to === ""
          ? t("{title}: {least} or more", { title, least: least ?? "" })
          : from === ""
            ? t("{title}: up to {most}", { title, most: most ?? "" })
            : t("{title}: {least} to {most}", { title, least: least ?? "", most: most ?? "" }),
      remove: without(`${stem}From`, `${stem}To`),
    });
  }
  const [zip, reach] = [search.get("zip") ?? "", search.get("withinMiles") ?? ""];
  if (zip !== "" && reach !== "")
    chosen.push({
      label: t("Within {distance} of {zip}", {
        distance: plural(Number(reach), "{n} mile", "{n} miles"),
        zip,
      }),
      remove: without("withinMiles"),
    });
  return chosen;
}

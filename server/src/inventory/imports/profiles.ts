import { neededFields, valueKey } from "@gavelyard/contract/inventory/unit-table";
import type { Profile, StartingChoices } from "./choices.ts";
import { guessColumns } from "./guess-columns.ts";
import { readyProfiles } from "./ready-profiles.ts";
import type { Table } from "./table.ts";

/** Part of a ready-made profile's columns that a list has. Those that leave columns out vary. */
const READY_SHARE = 0.75;
/** A kept profile has all columns of its list; a source may add or drop a few. */
const KEPT_SHARE = 0.8;

/**
 * Returns the choices of the profile that fits a table's columns best, kept ones first, with the other
 * columns guessed; or guesses, with a name for the source made of the file's name.
 */
export function choicesFor(
  { headers }: Pick<Table, "headers">,
  kept: readonly Profile[],
  fileName: string,
): StartingChoices {
  const profile = bestOf(headers, kept, fitOfKept) ?? bestOf(headers, readyProfiles, fitOfReady);
  const guessed = guessColumns({ headers });
  if (profile === null)
    return { source: sourceName(fileName), isKnownSource: false, ...guessed, valueMap: {} };
  const fieldOf = new Map(
    Object.entries(profile.columns).map(([name, to]) => [valueKey(name), to]),
  );
  const taken = new Set([...fieldOf.values()].filter((field) => field !== null));
  const used = new Set<string>();
  const mapping = headers.map((header, at) => {
    const own = fieldOf.get(valueKey(header));
    const other = guessed.mapping[at] ?? null;
    const field = own === undefined && other !== null && !taken.has(other) ? other : (own ?? null);
    if (field === null || used.has(field)) return null;
    used.add(field);
    return field;
  });
  return {
    source: profile.name,
    isKnownSource: true,
    mapping,
    defaults: { ...guessed.defaults, ...profile.defaults },
    valueMap: profile.valueMap,
  };
}

/** Returns how well a kept profile fits: 0 if a column that it needs is missing, or many differ. */
function fitOfKept({ columns }: Profile, names: ReadonlySet<string>): number {
  const known = Object.keys(columns);
  const isThere = (name: string) => names.has(valueKey(name));
  if (known.some((name) => columns[name] !== null && !isThere(name))) return 0;
  const fit = Math.min(share(known, names), share([...names], new Set(known.map(valueKey))));
  return fit >= KEPT_SHARE ? fit : 0;
}

function fitOfReady({ columns }: Profile, names: ReadonlySet<string>): number {
  const fit = share(Object.keys(columns), names);
  return fit >= READY_SHARE ? fit : 0;
}

/** Returns the share of names that a set of keys has. */
const share = (names: readonly string[], keys: ReadonlySet<string>): number =>
  names.filter((name) => keys.has(valueKey(name))).length / Math.max(names.length, 1);

function bestOf(
  headers: readonly string[],
  profiles: readonly Profile[],
  fitOf: (one: Profile, names: ReadonlySet<string>) => number,
): Profile | null {
  const names = new Set(headers.map(valueKey).filter((name) => name !== ""));
  const scored = profiles.map((one) => ({ one, fit: fitOf(one, names) }));
  const [best] = scored.toSorted((a, b) => b.fit - a.fit);
  return best !== undefined && best.fit > 0 ? best.one : null;
}

/** Returns a file's name without its ending, dates and numbers: "Fall list 2026-10-01.csv" is "Fall list". */
function sourceName(fileName: string): string {
  const name = fileName
    .replace(/\.[^.]*$/, "")
    .replace(/[\d()]+/g, " ")
    .replace(/[ _.-]+/g, " ")
    .trim();
  return name === "" ? "units" : name.slice(0, 80);
}

/** Returns the profile that keeps an import's choices. */
export function profileOf(
  name: string,
  {
    headers,
    mapping,
    defaults,
    valueMap,
  }: Pick<StartingChoices, "mapping" | "defaults" | "valueMap"> & Pick<Table, "headers">,
): Profile {
  const named = headers.flatMap((header, at) =>
    header === "" ? [] : [[header, mapping[at] ?? null] as const],
  );
  return { name, columns: Object.fromEntries(named.toReversed()), defaults, valueMap };
}

/** Returns whether rows can be checked at once, since every needed field has a column or a value. */
export const isComplete = ({
  mapping,
  defaults,
}: Pick<StartingChoices, "mapping" | "defaults">): boolean =>
  neededFields.every((field) => mapping.includes(field) || (defaults[field] ?? "") !== "");

import type { CallInput } from "@gavelyard/client/call";

type Search = NonNullable<CallInput<"searchUnits">["body"]>;
type ActUnits = Pick<NonNullable<CallInput<"startUnitAct">["body"]>, "units" | "search" | "except">;

/** Chosen rows of a table: some by ID, also of other pages, or all that a search finds but some. */
export type Selection =
  | { readonly mode: "SOME"; readonly ids: ReadonlySet<number> }
  | {
      readonly mode: "ALL";
      readonly search: Search;
      readonly total: number;
      readonly except: ReadonlySet<number>;
    };

export const nothing: Selection = { mode: "SOME", ids: new Set() };

export const sizeOf = (selection: Selection): number =>
  selection.mode === "SOME" ? selection.ids.size : selection.total - selection.except.size;

/** Returns which rows of a page are chosen. */
export const chosenOf = (selection: Selection, page: readonly number[]): Set<number> =>
  new Set(
    page.filter((id) =>
      selection.mode === "SOME" ? selection.ids.has(id) : !selection.except.has(id),
    ),
  );

/** Returns the selection once exactly these rows of a page are chosen. */
export function withPage(
  selection: Selection,
  page: readonly number[],
  chosen: ReadonlySet<unknown>,
): Selection {
  const on = page.filter((id) => chosen.has(id));
  const off = page.filter((id) => !chosen.has(id));
  if (selection.mode === "SOME") {
    const ids = new Set([...selection.ids, ...on]);
    for (const id of off) ids.delete(id);
    return { ...selection, ids };
  }
  const except = new Set([...selection.except, ...off]);
  for (const id of on) except.delete(id);
  return { ...selection, except };
}

/** Returns the units as an act takes them. */
export const unitsOf = (selection: Selection): ActUnits =>
  selection.mode === "SOME"
    ? { units: [...selection.ids] }
    : { search: selection.search, except: [...selection.except] };

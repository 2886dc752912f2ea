import { useSearch } from "./router.tsx";

/** A component's state in the address: reads a field or sets several; empty fields are removed. */
export interface Address {
  get(field: string): string;
  /** Navigates to a new history entry, or replaces the current one if `replaces` is true. */
  set(fields: Readonly<Record<string, string | number | null>>, replaces?: boolean): void;
  /** Returns the address with these fields set, for links. */
  to(fields: Readonly<Record<string, string | number | null>>): string;
  /** Returns the address of a list's page, counted from 0, for pagination links. */
  readonly toPage: (page: number, field?: string) => string;
}

function change(
  search: URLSearchParams,
  fields: Readonly<Record<string, string | number | null>>,
): URLSearchParams {
  for (const [field, value] of Object.entries(fields)) {
    if (value === null || value === "") search.delete(field);
    else search.set(field, String(value));
  }
  return search;
}

export function useAddress(): Address {
  const [search, setSearch] = useSearch();
  const to: Address["to"] = (fields) =>
    `?${change(new URLSearchParams(search), fields).toString()}`;
  return {
    get: (field) => search.get(field) ?? "",
    set: (fields, replaces = false) =>
      setSearch((now) => change(now, fields), { replace: replaces }),
    to,
    toPage: (page, field = "page") => to({ [field]: page === 0 ? null : page }),
  };
}

/** Parses a positive number in an address; null when it is invalid. */
export function numberOf(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

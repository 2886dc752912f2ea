import { useSearchParams } from "react-router";

/** What a part of a page keeps in the address: read a field, or set some; an empty one goes. */
export interface Address {
  get(field: string): string;
  /** Goes there as a new step of the history, unless it `replaces` the present one. */
  set(fields: Readonly<Record<string, string | number | null>>, replaces?: boolean): void;
  /** The address with these fields set, for links. */
  to(fields: Readonly<Record<string, string | number | null>>): string;
  /** The address with a page of a list, counted from 0, for the links between pages. */
  readonly toPage: (page: number, field?: string) => string;
}

function changed(
  search: URLSearchParams,
  fields: Readonly<Record<string, string | number | null>>,
): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [field, value] of Object.entries(fields)) {
    if (value === null || value === "") next.delete(field);
    else next.set(field, String(value));
  }
  return next;
}

/** The fields of the present address. */
export function useAddress(): Address {
  const [search, setSearch] = useSearchParams();
  const to: Address["to"] = (fields) => `?${changed(search, fields).toString()}`;
  return {
    get: (field) => search.get(field) ?? "",
    set: (fields, replaces = false) =>
      setSearch((now) => changed(now, fields), { replace: replaces }),
    to,
    toPage: (page, field = "page") => to({ [field]: page === 0 ? null : page }),
  };
}

/** The positive number that a field of an address means; null when it means none. */
export function numberOf(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

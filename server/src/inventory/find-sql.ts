import type { Values } from "../db/values.ts";
import { searchQuery } from "./search-query.ts";

/**
 * Units (`i`) that a typed text names, as a condition: each word begins a word of the unit, its stock
 * number or VIN. Null where the text has no word.
 */
export function namesUnit(typed: string, values: Values): string | null {
  const search = searchQuery(typed);
  return search === null ? null : `i.search @@ to_tsquery('simple', ${values.add(search)})`;
}

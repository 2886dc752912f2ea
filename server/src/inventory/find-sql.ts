import type { Values } from "../db/values.ts";
import { searchQuery } from "./search-query.ts";

/**
 * Returns an SQL condition on units (`i`) that match a search text: each of its words must be the
 * start of a word in the unit, its stock number or VIN. Null if the text has no words.
 */
export function namesUnit(typed: string, values: Values): string | null {
  const search = searchQuery(typed);
  return search === null ? null : `i.search @@ to_tsquery('simple', ${values.add(search)})`;
}

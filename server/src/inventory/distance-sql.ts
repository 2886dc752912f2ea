import type { InventoryFilter } from "@gavelyard/contract/inventory-filter";
import type { Values } from "../db/values.ts";

/** Miles from a located filter's point to the yard `y` as SQL; null when it names no place. */
export function milesToYard(filter: InventoryFilter, values: Values): string | null {
  if (filter.lat === undefined || filter.lng === undefined) return null;
  return `miles_between(${values.add(filter.lat)}::float8, ${values.add(filter.lng)}::float8, y.lat, y.lng)`;
}

/** The numbers of the yards within a located filter's reach as SQL; null when all are. */
export function yardsInReach(filter: InventoryFilter, values: Values): string | null {
  const miles = filter.withinMiles === undefined ? null : milesToYard(filter, values);
  if (miles === null) return null;
  return `SELECT y.id FROM yards y WHERE ${miles} <= ${values.add(filter.withinMiles ?? 0)}::float8`;
}

import type { InventoryFilter } from "./inventory-filter.ts";

/** Returns the URL of the list page with a filter. */
export function addressOf(filter: Partial<InventoryFilter>): string {
  const pairs = Object.entries(filter).flatMap(([field, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((one) => one !== undefined)
      .map((one) => `${field}=${encodeURIComponent(String(one))}`),
  );
  return `/vehicles?${pairs.join("&")}`;
}

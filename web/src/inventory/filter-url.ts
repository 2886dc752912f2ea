import type { FacetField, InventoryFilter } from "@gavelyard/contract/inventory";

/** Fields that take several values. */
export const facetFields = [
  "auctionStatus",
  "inventoryType",
  "manufacturer",
  "state",
  "fuelType",
  "transmission",
  "cabType",
  "axleConfig",
  "gvwrClass",
  "titleBrand",
  "runCondition",
] as const satisfies readonly FacetField[];

export const rangeFields = [
  "yearFrom",
  "yearTo",
  "priceFrom",
  "priceTo",
  "odometerFrom",
  "odometerTo",
] as const;

export const sorts = {
  CLOSING_SOON: "Closing soon",
  NEWEST: "Newest",
  PRICE_LOW: "Price, low to high",
  PRICE_HIGH: "Price, high to low",
  YEAR_NEW: "Year, newest",
  YEAR_OLD: "Year, oldest",
  ODOMETER_LOW: "Lowest odometer",
  MOST_BIDS: "Most bids",
} as const satisfies Record<InventoryFilter["sort"], string>;

const pageSize = 24;

/** The filter that an address means; what cannot be read is left out. */
export function filterOf(search: URLSearchParams): Partial<InventoryFilter> {
  const filter: Record<string, unknown> = { size: pageSize };
  const q = search.get("q")?.trim().slice(0, 100) ?? "";
  if (q !== "") filter["q"] = q;
  for (const field of facetFields) {
    const values = search.getAll(field).slice(0, 50);
    if (values.length > 0) filter[field] = field === "gvwrClass" ? values.map(Number) : values;
  }
  for (const field of rangeFields) {
    const value = search.get(field) ?? "";
    if (/^\d{1,9}$/.test(value)) filter[field] = Number(value);
  }
  const auction = search.get("auctionId") ?? "";
  if (/^[1-9]\d{0,14}$/.test(auction)) filter["auctionId"] = Number(auction);
  const sort = search.get("sort") ?? "";
  if (sort in sorts) filter["sort"] = sort;
  const page = search.get("page") ?? "";
  if (/^[1-9]\d{0,5}$/.test(page)) filter["page"] = Number(page);
  return filter;
}

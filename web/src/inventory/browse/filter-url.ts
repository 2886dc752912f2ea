import { t } from "@gavelyard/messages/text";
import type { FacetField, InventoryFilter } from "@gavelyard/contract/inventory/inventory-filter";

/** Fields with several values and their labels, in display order. */
export const facetTitles = {
  auctionStatus: t("Auction"),
  inventoryType: t("Type"),
  manufacturer: t("Make"),
  bodyStyle: t("Body style"),
  state: t("State"),
  fuelType: t("Fuel"),
  transmission: t("Transmission"),
  drivetrain: t("Drivetrain"),
  cabType: t("Cab"),
  sleeperRoof: t("Sleeper roof"),
  axleConfig: t("Axles"),
  suspension: t("Suspension"),
  gvwrClass: t("GVWR class"),
  trailerType: t("Trailer"),
  exteriorColor: t("Color"),
  titleBrand: t("Title"),
  titleState: t("Title state"),
  odometerBrand: t("Odometer reading"),
  runCondition: t("Condition"),
  primaryDamage: t("Primary damage"),
  saleType: t("Sale"),
} as const satisfies Record<FacetField, string>;

/** Stages of lots; a closed lot can be in an auction that continues. */
const stageNames: Readonly<Record<string, string>> = {
  LIVE: t("Live now"),
  UPCOMING: t("Upcoming"),
  EXPIRED: t("Closed"),
};
export const stageName = (stage: string): string => stageNames[stage] ?? stage;

export const facetFields = Object.keys(facetTitles) as (keyof typeof facetTitles)[];

/** Labels of ranges, by the common prefix of their two fields. */
export const rangeTitles = {
  year: t("Year"),
  price: t("Price ($)"),
  odometer: t("Odometer (mi)"),
  engineHours: t("Engine hours"),
  horsepower: t("Horsepower"),
  gvwrLb: t("GVWR (lb)"),
  trailerLengthFt: t("Trailer length (ft)"),
} as const;

export const flagTitles = {
  hasVideo: t("With video"),
  hasSpin: t("With 360° view"),
  apu: t("Has an APU"),
  carbCompliant: t("CARB compliant"),
} as const;

export const distances = ["50", "100", "250", "500", "1000"] as const;

export const filterFields: readonly string[] = [
  ...facetFields,
  ...Object.keys(rangeTitles).flatMap((stem) => [`${stem}From`, `${stem}To`]),
  ...Object.keys(flagTitles),
  "zip",
  "withinMiles",
];

export const sorts = {
  CLOSING_SOON: t("Closing soon"),
  NEWEST: t("Newest"),
  PRICE_LOW: t("Price, low to high"),
  PRICE_HIGH: t("Price, high to low"),
  YEAR_NEW: t("Year, newest"),
  YEAR_OLD: t("Year, oldest"),
  ODOMETER_LOW: t("Lowest mileage"),
  MAX_BIDS: t("Most bids"),
  NEAREST: t("Nearest"),
} as const satisfies Record<InventoryFilter["sort"], string>;

const pageSize = 24;

/** Views of a list; the first one is the default. */
export const listViews = ["grid", "list"] as const;
export type ListView = (typeof listViews)[number];

export const viewOf = (search: URLSearchParams): ListView =>
  search.get("view") === "list" ? "list" : "grid";

/** Parses the filter in an address; invalid values are left out. */
export function filterOf(search: URLSearchParams): Partial<InventoryFilter> {
  const filter: Record<string, unknown> = { size: pageSize };
  const q = search.get("q")?.trim().slice(0, 100) ?? "";
  if (q !== "") filter["q"] = q;
  for (const field of facetFields) {
    const values = search.getAll(field).slice(0, 50);
    if (values.length > 0) filter[field] = field === "gvwrClass" ? values.map(Number) : values;
  }
  for (const stem of Object.keys(rangeTitles)) {
    for (const field of [`${stem}From`, `${stem}To`]) {
      const value = search.get(field) ?? "";
      if (/^\d{1,9}$/.test(value)) filter[field] = Number(value);
    }
  }
  for (const flag of Object.keys(flagTitles)) {
    if (search.get(flag) === "true") filter[flag] = true;
  }
  const zip = search.get("zip") ?? "";
  if (/^\d{5}$/.test(zip)) {
    filter["zip"] = zip;
    const distance = search.get("withinMiles") ?? "";
    if (/^[1-9]\d{0,3}$/.test(distance)) filter["withinMiles"] = Math.min(5_000, Number(distance));
  }
  const auction = search.get("auctionId") ?? "";
  if (/^[1-9]\d{0,14}$/.test(auction)) filter["auctionId"] = Number(auction);
  const sort = search.get("sort") ?? "";
  if (sort in sorts && (sort !== "NEAREST" || "zip" in filter)) filter["sort"] = sort;
  const page = search.get("page") ?? "";
  if (/^[1-9]\d{0,5}$/.test(page)) filter["page"] = Number(page);
  return filter;
}

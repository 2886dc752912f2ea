import type { NewUnit } from "@gavelyard/contract/inventory-staff";

/** Fields that are dollars on the wire and cents in their columns. */
export const moneyColumns = {
  startingPrice: "starting_cents",
  reservePrice: "reserve_cents",
  buyNowPrice: "buy_now_cents",
  estimateLow: "estimate_low_cents",
  estimateHigh: "estimate_high_cents",
} as const satisfies Partial<Record<keyof NewUnit, string>>;

/** Fields of a unit that an act works out, such as the identifier by its type. */
type WorkedOut = "identifierType" | "vin" | "yardId" | "location" | "specs";

/** Every other field, with the column that it is written to as given. */
export const plainColumns = {
  inventoryType: "inventory_type",
  modelYear: "model_year",
  manufacturer: "manufacturer",
  model: "model",
  titleBrand: "title_brand",
  stockNumber: "stock_number",
  vinOverrideReason: "vin_override_reason",
  trim: "trim",
  bodyStyle: "body_style",
  odometer: "odometer",
  odometerUnit: "odometer_unit",
  odometerBrand: "odometer_brand",
  engineHours: "engine_hours",
  engineType: "engine_type",
  fuelType: "fuel_type",
  transmission: "transmission",
  axleConfig: "axle_config",
  cabType: "cab_type",
  primaryDamage: "primary_damage",
  runCondition: "run_condition",
  grade: "grade",
  description: "description",
  saleType: "sale_type",
  featured: "featured",
} as const satisfies Record<Exclude<keyof NewUnit, keyof typeof moneyColumns | WorkedOut>, string>;

/** Columns of a field each: what staff hand in, and what an export hands out. */
export const givenColumns = [...Object.values(plainColumns), ...Object.values(moneyColumns)];

/** Every column that staff write. */
export type UnitColumn =
  | (typeof givenColumns)[number]
  | "slug"
  | "identifier_type"
  | "vin"
  | "gvwr_class"
  | "yard_id"
  | "specs";

/** What belongs to one unit alone, its number, its condition and its place on the home page. */
const ownColumns: readonly UnitColumn[] = [
  "stock_number",
  "vin_override_reason",
  "odometer",
  "odometer_brand",
  "engine_hours",
  "primary_damage",
  "run_condition",
  "grade",
  "featured",
];

/** Columns that a copy of a unit takes as they are. */
export const copiedColumns: readonly UnitColumn[] = [
  ...givenColumns.filter((column) => !ownColumns.includes(column)),
  "identifier_type",
  "gvwr_class",
  "yard_id",
];

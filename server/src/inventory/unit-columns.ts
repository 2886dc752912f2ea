import type { NewUnit } from "@gavelyard/contract/inventory/inventory-staff";
import type { AuditField } from "@gavelyard/domain/audit/audit-fields";

/** Fields that are dollars on the wire and cents in their columns. */
export const moneyColumns = {
  startingPrice: "starting_cents",
  reservePrice: "reserve_cents",
  buyNowPrice: "buy_now_cents",
  estimateLow: "estimate_low_cents",
  estimateHigh: "estimate_high_cents",
} as const satisfies Partial<Record<keyof NewUnit, AuditField>>;

/** Fields whose columns are computed, such as the identifier by its type. */
type ComputedField = "identifierType" | "vin" | "yardId" | "location" | "specs";

/** All other fields, written to their columns as given. */
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
  sellerId: "seller_id",
} as const satisfies Record<
  Exclude<keyof NewUnit, keyof typeof moneyColumns | ComputedField>,
  AuditField
>;

/** Columns that map to one field each, in input and export. */
export const givenColumns = [...Object.values(plainColumns), ...Object.values(moneyColumns)];

export type UnitColumn =
  | (typeof givenColumns)[number]
  | "slug"
  | "identifier_type"
  | "vin"
  | "gvwr_class"
  | "yard_id"
  | "specs";

/**
 * Columns that a copy doesn't take: the unit's numbers, its condition, and whether it is featured.
 */
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

export const copiedColumns: readonly UnitColumn[] = [
  ...givenColumns.filter((column) => !ownColumns.includes(column)),
  "identifier_type",
  "gvwr_class",
  "yard_id",
];

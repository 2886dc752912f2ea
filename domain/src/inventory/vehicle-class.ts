export const inventoryTypes = [
  "CAR",
  "SUV",
  "PICKUP",
  "VAN",
  "MOTORCYCLE",
  "TRUCK_STRAIGHT",
  "TRUCK_TRACTOR",
  "TRAILER",
  "BUS",
  "RV",
  "EQUIPMENT",
  "OTHER",
] as const;
export type InventoryType = (typeof inventoryTypes)[number];

/** Whether a unit is built for public roads and needs a VIN from model year 1981 on. */
export function isRoadVehicle(type: InventoryType): boolean {
  return type !== "EQUIPMENT" && type !== "OTHER";
}

/** Weight class of US trucks by gross vehicle weight rating. */
export type GvwrClass = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** Maximum rating, in pounds, of each class but the last (Federal Highway Administration). */
const classUpperBounds: readonly { readonly upToLb: number; readonly gvwrClass: GvwrClass }[] = [
  { upToLb: 6_000, gvwrClass: 1 },
  { upToLb: 10_000, gvwrClass: 2 },
  { upToLb: 14_000, gvwrClass: 3 },
  { upToLb: 16_000, gvwrClass: 4 },
  { upToLb: 19_500, gvwrClass: 5 },
  { upToLb: 26_000, gvwrClass: 6 },
  { upToLb: 33_000, gvwrClass: 7 },
];

/** Maximum rating, in pounds, of a light vehicle (49 CFR 565.15). */
export const lightVehicleMaxLb = 10_000;

/** Returns the class of a gross vehicle weight rating in pounds; null when it is missing or 0. */
export function gvwrClass(gvwrLb: number | null): GvwrClass | null {
  if (gvwrLb === null || !(gvwrLb > 0)) return null;
  return classUpperBounds.find(({ upToLb }) => gvwrLb <= upToLb)?.gvwrClass ?? 8;
}

/** Why a vehicle is exempt from the odometer disclosure (49 CFR 580.17). */
export type OdometerExemption = "OVER_16000_LB" | "NOT_SELF_PROPELLED" | "AGE";

/** From this model year on, disclosure is required for twenty years; older vehicles are exempt. */
const twentyYearRuleFromModelYear = 2011;

/**
 * Returns why to suggest the odometer brand EXEMPT, or null when the mileage has to be disclosed
 * (49 CFR 580.17): over 16,000 lb, not self-propelled, model year 2010 or older, or a later one
 * twenty years after January 1 of its model year. Staff decide.
 */
export function odometerExemption(vehicle: {
  readonly inventoryType: InventoryType;
  readonly gvwrLb: number | null;
  readonly modelYear: number;
  /** Calendar year of the sale. */
  readonly saleYear: number;
}): OdometerExemption | null {
  const { inventoryType, gvwrLb, modelYear, saleYear } = vehicle;
  if (inventoryType === "TRAILER") return "NOT_SELF_PROPELLED";
  if (gvwrLb !== null && gvwrLb > 16_000) return "OVER_16000_LB";
  if (modelYear < twentyYearRuleFromModelYear || saleYear >= modelYear + 20) return "AGE";
  return null;
}

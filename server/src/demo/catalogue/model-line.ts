import type { InventorySpecs } from "@gavelyard/contract/inventory-specs";
import type { InventoryCard, InventoryDetail } from "@gavelyard/contract/inventory";

export interface Engine {
  readonly make: string;
  readonly model: string;
  readonly litres: number;
  readonly cylinders: number;
  readonly fuel: NonNullable<InventoryCard["fuelType"]>;
  readonly horsepower: number;
  readonly torqueLbFt: number;
  /** Model years in which it was offered; every year of the line without. */
  readonly years?: readonly [number, number];
}

export interface Gearbox {
  readonly make: string;
  readonly kind: NonNullable<InventoryCard["transmission"]>;
  readonly gears: number;
}

/** Which notes, findings and mileages fit a line. */
export type Trade =
  | "HEAVY"
  | "MEDIUM"
  | "LIGHT"
  | "TRAILER"
  | "EQUIPMENT"
  | "BUS"
  | "RV"
  | "MOTORCYCLE";

/** One model as it was built over some years: what units of it are made from. */
export interface ModelLine {
  readonly trade: Trade;
  readonly type: InventoryCard["inventoryType"];
  readonly make: string;
  readonly model: string;
  readonly trims: readonly (string | null)[];
  readonly body: string;
  /** Bodies of the demo's pictures that fit, the best first. */
  readonly looks: readonly string[];
  readonly years: readonly [number, number];
  readonly units: number;
  /** World manufacturer identifier and positions 4 to 8 of the VIN; null for a serial number. */
  readonly vin: {
    readonly wmi: string;
    readonly descriptor: string;
    readonly plant: string;
  } | null;
  /** A serial number: letters stand, `#` is a digit. */
  readonly serial?: string;
  readonly engines: readonly Engine[];
  readonly gearboxes: readonly Gearbox[];
  /** Miles a year; null where no odometer is kept. */
  readonly milesAYear: readonly [number, number] | null;
  /** Engine hours a year; null where nobody reads them. */
  readonly hoursAYear: readonly [number, number] | null;
  /** Dollars when new. */
  readonly priceNew: readonly [number, number];
  /** Share of the value that is left after each further year. */
  readonly keepsAYear: number;
  readonly gvwrLb: number | null;
  readonly axleConfig: InventoryCard["axleConfig"];
  readonly cab?: NonNullable<InventoryDetail["cabType"]>;
  readonly colours: readonly string[];
  readonly features: readonly string[];
  readonly tires: {
    readonly sizes: readonly string[];
    readonly positions: readonly string[];
  } | null;
  readonly specs?: Partial<InventorySpecs>;
  /** Specifications of which each unit has one. */
  readonly choices?: Partial<{
    readonly axleRatio: readonly number[];
    readonly wheelbaseIn: readonly number[];
    readonly sleeperSizeIn: readonly number[];
    readonly trailer: readonly NonNullable<InventorySpecs["trailer"]>[];
    readonly attachments: readonly (readonly string[])[];
  }>;
}

const torque: Readonly<Record<number, number>> = {
  400: 1550,
  405: 1450,
  425: 1550,
  445: 1650,
  450: 1650,
  455: 1700,
  475: 1750,
  485: 1650,
  500: 1850,
  505: 1850,
  510: 1850,
  550: 1850,
  565: 1850,
  600: 2050,
};

/** A heavy diesel in the ratings it was sold with. */
export function diesels(
  make: string,
  model: string,
  litres: number,
  ratings: readonly number[],
  years?: readonly [number, number],
): Engine[] {
  return ratings.map((horsepower) => ({
    make,
    model,
    litres,
    cylinders: 6,
    fuel: "DIESEL",
    horsepower,
    torqueLbFt: torque[horsepower] ?? Math.round(horsepower * 0.37) * 10,
    ...(years === undefined ? {} : { years }),
  }));
}

/** Any other engine. */
export function engine(
  name: readonly [make: string, model: string],
  [litres, cylinders]: readonly [number, number],
  fuel: Engine["fuel"],
  [horsepower, torqueLbFt]: readonly [number, number],
  years?: readonly [number, number],
): Engine {
  const base = { make: name[0], model: name[1], litres, cylinders, fuel, horsepower, torqueLbFt };
  return years === undefined ? base : { ...base, years };
}

export const manual = (make: string, gears: number): Gearbox => ({ make, kind: "MANUAL", gears });
export const automatic = (make: string, gears: number): Gearbox => ({
  make,
  kind: "AUTOMATIC",
  gears,
});
export const automated = (make: string, gears: number): Gearbox => ({
  make,
  kind: "AUTOMATED_MANUAL",
  gears,
});
export const cvt = (make: string): Gearbox => ({ make, kind: "CVT", gears: 1 });

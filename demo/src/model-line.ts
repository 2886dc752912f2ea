import {
  axleConfigs,
  cabTypes,
  fuelTypes,
  transmissions,
} from "@gavelyard/contract/inventory/inventory-fields";
import { specChanges } from "@gavelyard/contract/inventory/inventory-specs";
import { inventoryTypes } from "@gavelyard/domain/inventory/vehicle-class";
import { z } from "zod";

/** Trade of a line, which decides the notes, findings and mileages that fit. */
export const trade = z.enum([
  "HEAVY",
  "MEDIUM",
  "LIGHT",
  "TRAILER",
  "EQUIPMENT",
  "BUS",
  "RV",
  "MOTORCYCLE",
]);
export type Trade = z.output<typeof trade>;

const words = z.array(z.string());
const numbers = z.array(z.number());
const range = z.tuple([z.number(), z.number()]);

/** An engine with the ratings it was sold in. */
const engine = z
  .strictObject({
    make: z.string(),
    model: z.string(),
    liters: z.number(),
    cylinders: z.number(),
    fuel: z.enum(fuelTypes),
    /** Pairs of horsepower and torque in lb-ft. */
    ratings: z.array(range),
    /** Model years in which it was offered; all years of the line by default. */
    years: range.optional(),
  })
  .transform(({ ratings, ...named }) =>
    ratings.map(([horsepower, torqueLbFt]) => ({ ...named, horsepower, torqueLbFt })),
  );
export type Engine = z.output<typeof engine>[number];

/** A model built over some years, the template for units. */
export const modelLine = z.strictObject({
  trade,
  type: z.enum(inventoryTypes),
  make: z.string(),
  model: z.string(),
  trims: z.array(z.string().nullable()),
  body: z.string(),
  /** Picture bodies that fit, best first. */
  looks: words,
  years: range,
  units: z.number(),
  /** World manufacturer identifier and positions 4 to 8 of the VIN; null for a serial number. */
  vin: z.strictObject({ wmi: z.string(), descriptor: z.string(), plant: z.string() }).nullable(),
  /** Format of serial numbers: `#` is a digit, other characters are literal. */
  serial: z.string().optional(),
  engines: z.array(engine).transform((engines) => engines.flat()),
  gearboxes: z.array(
    z.strictObject({ make: z.string(), kind: z.enum(transmissions), gears: z.number() }),
  ),
  /** Miles a year; null without an odometer. */
  milesAYear: range.nullable(),
  /** Engine hours a year; null if not recorded. */
  hoursAYear: range.nullable(),
  /** Price when new, in dollars. */
  priceNew: range,
  /** Share of the value kept in each further year. */
  keepsAYear: z.number(),
  gvwrLb: z.number().nullable(),
  axleConfig: z.enum(axleConfigs).nullable(),
  cab: z.enum(cabTypes).optional(),
  colors: words,
  features: words,
  tires: z.strictObject({ sizes: words, positions: words }).nullable(),
  specs: specChanges.strict().optional(),
  /** Options of specifications; each unit gets one of each. */
  choices: z
    .strictObject({
      axleRatio: numbers,
      wheelbaseIn: numbers,
      sleeperSizeIn: numbers,
      trailer: z.array(specChanges.shape.trailer.unwrap().unwrap()),
      attachments: z.array(words),
    })
    .partial()
    .optional(),
});
export type ModelLine = z.output<typeof modelLine>;

import {
  axleConfigs,
  cabTypes,
  fuelTypes,
  transmissions,
} from "@gavelyard/contract/inventory-fields";
import { givenSpecs } from "@gavelyard/contract/inventory-specs";
import { inventoryTypes } from "@gavelyard/domain/vehicle-class";
import { z } from "zod";

/** Which notes, findings and mileages fit a line. */
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

/** An engine in the ratings that it was sold with. */
const engine = z
  .strictObject({
    make: z.string(),
    model: z.string(),
    litres: z.number(),
    cylinders: z.number(),
    fuel: z.enum(fuelTypes),
    /** Horsepower and torque in lb-ft. */
    ratings: z.array(range),
    /** Model years in which it was offered; every year of the line without. */
    years: range.optional(),
  })
  .transform(({ ratings, ...named }) =>
    ratings.map(([horsepower, torqueLbFt]) => ({ ...named, horsepower, torqueLbFt })),
  );
export type Engine = z.output<typeof engine>[number];

/** One model as it was built over some years: what units of it are made from. */
export const modelLine = z.strictObject({
  trade,
  type: z.enum(inventoryTypes),
  make: z.string(),
  model: z.string(),
  trims: z.array(z.string().nullable()),
  body: z.string(),
  /** Bodies of the demo's pictures that fit, the best first. */
  looks: words,
  years: range,
  units: z.number(),
  /** World manufacturer identifier and positions 4 to 8 of the VIN; null for a serial number. */
  vin: z.strictObject({ wmi: z.string(), descriptor: z.string(), plant: z.string() }).nullable(),
  /** A serial number: letters stand, `#` is a digit. */
  serial: z.string().optional(),
  engines: z.array(engine).transform((engines) => engines.flat()),
  gearboxes: z.array(
    z.strictObject({ make: z.string(), kind: z.enum(transmissions), gears: z.number() }),
  ),
  /** Miles a year; null where no odometer is kept. */
  milesAYear: range.nullable(),
  /** Engine hours a year; null where nobody reads them. */
  hoursAYear: range.nullable(),
  /** Dollars when new. */
  priceNew: range,
  /** Share of the value that is left after each further year. */
  keepsAYear: z.number(),
  gvwrLb: z.number().nullable(),
  axleConfig: z.enum(axleConfigs).nullable(),
  cab: z.enum(cabTypes).optional(),
  colours: words,
  features: words,
  tires: z.strictObject({ sizes: words, positions: words }).nullable(),
  specs: givenSpecs.strict().optional(),
  /** Specifications of which each unit has one. */
  choices: z
    .strictObject({
      axleRatio: numbers,
      wheelbaseIn: numbers,
      sleeperSizeIn: numbers,
      trailer: z.array(givenSpecs.shape.trailer.unwrap().unwrap()),
      attachments: z.array(words),
    })
    .partial()
    .optional(),
});
export type ModelLine = z.output<typeof modelLine>;

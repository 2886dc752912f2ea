import { t } from "@gavelyard/messages/text";
import { z } from "zod";
import {
  damages,
  drivetrains,
  fifthWheels,
  keysStates,
  saleLights,
  sleeperRoofs,
  suspensions,
  titleStatuses,
  trailerTypes,
} from "./inventory-fields.ts";
import { instant } from "../common.ts";

const optional = <T extends z.ZodType>(schema: T) => schema.nullable().default(null);
const flag = z.boolean().nullable().default(null);
const shortText = (max: number) => optional(z.string().max(max));
const hours = optional(z.number().min(0).max(999_999));

/** A finding of an inspection; `rating` goes from 1 to 5. */
export const conditionItem = z.object({
  area: z.string().min(1, t("Choose the part of the unit")).max(60),
  item: z.string().min(1, t("Enter the item inspected")).max(80),
  rating: z.int().min(1).max(5),
  severity: z.enum(["NONE", "MINOR", "MODERATE", "MAJOR"]).default("NONE"),
  note: z.string().max(500).default(""),
  photoIds: z.array(z.string()).max(20).default([]),
});

export const tire = z.object({
  position: z.string().min(1, t("Enter the location")).max(40),
  brand: z.string().max(40),
  size: z.string().max(20),
  treadDepth32nds: z.int().min(0).max(32),
  dotYear: z.int().min(1990).max(2100).nullable().default(null),
});

export const conditionReport = z
  .object({
    inspector: z.string().min(1, t("Enter the inspector's name")).max(80),
    inspectedAt: instant,
    sections: z.array(conditionItem).max(200).default([]),
    obdCodes: z.array(z.string().max(10)).max(50).default([]),
    fluids: z.string().max(300).default(""),
    leaks: z.string().max(300).default(""),
    tires: z.array(tire).max(40).default([]),
    brakes: z.array(z.string().max(120)).max(20).default([]),
  })
  .meta({ id: "ConditionReport" });
export type ConditionReport = z.infer<typeof conditionReport>;

const specFields = {
  series: shortText(60),
  exteriorColor: shortText(40),
  interiorColor: shortText(40),
  doors: optional(z.int().min(0).max(6)),
  ptoHours: hours,
  reeferHours: hours,
  titleState: optional(
    z.string().regex(/^[A-Z]{2}$/, t("Must be two capital letters, such as TX")),
  ),
  titleStatus: optional(z.enum(titleStatuses)),
  secondaryDamage: optional(z.enum(damages)),
  keys: optional(z.enum(keysStates)),
  keysCount: optional(z.int().min(0).max(9)),
  airbags: optional(z.enum(["INTACT", "DEPLOYED", "MISSING", "UNKNOWN"])),
  saleLights: z.array(z.enum(saleLights)).max(4).default([]),
  announcements: shortText(2000),
  engineMake: shortText(40),
  engineModel: shortText(60),
  cylinders: optional(z.int().min(1).max(16)),
  displacementL: optional(z.number().min(0.1).max(20)),
  horsepower: optional(z.int().min(1).max(2500)),
  torqueLbFt: optional(z.int().min(1).max(10_000)),
  emissionsTier: shortText(40),
  epaCompliant: flag,
  carbCompliant: flag,
  transmissionMake: shortText(40),
  gears: optional(z.int().min(1).max(18)),
  drivetrain: optional(z.enum(drivetrains)),
  axleRatio: optional(z.number().min(2).max(8)),
  frontAxleLb: optional(z.int().min(0).max(100_000)),
  rearAxleLb: optional(z.int().min(0).max(150_000)),
  suspension: optional(z.enum(suspensions)),
  wheelbaseIn: optional(z.int().min(30).max(600)),
  engineBrake: flag,
  pto: flag,
  wetKit: flag,
  lockers: flag,
  fifthWheel: optional(z.enum(fifthWheels)),
  gvwrLb: optional(z.int().min(0).max(200_000)),
  gcwrLb: optional(z.int().min(0).max(400_000)),
  curbWeightLb: optional(z.int().min(0).max(200_000)),
  sleeperSizeIn: optional(z.int().min(0).max(120)),
  sleeperRoof: optional(z.enum(sleeperRoofs)),
  bunks: optional(z.int().min(0).max(2)),
  apu: optional(z.object({ make: z.string().max(40), hours: z.number().min(0) })),
  telematicsPresent: flag,
  trailer: optional(
    z.object({
      trailerType: z.enum(trailerTypes),
      lengthFt: z.number().min(1).max(80),
      widthIn: optional(z.int().min(1).max(200)),
      heightIn: optional(z.int().min(1).max(200)),
      reeferMake: shortText(40),
      doorType: shortText(40),
      floorType: shortText(40),
    }),
  ),
  equipment: optional(
    z.object({
      category: z.string().max(60),
      serial: shortText(20),
      attachments: z.array(z.string().max(60)).max(20).default([]),
      undercarriagePct: optional(z.int().min(0).max(100)),
      bucketSize: shortText(40),
      ropsType: shortText(40),
    }),
  ),
  features: z.array(z.string().max(60)).max(60).default([]),
  /** Sections of the write-up, in plain text. */
  highlights: shortText(2000),
  equipmentNotes: shortText(2000),
  knownFlaws: shortText(2000),
  serviceHistory: shortText(4000),
  sellerComments: shortText(2000),
  conditionReport: optional(conditionReport),
};

/** Details of a unit. Lists filter by some of them. */
export const inventorySpecs = z.object(specFields).meta({ id: "InventorySpecs" });
export type InventorySpecs = z.infer<typeof inventorySpecs>;

type WithoutDefaults<Fields extends Record<string, z.ZodDefault>> = {
  [Name in keyof Fields]: z.ZodOptional<ReturnType<Fields[Name]["unwrap"]>>;
};

/** Specifications in a change: a missing field stays as it is. */
export const specChanges = z.object(
  // Each entry is the field of the same name.
  Object.fromEntries(
    Object.entries(specFields).map(([name, field]) => [name, field.unwrap().optional()]),
  ) as unknown as WithoutDefaults<typeof specFields>,
);

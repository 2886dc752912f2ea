import { msg, type Message } from "@gavelyard/messages/text";
import * as lists from "./inventory-fields.ts";
import { writeUp } from "./write-up.ts";
import type { InventoryType } from "./inventory-fields.ts";

export interface UnitField {
  /** Name on the wire; fields of `specs` have that prefix and a dot. */
  readonly name: string;
  readonly label: Message;
  readonly kind: "text" | "area" | "number" | "flag" | "choice";
  readonly options?: readonly string[];
  /** Unit types that have the field; all when missing. */
  readonly fits?: readonly InventoryType[];
}

export interface UnitSection {
  readonly title: Message;
  readonly fields: readonly UnitField[];
}

const heavy = ["TRUCK_STRAIGHT", "TRUCK_TRACTOR"] as const;
const motor = ["CAR", "SUV", "PICKUP", "VAN", "MOTORCYCLE", "BUS", "RV", ...heavy] as const;
const light = ["CAR", "SUV", "PICKUP", "VAN", "RV"] as const;
const machines = ["EQUIPMENT", "OTHER"] as const;

const text = (name: string, label: Message, fits?: readonly InventoryType[]): UnitField => ({
  name,
  label,
  kind: "text",
  ...(fits && { fits }),
});
const number = (name: string, label: Message, fits?: readonly InventoryType[]): UnitField => ({
  name,
  label,
  kind: "number",
  ...(fits && { fits }),
});
const flag = (name: string, label: Message, fits?: readonly InventoryType[]): UnitField => ({
  name,
  label,
  kind: "flag",
  ...(fits && { fits }),
});
const choice = (
  name: string,
  label: Message,
  options: readonly string[],
  fits?: readonly InventoryType[],
): UnitField => ({ name, label, kind: "choice", options, ...(fits && { fits }) });

/** Form fields in order. Those that don't fit the unit's type are hidden. */
export const unitSections: readonly UnitSection[] = [
  {
    title: msg("Basics"),
    fields: [
      number("modelYear", msg("Model year")),
      text("manufacturer", msg("Make")),
      text("model", msg("Model")),
      text("trim", msg("Trim")),
      text("specs.series", msg("Series")),
      text("bodyStyle", msg("Body style")),
      text("stockNumber", msg("Stock number")),
      text("specs.exteriorColor", msg("Exterior color")),
      text("specs.interiorColor", msg("Interior color"), motor),
      number("specs.doors", msg("Doors"), light),
      choice("specs.trailer.trailerType", msg("Trailer type"), lists.trailerTypes, ["TRAILER"]),
      text("specs.equipment.category", msg("Equipment type"), machines),
    ],
  },
  {
    title: msg("Title and condition"),
    fields: [
      choice("titleBrand", msg("Title brand"), lists.titleBrands),
      text("specs.titleState", msg("Title state")),
      choice("specs.titleStatus", msg("Title status"), lists.titleStatuses),
      choice("runCondition", msg("Runs"), lists.runConditions),
      choice("primaryDamage", msg("Primary damage"), lists.damages),
      choice("specs.secondaryDamage", msg("Secondary damage"), lists.damages),
      number("grade", msg("Grade, 0 to 5")),
      choice("specs.keys", msg("Keys"), lists.keysStates, motor),
      number("specs.keysCount", msg("Number of keys"), motor),
      number("odometer", msg("Odometer"), motor),
      choice("odometerUnit", msg("Odometer unit"), lists.odometerUnits, motor),
      choice("odometerBrand", msg("Odometer reading"), lists.odometerBrands, motor),
      number("engineHours", msg("Engine hours"), [...heavy, ...machines, "RV", "BUS"]),
      number("specs.reeferHours", msg("Reefer hours"), ["TRAILER", "TRUCK_STRAIGHT"]),
      number("specs.ptoHours", msg("PTO hours"), heavy),
    ],
  },
  {
    title: msg("Powertrain"),
    fields: [
      text("engineType", msg("Engine"), [...motor, ...machines]),
      text("specs.engineMake", msg("Engine make"), [...motor, ...machines]),
      text("specs.engineModel", msg("Engine model"), [...motor, ...machines]),
      choice("fuelType", msg("Fuel"), lists.fuelTypes, [...motor, ...machines]),
      number("specs.horsepower", msg("Horsepower"), [...motor, ...machines]),
      number("specs.torqueLbFt", msg("Torque, lb-ft"), motor),
      number("specs.cylinders", msg("Cylinders"), motor),
      number("specs.displacementL", msg("Displacement, L"), motor),
      text("specs.emissionsTier", msg("Emissions"), [...heavy, ...machines]),
      flag("specs.epaCompliant", msg("EPA compliant"), heavy),
      flag("specs.carbCompliant", msg("CARB compliant"), heavy),
      choice("transmission", msg("Transmission"), lists.transmissions, motor),
      text("specs.transmissionMake", msg("Transmission make"), motor),
      number("specs.gears", msg("Gears"), motor),
      choice("specs.drivetrain", msg("Drivetrain"), lists.drivetrains, light),
      choice("axleConfig", msg("Axles"), lists.axleConfigs, [...heavy, "TRAILER", "BUS"]),
      number("specs.axleRatio", msg("Axle ratio"), heavy),
      number("specs.frontAxleLb", msg("Front axle, lb"), heavy),
      number("specs.rearAxleLb", msg("Rear axle, lb"), heavy),
      choice("specs.suspension", msg("Suspension"), lists.suspensions, [...heavy, "TRAILER"]),
      number("specs.wheelbaseIn", msg("Wheelbase, in"), motor),
      flag("specs.engineBrake", msg("Engine brake"), heavy),
      flag("specs.pto", msg("PTO"), heavy),
      flag("specs.wetKit", msg("Wet kit"), heavy),
      flag("specs.lockers", msg("Locking differentials"), heavy),
      choice("specs.fifthWheel", msg("Fifth wheel"), lists.fifthWheels, ["TRUCK_TRACTOR"]),
    ],
  },
  {
    title: msg("Body"),
    fields: [
      choice("cabType", msg("Cab"), lists.cabTypes, [...heavy, "PICKUP"]),
      number("specs.sleeperSizeIn", msg("Sleeper, in"), ["TRUCK_TRACTOR"]),
      choice("specs.sleeperRoof", msg("Sleeper roof"), lists.sleeperRoofs, ["TRUCK_TRACTOR"]),
      number("specs.bunks", msg("Bunks"), ["TRUCK_TRACTOR"]),
      number("specs.gvwrLb", msg("GVWR, lb"), [...motor, "TRAILER"]),
      number("specs.gcwrLb", msg("GCWR, lb"), heavy),
      number("specs.curbWeightLb", msg("Curb weight, lb"), [...motor, "TRAILER"]),
      number("specs.trailer.lengthFt", msg("Length, ft"), ["TRAILER"]),
      number("specs.trailer.widthIn", msg("Width, in"), ["TRAILER"]),
      number("specs.trailer.heightIn", msg("Height, in"), ["TRAILER"]),
      text("specs.trailer.reeferMake", msg("Reefer make"), ["TRAILER"]),
      text("specs.trailer.doorType", msg("Doors"), ["TRAILER"]),
      text("specs.trailer.floorType", msg("Floor"), ["TRAILER"]),
      text("specs.equipment.bucketSize", msg("Bucket"), machines),
      number("specs.equipment.undercarriagePct", msg("Undercarriage remaining, %"), machines),
      text("specs.equipment.ropsType", msg("Cab or ROPS"), machines),
    ],
  },
  {
    title: msg("Sale"),
    fields: [
      choice("saleType", msg("Sale type"), lists.saleTypes),
      number("startingPrice", msg("Starting price, $")),
      number("reservePrice", msg("Reserve, $")),
      number("buyNowPrice", msg("Buy-now price, $")),
      number("estimateLow", msg("Low estimate, $")),
      number("estimateHigh", msg("High estimate, $")),
      flag("featured", msg("Featured on the home page")),
    ],
  },
  {
    title: msg("Write-up"),
    fields: [
      { name: "description", label: msg("Description"), kind: "area" },
      ...writeUp.map(({ field, label }): UnitField => ({
        name: `specs.${field}`,
        label,
        kind: "area",
      })),
      { name: "specs.announcements", label: msg("Announcements"), kind: "area" },
    ],
  },
];

export const fitsType = ({ fits }: UnitField, type: InventoryType): boolean =>
  fits === undefined || fits.includes(type);

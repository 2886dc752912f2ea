import { t } from "@gavelyard/messages/text";
import * as lists from "./inventory-fields.ts";
import { writeUp } from "./write-up.ts";
import type { InventoryType } from "./inventory-fields.ts";

/** One field of the form in which staff describe a unit. */
export interface UnitField {
  /** Name on the wire; fields of `specs` have that prefix and a dot. */
  readonly name: string;
  readonly label: string;
  readonly kind: "text" | "area" | "number" | "flag" | "choice";
  readonly options?: readonly string[];
  /** Unit types that have the field; all types when it is missing. */
  readonly fits?: readonly InventoryType[];
}

export interface UnitSection {
  readonly title: string;
  readonly fields: readonly UnitField[];
}

const heavy = ["TRUCK_STRAIGHT", "TRUCK_TRACTOR"] as const;
const motor = ["CAR", "SUV", "PICKUP", "VAN", "MOTORCYCLE", "BUS", "RV", ...heavy] as const;
const light = ["CAR", "SUV", "PICKUP", "VAN", "RV"] as const;
const machines = ["EQUIPMENT", "OTHER"] as const;

const text = (name: string, label: string, fits?: readonly InventoryType[]): UnitField => ({
  name,
  label,
  kind: "text",
  ...(fits && { fits }),
});
const number = (name: string, label: string, fits?: readonly InventoryType[]): UnitField => ({
  name,
  label,
  kind: "number",
  ...(fits && { fits }),
});
const flag = (name: string, label: string, fits?: readonly InventoryType[]): UnitField => ({
  name,
  label,
  kind: "flag",
  ...(fits && { fits }),
});
const choice = (
  name: string,
  label: string,
  options: readonly string[],
  fits?: readonly InventoryType[],
): UnitField => ({ name, label, kind: "choice", options, ...(fits && { fits }) });

/** All form fields of a unit, in order; fields that don't fit the type are hidden. */
export const unitSections: readonly UnitSection[] = [
  {
    title: t("What it is"),
    fields: [
      number("modelYear", t("Model year")),
      text("manufacturer", t("Make")),
      text("model", t("Model")),
      text("trim", t("Trim")),
      text("specs.series", t("Series")),
      text("bodyStyle", t("Body style")),
      text("stockNumber", t("Stock number")),
      text("specs.exteriorColor", t("Exterior color")),
      text("specs.interiorColor", t("Interior color"), motor),
      number("specs.doors", t("Doors"), light),
      choice("specs.trailer.trailerType", t("Kind of trailer"), lists.trailerTypes, ["TRAILER"]),
      text("specs.equipment.category", t("Kind of equipment"), machines),
    ],
  },
  {
    title: t("Title and condition"),
    fields: [
      choice("titleBrand", t("Title brand"), lists.titleBrands),
      text("specs.titleState", t("Title state")),
      choice("specs.titleStatus", t("Title is"), lists.titleStatuses),
      choice("runCondition", t("Runs"), lists.runConditions),
      choice("primaryDamage", t("Primary damage"), lists.damages),
      choice("specs.secondaryDamage", t("Secondary damage"), lists.damages),
      number("grade", t("Grade, 0 to 5")),
      choice("specs.keys", t("Keys"), lists.keysStates, motor),
      number("specs.keysCount", t("Number of keys"), motor),
      number("odometer", t("Odometer"), motor),
      choice("odometerUnit", t("Odometer in"), lists.odometerUnits, motor),
      choice("odometerBrand", t("Odometer reading"), lists.odometerBrands, motor),
      number("engineHours", t("Engine hours"), [...heavy, ...machines, "RV", "BUS"]),
      number("specs.reeferHours", t("Reefer hours"), ["TRAILER", "TRUCK_STRAIGHT"]),
      number("specs.ptoHours", t("PTO hours"), heavy),
    ],
  },
  {
    title: t("Drive"),
    fields: [
      text("engineType", t("Engine"), [...motor, ...machines]),
      text("specs.engineMake", t("Engine make"), [...motor, ...machines]),
      text("specs.engineModel", t("Engine model"), [...motor, ...machines]),
      choice("fuelType", t("Fuel"), lists.fuelTypes, [...motor, ...machines]),
      number("specs.horsepower", t("Horsepower"), [...motor, ...machines]),
      number("specs.torqueLbFt", t("Torque, lb-ft"), motor),
      number("specs.cylinders", t("Cylinders"), motor),
      number("specs.displacementL", t("Displacement, L"), motor),
      text("specs.emissionsTier", t("Emissions"), [...heavy, ...machines]),
      flag("specs.epaCompliant", t("EPA compliant"), heavy),
      flag("specs.carbCompliant", t("CARB compliant"), heavy),
      choice("transmission", t("Transmission"), lists.transmissions, motor),
      text("specs.transmissionMake", t("Transmission make"), motor),
      number("specs.gears", t("Gears"), motor),
      choice("specs.drivetrain", t("Drivetrain"), lists.drivetrains, light),
      choice("axleConfig", t("Axles"), lists.axleConfigs, [...heavy, "TRAILER", "BUS"]),
      number("specs.axleRatio", t("Axle ratio"), heavy),
      number("specs.frontAxleLb", t("Front axle, lb"), heavy),
      number("specs.rearAxleLb", t("Rear axle, lb"), heavy),
      choice("specs.suspension", t("Suspension"), lists.suspensions, [...heavy, "TRAILER"]),
      number("specs.wheelbaseIn", t("Wheelbase, in"), motor),
      flag("specs.engineBrake", t("Engine brake"), heavy),
      flag("specs.pto", "PTO", heavy),
      flag("specs.wetKit", t("Wet kit"), heavy),
      flag("specs.lockers", t("Locking differentials"), heavy),
      choice("specs.fifthWheel", t("Fifth wheel"), lists.fifthWheels, ["TRUCK_TRACTOR"]),
    ],
  },
  {
    title: t("Body"),
    fields: [
      choice("cabType", t("Cab"), lists.cabTypes, [...heavy, "PICKUP"]),
      number("specs.sleeperSizeIn", t("Sleeper, in"), ["TRUCK_TRACTOR"]),
      choice("specs.sleeperRoof", t("Sleeper roof"), lists.sleeperRoofs, ["TRUCK_TRACTOR"]),
      number("specs.bunks", t("Bunks"), ["TRUCK_TRACTOR"]),
      number("specs.gvwrLb", t("GVWR, lb"), [...motor, "TRAILER"]),
      number("specs.gcwrLb", t("GCWR, lb"), heavy),
      number("specs.curbWeightLb", t("Curb weight, lb"), [...motor, "TRAILER"]),
      number("specs.trailer.lengthFt", t("Length, ft"), ["TRAILER"]),
      number("specs.trailer.widthIn", t("Width, in"), ["TRAILER"]),
      number("specs.trailer.heightIn", t("Height, in"), ["TRAILER"]),
      text("specs.trailer.reeferMake", t("Reefer make"), ["TRAILER"]),
      text("specs.trailer.doorType", t("Doors"), ["TRAILER"]),
      text("specs.trailer.floorType", t("Floor"), ["TRAILER"]),
      text("specs.equipment.bucketSize", t("Bucket"), machines),
      number("specs.equipment.undercarriagePct", t("Undercarriage left, %"), machines),
      text("specs.equipment.ropsType", t("Cab or ROPS"), machines),
    ],
  },
  {
    title: t("Sale"),
    fields: [
      choice("saleType", t("Kind of sale"), lists.saleTypes),
      number("startingPrice", t("Starting price, $")),
      number("reservePrice", t("Reserve, $")),
      number("buyNowPrice", t("Buy-now price, $")),
      number("estimateLow", t("Estimate from, $")),
      number("estimateHigh", t("Estimate to, $")),
      flag("featured", t("Featured on the home page")),
    ],
  },
  {
    title: t("In words"),
    fields: [
      { name: "description", label: t("Description"), kind: "area" },
      ...writeUp.map(({ field, label }): UnitField => ({
        name: `specs.${field}`,
        label,
        kind: "area",
      })),
      { name: "specs.announcements", label: t("Announcements"), kind: "area" },
    ],
  },
];

/** Returns whether a type of unit has a field. */
export const fitsType = ({ fits }: UnitField, type: InventoryType): boolean =>
  fits === undefined || fits.includes(type);

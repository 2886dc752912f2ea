import * as lists from "./inventory-fields.ts";
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
    title: "What it is",
    fields: [
      number("modelYear", "Model year"),
      text("manufacturer", "Make"),
      text("model", "Model"),
      text("trim", "Trim"),
      text("specs.series", "Series"),
      text("bodyStyle", "Body style"),
      text("stockNumber", "Stock number"),
      text("specs.exteriorColor", "Exterior color"),
      text("specs.interiorColor", "Interior color", motor),
      number("specs.doors", "Doors", light),
      choice("specs.trailer.trailerType", "Kind of trailer", lists.trailerTypes, ["TRAILER"]),
      text("specs.equipment.category", "Kind of equipment", machines),
    ],
  },
  {
    title: "Title and condition",
    fields: [
      choice("titleBrand", "Title brand", lists.titleBrands),
      text("specs.titleState", "Title state"),
      choice("specs.titleStatus", "Title is", lists.titleStatuses),
      choice("runCondition", "Runs", lists.runConditions),
      choice("primaryDamage", "Primary damage", lists.damages),
      choice("specs.secondaryDamage", "Secondary damage", lists.damages),
      number("grade", "Grade, 0 to 5"),
      choice("specs.keys", "Keys", lists.keysStates, motor),
      number("specs.keysCount", "Number of keys", motor),
      number("odometer", "Odometer", motor),
      choice("odometerUnit", "Odometer in", lists.odometerUnits, motor),
      choice("odometerBrand", "Odometer reading", lists.odometerBrands, motor),
      number("engineHours", "Engine hours", [...heavy, ...machines, "RV", "BUS"]),
      number("specs.reeferHours", "Reefer hours", ["TRAILER", "TRUCK_STRAIGHT"]),
      number("specs.ptoHours", "PTO hours", heavy),
    ],
  },
  {
    title: "Drive",
    fields: [
      text("engineType", "Engine", [...motor, ...machines]),
      text("specs.engineMake", "Engine make", [...motor, ...machines]),
      text("specs.engineModel", "Engine model", [...motor, ...machines]),
      choice("fuelType", "Fuel", lists.fuelTypes, [...motor, ...machines]),
      number("specs.horsepower", "Horsepower", [...motor, ...machines]),
      number("specs.torqueLbFt", "Torque, lb-ft", motor),
      number("specs.cylinders", "Cylinders", motor),
      number("specs.displacementL", "Displacement, L", motor),
      text("specs.emissionsTier", "Emissions", [...heavy, ...machines]),
      flag("specs.epaCompliant", "EPA compliant", heavy),
      flag("specs.carbCompliant", "CARB compliant", heavy),
      choice("transmission", "Transmission", lists.transmissions, motor),
      text("specs.transmissionMake", "Transmission make", motor),
      number("specs.gears", "Gears", motor),
      choice("specs.drivetrain", "Drivetrain", lists.drivetrains, light),
      choice("axleConfig", "Axles", lists.axleConfigs, [...heavy, "TRAILER", "BUS"]),
      number("specs.axleRatio", "Axle ratio", heavy),
      number("specs.frontAxleLb", "Front axle, lb", heavy),
      number("specs.rearAxleLb", "Rear axle, lb", heavy),
      choice("specs.suspension", "Suspension", lists.suspensions, [...heavy, "TRAILER"]),
      number("specs.wheelbaseIn", "Wheelbase, in", motor),
      flag("specs.engineBrake", "Engine brake", heavy),
      flag("specs.pto", "PTO", heavy),
      flag("specs.wetKit", "Wet kit", heavy),
      flag("specs.lockers", "Locking differentials", heavy),
      choice("specs.fifthWheel", "Fifth wheel", lists.fifthWheels, ["TRUCK_TRACTOR"]),
    ],
  },
  {
    title: "Body",
    fields: [
      choice("cabType", "Cab", lists.cabTypes, [...heavy, "PICKUP"]),
      number("specs.sleeperSizeIn", "Sleeper, in", ["TRUCK_TRACTOR"]),
      choice("specs.sleeperRoof", "Sleeper roof", lists.sleeperRoofs, ["TRUCK_TRACTOR"]),
      number("specs.bunks", "Bunks", ["TRUCK_TRACTOR"]),
      number("specs.gvwrLb", "GVWR, lb", [...motor, "TRAILER"]),
      number("specs.gcwrLb", "GCWR, lb", heavy),
      number("specs.curbWeightLb", "Curb weight, lb", [...motor, "TRAILER"]),
      number("specs.trailer.lengthFt", "Length, ft", ["TRAILER"]),
      number("specs.trailer.widthIn", "Width, in", ["TRAILER"]),
      number("specs.trailer.heightIn", "Height, in", ["TRAILER"]),
      text("specs.trailer.reeferMake", "Reefer make", ["TRAILER"]),
      text("specs.trailer.doorType", "Doors", ["TRAILER"]),
      text("specs.trailer.floorType", "Floor", ["TRAILER"]),
      text("specs.equipment.bucketSize", "Bucket", machines),
      number("specs.equipment.undercarriagePct", "Undercarriage left, %", machines),
      text("specs.equipment.ropsType", "Cab or ROPS", machines),
    ],
  },
  {
    title: "Sale",
    fields: [
      choice("saleType", "Kind of sale", lists.saleTypes),
      number("startingPrice", "Starting price, $"),
      number("reservePrice", "Reserve, $"),
      number("buyNowPrice", "Buy-now price, $"),
      number("estimateLow", "Estimate from, $"),
      number("estimateHigh", "Estimate to, $"),
      flag("featured", "Featured on the home page"),
    ],
  },
  {
    title: "In words",
    fields: [
      { name: "description", label: "Description", kind: "area" },
      { name: "specs.announcements", label: "Announcements", kind: "area" },
      { name: "specs.sellerComments", label: "Seller's comments", kind: "area" },
    ],
  },
];

/** Returns whether a type of unit has a field. */
export const fitsType = ({ fits }: UnitField, type: InventoryType): boolean =>
  fits === undefined || fits.includes(type);

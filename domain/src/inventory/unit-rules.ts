import { t } from "@gavelyard/messages/text";
import { misspelledMake, nameKey, spelledMake } from "./makes.ts";
import type { Cents } from "../money.ts";
import { isRoadVehicle, type InventoryType } from "./vehicle-class.ts";
import { makerOf } from "./vin-decode.ts";
import {
  expectedIdentifierType,
  identifierProblem,
  normalizeVin,
  yearCodeVerdict,
  type IdentifierType,
} from "./vin.ts";

export interface UnitProblem {
  readonly field: string;
  readonly message: string;
}

/** Facts of a unit that are checked together; money in cents. */
export interface UnitFacts {
  readonly inventoryType: InventoryType;
  readonly modelYear: number;
  readonly identifierType: IdentifierType;
  /** Normalized; null or empty while the unit has none. */
  readonly identifier: string | null;
  /** Why staff accept a VIN with a wrong check digit or year code, or none; empty otherwise. */
  readonly vinOverrideReason: string;
  readonly gvwrLb: number | null;
  readonly startingCents: Cents;
  readonly reserveCents: Cents | null;
  readonly buyNowCents: Cents | null;
  readonly estimateLowCents: Cents | null;
  readonly estimateHighCents: Cents | null;
  readonly saleType: "ABSOLUTE" | "RESERVE" | "ON_APPROVAL";
}

/** Facts of a unit that bidders rely on. */
export type BoundFacts = Readonly<
  Pick<
    UnitFacts,
    "inventoryType" | "modelYear" | "identifier" | "startingCents" | "reserveCents" | "saleType"
  > & { manufacturer: string; model: string }
>;

/**
 * Returns which facts that bidders rely on have changed. None may change while the lot has bids.
 */
export function boundChange(before: BoundFacts, after: BoundFacts): "NONE" | "PRICES" | "OTHERS" {
  if (before.startingCents !== after.startingCents || before.reserveCents !== after.reserveCents)
    return "PRICES";
  const isSame =
    before.inventoryType === after.inventoryType &&
    before.modelYear === after.modelYear &&
    before.manufacturer === after.manufacturer &&
    before.model === after.model &&
    before.identifier === after.identifier &&
    before.saleType === after.saleType;
  return isSame ? "NONE" : "OTHERS";
}

/** Fields of bound facts, as units have them on the wire. */
const boundFields: ReadonlySet<string> = new Set([
  "inventoryType",
  "modelYear",
  "manufacturer",
  "model",
  "vin",
  "identifierType",
  "saleType",
  "startingPrice",
  "reservePrice",
  "seller",
]);
const soldStatuses: ReadonlySet<string> = new Set(["PENDING_DECISION", "SOLD", "PAID"]);

/** Statuses of units that have left. Others may have their stock number and VIN (D84). */
export const leftStatuses = ["RELEASED", "ARCHIVED"] as const;

/** Returns why a list of units doesn't change a field of a unit; empty if it does (D84). */
export function keptBecause(
  { status, hasBids }: { readonly status: string; readonly hasBids: boolean },
  field: string,
): string {
  if (soldStatuses.has(status)) return t("This unit is sold, so a list doesn't change it.");
  if (hasBids && boundFields.has(field))
    return t("Its lot has bids, so this can't change until it closes.");
  return "";
}

/** Hours of more than eleven years without a stop. Lists put miles there. */
const MOST_HOURS = 100_000;

/** Returns what looks wrong about the values of a list's row, by field, and may be right. */
export function valueWarnings(
  values: ReadonlyMap<string, string | number | boolean>,
): UnitProblem[] {
  const text = (field: string) => String(values.get(field) ?? "");
  const [make, model] = [text("manufacturer"), text("model")];
  const hours = values.get("engineHours");
  const warnings = makeWarnings(make, text("vin"));
  const repeats =
    make !== "" && nameKey(model).startsWith(nameKey(make)) && nameKey(model) !== nameKey(make);
  if (repeats || /^(?:19|20)\d\d /.test(model))
    warnings.push(
      problem("model", t("“{model}” repeats the year or the make.", { model: model.slice(0, 60) })),
    );
  if (typeof hours === "number" && hours > MOST_HOURS)
    warnings.push(problem("engineHours", t("Are these engine hours miles?")));
  return warnings;
}

/** Returns what looks wrong about a make, by its spelling and by the VIN, and may be right. */
function makeWarnings(make: string, identifier: string): UnitProblem[] {
  const meant = misspelledMake(make);
  if (meant !== null)
    return [problem("manufacturer", t("Is “{make}” {meant}?", { make: make.slice(0, 60), meant }))];
  const maker = makerOf(normalizeVin(identifier));
  if (make === "" || maker === null || spelledMake(make) === maker) return [];
  return [
    problem(
      "manufacturer",
      t("The VIN is of {maker}, not {make}. Check both.", { maker, make: make.slice(0, 60) }),
    ),
  ];
}

const problem = (field: string, message: string): UnitProblem => ({ field, message });

/**
 * Years by which a model year may be ahead of the calendar. Makers may build a model year for up to
 * 24 months (49 CFR 565.12).
 */
const YEARS_AHEAD = 2;

/** Returns what is wrong with a model year that is entered now; null for one that can exist. */
export function modelYearProblem(modelYear: number, thisYear: number): UnitProblem | null {
  const latest = thisYear + YEARS_AHEAD;
  if (modelYear <= latest) return null;
  return problem(
    "modelYear",
    t("No vehicle has the model year {year} yet. Enter one up to {latest}.", {
      year: modelYear,
      latest,
    }),
  );
}

/** Returns the problems of a unit. A draft may lack its identifier. */
export function unitProblems(unit: UnitFacts): UnitProblem[] {
  return [...identifierProblems(unit), ...priceProblems(unit)];
}

function identifierProblems(unit: UnitFacts): UnitProblem[] {
  const identifier = unit.identifier ?? "";
  if (identifier === "") return [];
  const overridden = unit.vinOverrideReason !== "";
  const fault = identifierProblem({ ...unit, identifier });
  switch (fault?.code) {
    case "VIN_REQUIRED":
      return overridden ? [] : [problem("identifierType", vinRequired())];
    case "BAD_VIN":
      return [
        problem(
          "vin",
          t(
            "A VIN has 17 characters, and this has {length}. Enter a state-assigned number as serial number.",
            {
              length: fault.length,
            },
          ),
        ),
      ];
    case "BAD_CHARACTER":
      return [
        problem(
          "vin",
          t("Character {at} is “{character}”. A VIN has letters and digits, without I, O or Q.", {
            at: fault.at,
            character: fault.character,
          }),
        ),
      ];
    case "FILLER":
      return [problem("vin", t("This isn't a VIN. Leave it blank if you don't know it."))];
    case "BAD_SERIAL":
      return [problem("vin", t("A serial number has 4 to 20 letters, digits and hyphens"))];
    case "BAD_HIN":
      return [problem("vin", t("This is not a hull number"))];
    case "MUST_BE_EMPTY":
      return [problem("vin", t("Choose the type of identifier"))];
    case "CHECK_DIGIT":
      if (overridden) break;
      return [
        problem(
          "vin",
          t(
            "The check digit should be {expected}, not {found}. Check the VIN, or enter why it is right.",
            { expected: fault.expected, found: fault.found },
          ),
        ),
      ];
    case undefined:
      break;
  }
  if (unit.identifierType !== "VIN" || !isRoadVehicle(unit.inventoryType) || overridden) return [];
  const verdict = identifier.length === 17 ? yearCodeVerdict({ ...unit, vin: identifier }) : "OK";
  if (verdict === "OK") return [];
  return [
    problem(
      "modelYear",
      verdict === "MISMATCH"
        ? t(
            "The VIN's year code is for another model year. Check both, or enter why they are right.",
          )
        : t(
            "The VIN's year code may be for another model year. Enter the GVWR, or enter why the year is right.",
          ),
    ),
  ];
}

const vinRequired = () =>
  t("Road vehicles from model year 1981 on need a VIN, or a reason why this one has none");

function priceProblems(unit: UnitFacts): UnitProblem[] {
  const { startingCents, reserveCents, buyNowCents, estimateLowCents, estimateHighCents } = unit;
  const problems: UnitProblem[] = [];
  if (startingCents % 100 !== 0)
    problems.push(problem("startingPrice", t("Must be whole dollars")));
  if (reserveCents !== null) {
    if (unit.saleType === "ABSOLUTE")
      problems.push(problem("reservePrice", t("An absolute sale has no reserve")));
    if (reserveCents < startingCents)
      problems.push(problem("reservePrice", t("Must not be below the starting price")));
    if (reserveCents % 100 !== 0)
      problems.push(problem("reservePrice", t("Must be whole dollars")));
  }
  if (buyNowCents !== null && buyNowCents <= (reserveCents ?? startingCents))
    problems.push(problem("buyNowPrice", t("Must be above the reserve and the starting price")));
  if (
    estimateLowCents !== null &&
    estimateHighCents !== null &&
    estimateLowCents > estimateHighCents
  )
    problems.push(problem("estimateHigh", t("Must not be below the low estimate")));
  return problems;
}

export interface PublishFacts extends UnitFacts {
  readonly odometer: number | null;
  readonly odometerBrand: string;
  readonly images: number;
}

/** Returns what a unit lacks before staff can publish it. */
export function publishGaps(unit: PublishFacts): UnitProblem[] {
  const gaps: UnitProblem[] = [];
  if (unit.identifierType !== "NONE" && (unit.identifier ?? "") === "")
    gaps.push(problem("vin", t("Enter the VIN or serial number")));
  const lacksVin = unit.identifierType === "NONE" && expectedIdentifierType(unit) === "VIN";
  if (lacksVin && unit.vinOverrideReason === "")
    gaps.push(problem("identifierType", vinRequired()));
  if (isRoadVehicle(unit.inventoryType) && unit.inventoryType !== "TRAILER") {
    const mayLackReading = unit.odometerBrand === "EXEMPT";
    if (unit.odometer === null && !mayLackReading)
      gaps.push(problem("odometer", t("Enter the odometer reading, or mark it exempt")));
    if (unit.odometerBrand === "UNKNOWN")
      gaps.push(problem("odometerBrand", t("Choose how reliable the odometer reading is")));
  }
  if (unit.images === 0) gaps.push(problem("images", t("Add at least one picture")));
  return [...gaps, ...unitProblems(unit)];
}

import { say, t } from "@gavelyard/messages/text";
import { newUnit, type NewUnit } from "@gavelyard/contract/inventory/inventory-staff";
import {
  unitTable,
  valueKey,
  type UnitTableColumn,
} from "@gavelyard/contract/inventory/unit-table";
import { spelledMake } from "@gavelyard/domain/inventory/makes";
import { unitProblems, type UnitProblem } from "@gavelyard/domain/inventory/unit-rules";
import { fieldColumns } from "../enter-unit.ts";
import { factsOf, withColumns } from "../stock-sql.ts";
import { cellValue } from "./cell-values.ts";
import type { ColumnPlans, ValueMap } from "./column-plans.ts";

/**
 * Finds a record by a cell's text. Returns its ID, or why there is no match; null if the house has no
 * such records, so that the cell counts as blank.
 */
export type FindRecord = (
  text: string,
) => { readonly id: number } | { readonly fault: string } | null;

/** Fields of a row that name a record, with the unit's field that has its ID. */
export const recordFields = { yard: "yardId", seller: "sellerId" } as const;
export type RecordField = keyof typeof recordFields;
export const isRecordField = (field: string): field is RecordField => field in recordFields;
export type Finders = Readonly<Record<RecordField, FindRecord>>;

export type RowTexts = ReadonlyMap<string, string>;

/** The unit that a row describes, or null and the errors. */
export interface ReadUnit {
  readonly unit: NewUnit | null;
  readonly faults: readonly UnitProblem[];
  /** The values that could be read, by field; IDs of records as `yard` and `seller`. */
  readonly values: ReadonlyMap<string, string | number | boolean>;
  /** Fields whose value is the row's own, not that for all rows. */
  readonly own: ReadonlySet<string>;
}

/** A row as a unit, with its errors. */
export interface ReadRow extends ReadUnit {
  /** What looks wrong, and may be right. */
  readonly warnings: readonly UnitProblem[];
  /** The file's text by field, where it isn't in the field's own column. */
  readonly askedTexts: ReadonlyMap<string, string>;
}

export type Tree = { readonly [name: string]: unknown };
const isTree = (value: unknown): value is Tree =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function withValue(tree: Tree, path: readonly string[], value: unknown): Tree {
  const [name = "", ...rest] = path;
  if (rest.length === 0) return { ...tree, [name]: value };
  const branch = tree[name];
  return { ...tree, [name]: withValue(isTree(branch) ? branch : {}, rest, value) };
}

/** How an import reads its cells, and its values for fields that a row doesn't fill. */
interface Reading {
  readonly plans: ColumnPlans;
  readonly valueMap: ValueMap;
  readonly defaults: Readonly<Record<string, string>>;
}
const plainReading: Reading = { plans: new Map(), valueMap: {}, defaults: {} };

const byName: ReadonlyMap<string, UnitTableColumn> = new Map(
  unitTable.map((column) => [column.name, column]),
);

const withDistance = /^(.*\d)\s*(?:(km|kms|kilometers?|kilometres?)|mi|miles?)\.?$/i;

/** Splits a reading that says its unit: "80,467 km". */
function readingOf(text: string): { readonly number: string; readonly unit: "KM" | "MI" } | null {
  const [, number, kilometers] = withDistance.exec(text) ?? [];
  return number === undefined ? null : { number, unit: kilometers === undefined ? "MI" : "KM" };
}

/** Returns a row's texts by field. A reading with a unit says it where the row has none. */
export function textsOf(
  cells: readonly string[],
  mapping: readonly (string | null)[],
): Map<string, string> {
  const own = new Map<string, string>();
  mapping.forEach((field, column) => {
    const text = cells[column]?.trim() ?? "";
    if (field !== null && text !== "") own.set(field, text);
  });
  const reading = readingOf(own.get("odometer") ?? "");
  if (reading !== null && !own.has("odometerUnit"))
    own.set("odometer", reading.number).set("odometerUnit", reading.unit);
  return own;
}

/**
 * Reads a row as a new unit, under the same contract and rules as one entered by hand. Returns all
 * errors that can be found from the row itself. Fields without a value are left out.
 */
export function readUnit(
  texts: RowTexts,
  finders: Finders,
  { plans, valueMap, defaults } = plainReading,
): ReadUnit {
  const faults: UnitProblem[] = [];
  const values = new Map<string, string | number | boolean>();
  const own = new Set<string>();
  let given: Tree = {};
  for (const field of new Set([...texts.keys(), ...Object.keys(defaults)])) {
    const column = byName.get(field);
    const cell = (texts.get(field) ?? "").trim();
    const fallback = (defaults[field] ?? "").trim();
    if (column === undefined) continue;
    if (isRecordField(field)) {
      const name = (valueMap[field]?.[valueKey(cell)] ?? cell) || fallback;
      if (name === "") continue;
      const found = finders[field](name);
      if (found === null) continue;
      if ("fault" in found) faults.push({ field, message: found.fault });
      else {
        given = { ...given, [recordFields[field]]: found.id };
        values.set(field, found.id);
        // A yard is where the unit was entered, and lists don't move it.
        if (field === "seller" && cell !== "") own.add(field);
      }
      continue;
    }
    const text = field === "inventoryType" ? typeByBody(cell, texts, valueMap) : cell;
    const plan = plans.get(field) ?? ((one: string) => cellValue(column, one));
    // A cell that says that its value isn't known is like a blank one.
    const ofRow = text === "" ? null : plan(text);
    const read = ofRow ?? (fallback === "" ? null : cellValue(column, fallback));
    if (read === null) continue;
    if (ofRow !== null) own.add(field);
    if ("fault" in read) faults.push({ field, message: read.fault });
    else {
      const value = field === "manufacturer" ? spelledMake(String(read.value)) : read.value;
      given = withValue(given, field.split("."), value);
      values.set(field, value);
    }
  }
  const reading = readingOf(texts.get("odometer") ?? "");
  if (reading?.unit === "MI" && values.get("odometerUnit") === "KM")
    faults.push({ field: "odometer", message: t("This is in miles, and the row's unit is km") });
  if (!values.has("yard") && faults.every(({ field }) => field !== "yard")) {
    faults.push({ field: "yard", message: t("Enter the unit's location") });
  }
  const parsed = newUnit.safeParse(given);
  const known = new Set(faults.map(({ field }) => field));
  for (const issue of parsed.error?.issues ?? []) {
    const field = issue.path.join(".");
    if (known.has(field)) continue;
    known.add(field);
    faults.push({ field, message: say(issue.message) });
  }
  faults.push(...(parsed.success ? rulesOf(parsed.data) : ruleFaults(given, known)));
  return { unit: faults.length === 0 && parsed.success ? parsed.data : null, faults, values, own };
}

/** Bodies by which lists tell the kinds of automobiles and trucks apart. */
const bodies: readonly (readonly [body: RegExp, automobile: string, truck: string])[] = [
  [/\bTRACTOR/, "TRUCK_TRACTOR", "TRUCK_TRACTOR"],
  [/CAB CHASSIS|CONVENTIONAL CAB|\bDUMP\b|BOX TRUCK/, "TRUCK_STRAIGHT", "TRUCK_STRAIGHT"],
  [/SPORT UTIL|\bSUV\b|\bUTILITY\b/, "SUV", "SUV"],
  [/PICK ?UP|\bCREW CAB\b|\bSUPERCREW\b/, "PICKUP", "PICKUP"],
  [/\bVAN\b|MINIVAN/, "VAN", "VAN"],
];

/** Returns the type's text; for a general "automobile" or "truck", the type that the body shows. */
function typeByBody(cell: string, texts: RowTexts, valueMap: ValueMap): string {
  const text = valueMap["inventoryType"]?.[valueKey(cell)] ?? cell;
  const isTruck = /^(?:HEAVY|MEDIUM)DUTYTRUCKS?$/.test(valueKey(text));
  if (!isTruck && !/^(?:AUTOMOBILES?|AUTO|PASSENGERVEHICLE)$/.test(valueKey(text))) return cell;
  const body = (texts.get("bodyStyle") ?? "").toUpperCase();
  const [, automobile, truck] = bodies.find(([of]) => of.test(body)) ?? [];
  return isTruck ? (truck ?? "TRUCK_STRAIGHT") : (automobile ?? "CAR");
}

const rulesOf = (unit: NewUnit): UnitProblem[] =>
  unitProblems(factsOf(withColumns(null, fieldColumns(unit, null))));

/** Returns the rule violations of the valid fields of a row that also has invalid ones. */
function ruleFaults(given: Tree, faulty: ReadonlySet<string>): UnitProblem[] {
  if (faulty.has("inventoryType") || faulty.has("modelYear")) return [];
  // Placeholders for invalid required fields, so that the rules can check the others.
  const neutral = { manufacturer: "?", model: "?", titleBrand: "CLEAN", startingPrice: 1 };
  let sound: Tree = given;
  for (const field of faulty) sound = withValue(sound, field.split("."), undefined);
  for (const [field, value] of Object.entries(neutral)) {
    if (faulty.has(field)) sound = { ...sound, [field]: value };
  }
  const parsed = newUnit.safeParse(withoutFaultyBranches(sound, faulty));
  if (!parsed.success) return [];
  return rulesOf(parsed.data).filter(({ field }) => !faulty.has(field));
}

/** Removes a branch with an invalid field, since it may lack a required one. */
function withoutFaultyBranches(given: Tree, faulty: ReadonlySet<string>): Tree {
  let sound = given;
  for (const branch of ["trailer", "equipment"]) {
    if ([...faulty].some((field) => field.startsWith(`specs.${branch}.`)))
      sound = withValue(sound, ["specs", branch], undefined);
  }
  return sound;
}

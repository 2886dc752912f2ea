import { say, t } from "@gavelyard/messages/text";
import { newUnit, type NewUnit } from "@gavelyard/contract/inventory/inventory-staff";
import {
  unitTable,
  valueKey,
  type UnitTableColumn,
} from "@gavelyard/contract/inventory/unit-table";
import { unitProblems, type UnitProblem } from "@gavelyard/domain/inventory/unit-rules";
import { fieldColumns } from "../enter-unit.ts";
import { factsOf, withColumns } from "../stock-sql.ts";
import { cellValue } from "./cell-values.ts";
import type { ColumnPlans, ValueMap } from "./column-plans.ts";

/** Finds a yard by a cell's text. Returns its ID, or why there is no match. */
export type FindYard = (text: string) => { readonly id: number } | { readonly fault: string };

export type RowTexts = ReadonlyMap<string, string>;

/** The unit that a row describes, or null and the errors. */
export interface ReadUnit {
  readonly unit: NewUnit | null;
  readonly faults: readonly UnitProblem[];
  /** The values that could be read, by field; the yard's ID as `yard`. */
  readonly values: ReadonlyMap<string, string | number | boolean>;
}

type Tree = { readonly [name: string]: unknown };
const isTree = (value: unknown): value is Tree =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function withValue(tree: Tree, path: readonly string[], value: unknown): Tree {
  const [name = "", ...rest] = path;
  if (rest.length === 0) return { ...tree, [name]: value };
  const branch = tree[name];
  return { ...tree, [name]: withValue(isTree(branch) ? branch : {}, rest, value) };
}

const noColumns: { readonly plans: ColumnPlans; readonly valueMap: ValueMap } = {
  plans: new Map(),
  valueMap: {},
};

const byName: ReadonlyMap<string, UnitTableColumn> = new Map(
  unitTable.map((column) => [column.name, column]),
);

const inKilometers = /^(.*\d)\s*(?:km|kms|kilometers?|kilometres?)\.?$/i;

/**
 * Returns a row's texts by field. Empty cells get the field's default. A reading in kilometers,
 * "80,467 km", says its unit where the row has none.
 */
export function textsOf(
  cells: readonly string[],
  mapping: readonly (string | null)[],
  defaults: Readonly<Record<string, string>>,
): RowTexts {
  const own = new Map<string, string>();
  mapping.forEach((field, column) => {
    const text = cells[column]?.trim() ?? "";
    if (field !== null && text !== "") own.set(field, text);
  });
  const reading = inKilometers.exec(own.get("odometer") ?? "")?.[1];
  if (reading !== undefined && !own.has("odometerUnit"))
    own.set("odometer", reading).set("odometerUnit", "KM");
  return new Map([...Object.entries(defaults), ...own]);
}

/**
 * Reads a row as a new unit, under the same contract and rules as one entered by hand. Returns all
 * errors that can be found from the row itself. Empty fields are left out.
 */
export function readUnit(
  texts: RowTexts,
  findYard: FindYard,
  { plans, valueMap } = noColumns,
): ReadUnit {
  const faults: UnitProblem[] = [];
  const values = new Map<string, string | number | boolean>();
  let given: Tree = {};
  for (const [field, text] of texts) {
    const column = byName.get(field);
    if (column === undefined || text.trim() === "") continue;
    if (field === "yard") {
      const yard = findYard(valueMap["yard"]?.[valueKey(text)] ?? text.trim());
      if ("fault" in yard) faults.push({ field, message: yard.fault });
      else {
        given = { ...given, yardId: yard.id };
        values.set(field, yard.id);
      }
      continue;
    }
    const plan = plans.get(field) ?? ((cell: string) => cellValue(column, cell));
    const read = plan(text.trim());
    if (read === null) continue;
    if ("fault" in read) faults.push({ field, message: read.fault });
    else {
      given = withValue(given, field.split("."), read.value);
      values.set(field, read.value);
    }
  }
  if ((texts.get("yard") ?? "").trim() === "") {
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
  return { unit: faults.length === 0 && parsed.success ? parsed.data : null, faults, values };
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

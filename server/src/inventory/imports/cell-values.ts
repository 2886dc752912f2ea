import { say, t, english } from "@gavelyard/messages/text";
import { codeName } from "@gavelyard/domain/code-names";
import { valueKey, type UnitTableColumn } from "@gavelyard/contract/inventory/unit-table";
import { factorOf, isUnit, prices } from "./number-units.ts";
import { NO_RESULT } from "./workbook.ts";

export type CellValue = { readonly value: string | number | boolean } | { readonly fault: string };

const damageWords: Readonly<Record<string, string>> = {
  FRONT: "FRONT_END",
  REAR: "REAR_END",
  LEFTSIDE: "SIDE",
  RIGHTSIDE: "SIDE",
  MINORDENTSCRATCHES: "MINOR_SCRATCH",
  MINORDENTSSCRATCHES: "MINOR_SCRATCH",
  NORMALWEARTEAR: "NORMAL_WEAR",
  WATERFLOOD: "FLOOD",
  TOTALBURN: "BURN",
};

/** Other spellings of a choice, as letters and digits only. */
const otherWords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  inventoryType: {
    CARS: "CAR",
    SEDAN: "CAR",
    COUPE: "CAR",
    PICKUPTRUCK: "PICKUP",
    SEMI: "TRUCK_TRACTOR",
    SEMITRUCK: "TRUCK_TRACTOR",
    TRACTOR: "TRUCK_TRACTOR",
    TRACTORS: "TRUCK_TRACTOR",
    HIGHWAYTRACTOR: "TRUCK_TRACTOR",
    STRAIGHTTRUCK: "TRUCK_STRAIGHT",
    STRAIGHTTRUCKS: "TRUCK_STRAIGHT",
    BOXTRUCK: "TRUCK_STRAIGHT",
    SEMITRAILER: "TRAILER",
    MOTORHOME: "RV",
    MACHINE: "EQUIPMENT",
    HEAVYEQUIPMENT: "EQUIPMENT",
  },
  odometerUnit: { MILES: "MI", MILE: "MI", KILOMETERS: "KM", KILOMETRES: "KM" },
  odometerBrand: {
    TMU: "NOT_ACTUAL",
    ACTUALMILES: "ACTUAL",
    NOTREQUIREDEXEMPT: "EXEMPT",
    NOTREQUIRED: "EXEMPT",
    INOPERABLEDIGITALDASH: "UNKNOWN",
  },
  fuelType: {
    GASOLINE: "GAS",
    PETROL: "GAS",
    FLEXIBLE: "GAS",
    FLEXIBLEFUEL: "GAS",
    FLEXFUEL: "GAS",
    ELECTRICANDGASHYBRID: "HYBRID",
    ELECTRICITY: "ELECTRIC",
    PLUGINHYBRID: "PHEV",
  },
  transmission: { AUTO: "AUTOMATIC", AUTOMATED: "AUTOMATED_MANUAL", AMT: "AUTOMATED_MANUAL" },
  "specs.drivetrain": {
    "4WD": "4X4",
    FRONTWHEELDRIVE: "FWD",
    REARWHEELDRIVE: "RWD",
    ALLWHEELDRIVE: "AWD",
    FOURWHEELDRIVE: "4X4",
    "4X4WREARWHEELDRV": "4X4",
    "4X4WFRONTWHLDRV": "4X4",
  },
  "specs.keys": { Y: "YES", TRUE: "YES", N: "NO", FALSE: "NO" },
  titleBrand: { CLEANTITLE: "CLEAN", CLEAR: "CLEAN", PARTSONLY: "JUNK_PARTS_ONLY" },
  runCondition: {
    YES: "RUNS_DRIVES",
    TRUE: "RUNS_DRIVES",
    RUNSANDDRIVES: "RUNS_DRIVES",
    RUNDRIVEVERIFIED: "RUNS_DRIVES",
    RUNANDDRIVE: "RUNS_DRIVES",
    RUNDRIVE: "RUNS_DRIVES",
    VEHICLESTARTS: "STARTS",
    NO: "DOES_NOT_START",
    FALSE: "DOES_NOT_START",
  },
  cabType: { DAYCAB: "DAY", SLEEPERCAB: "SLEEPER", CREWCAB: "CREW", EXTENDEDCAB: "EXTENDED" },
  primaryDamage: damageWords,
  "specs.secondaryDamage": damageWords,
  "specs.suspension": { AIRRIDE: "AIR", SPRINGRIDE: "SPRING" },
  saleType: { NORESERVE: "ABSOLUTE", WITHRESERVE: "RESERVE" },
};

const yes = new Set(["YES", "SÍ", "SI", "Y", "TRUE", "T", "1", "X"]);
const no = new Set(["NO", "N", "FALSE", "F", "0"]);
/** A choice's code, and its name in English and in the reader's language. */
const namesOf = (option: string) =>
  [option, english(codeName(option)), say(codeName(option))].map(valueKey);
const shown = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** What people write where they don't know a value. */
const blankWords = new Set(["", "NA", "NONE", "NULL", "UNKNOWN", "UNK", "TBD", "NOTAVAILABLE"]);
const isBlank = (cell: string): boolean => blankWords.has(valueKey(cell)) && !/["']/.test(cell);

/** Numbers that can be 0. For all others, 0 says that the value isn't known. */
const canBeZero = new Set([
  "engineHours",
  "grade",
  "specs.reeferHours",
  "specs.ptoHours",
  "specs.keysCount",
  "specs.bunks",
  "specs.equipment.undercarriagePct",
]);

/** Numbers as people type them: "$12,500", "412,380 mi", "455 hp". */
const numberForm =
  /^(us\$|\$|usd)?\s*(-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|-?\.\d+)\s*([a-z]+|["'])?\.?$/i;
const percentForm = /^(\d+(?:\.\d+)?)\s*%$/;
/** "12.000" is 12 to some people and 12,000 to others. */
const ambiguous = /^\D*\d{1,3}(?:\.\d{3})+\D*$/;
/** Only people who end the whole part with a comma write these. */
const withDecimalComma = /^\D*(?:\d{1,3}(?:\.\d{3})+,\d+|\d+,\d{1,2}|\d{1,3}(?:\.\d{3}){2,})\D*$/;
/** Only people who end the whole part with a point write these. */
const withDecimalPoint = /^\D*(?:\d{1,3}(?:,\d{3})+\.\d+|\d+\.\d{1,2}|\d{1,3}(?:,\d{3}){2,})\D*$/;

/**
 * Returns whether a file writes "1.500,00", from the texts of its number columns. False if its
 * numbers don't show or differ.
 */
export function usesDecimalComma(texts: readonly string[]): boolean {
  return (
    texts.some((text) => withDecimalComma.test(text)) &&
    !texts.some((text) => withDecimalPoint.test(text))
  );
}

const withPoint = (cell: string): string =>
  cell.replace(/[.,]/g, (mark) => (mark === "." ? "" : "."));

/** How a file writes a column's numbers. */
interface NumberStyle {
  /** Whether it writes "1.500,00". */
  readonly decimalComma: boolean;
  /** By how much the unit that the header names exceeds the field's. */
  readonly factor: number;
}
const plainNumbers: NumberStyle = { decimalComma: false, factor: 1 };

/** Converts a cell to the type of its column; null for one that says that the value isn't known. */
export function cellValue(
  column: UnitTableColumn,
  cell: string,
  style = plainNumbers,
): CellValue | null {
  const { name, kind, options = [] } = column;
  const broken = brokenCell(cell);
  if (broken !== null) return { fault: broken };
  switch (kind) {
    case "number":
      return numberValue(name, cell, style);
    case "flag": {
      if (yes.has(valueKey(cell))) return { value: true };
      if (no.has(valueKey(cell))) return { value: false };
      if (isBlank(cell)) return null;
      return { fault: t("“{cell}” isn't yes or no", { cell: shown(cell) }) };
    }
    case "choice": {
      const chosen = choiceOf(column, cell);
      if (chosen !== null) return { value: chosen };
      if (isBlank(cell)) return null;
      return {
        fault: t("“{cell}” isn't one of: {options}", {
          cell: shown(cell),
          options: options.map((option) => say(codeName(option))).join(", "),
        }),
      };
    }
    case "text":
      return isBlank(cell) || (name === "vin" && valueKey(cell) === "NOVIN")
        ? null
        : { value: plainText(cell) };
    case "area":
      return { value: plainText(cell) };
  }
}

/** Returns the option that a cell names, in English or the reader's language; null if none. */
function choiceOf({ name, options = [] }: UnitTableColumn, cell: string): string | null {
  const axles = name === "axleConfig" ? /\b\dX\d\b/i.exec(cell)?.[0].toUpperCase() : undefined;
  return (
    options.find((option) => option === axles || namesOf(option).includes(valueKey(cell))) ??
    otherWords[name]?.[valueKey(cell)] ??
    null
  );
}

function numberValue(
  name: string,
  cell: string,
  { decimalComma, factor }: NumberStyle,
): CellValue | null {
  if (isBlank(cell) || /^-+$/.test(cell)) return null;
  const fault = { fault: t("“{cell}” isn't a number", { cell: shown(cell) }) };
  if (!decimalComma && ambiguous.test(cell)) {
    return {
      fault: t("“{cell}” can be read in two ways. Write it without the point.", {
        cell: shown(cell),
      }),
    };
  }
  const text = decimalComma ? withPoint(cell) : cell;
  const [, dollars, typed, unit] = numberForm.exec(text) ?? [];
  const digits = typed ?? (name.endsWith("Pct") ? percentForm.exec(text)?.[1] : undefined);
  if (digits === undefined || (dollars !== undefined && !prices.has(name))) return fault;
  const number = Number(digits.replaceAll(",", ""));
  if (number === 0 && !canBeZero.has(name)) return null;
  // The unit in the cell beats the header's.
  const times = unit === undefined ? factor : factorOf(name, unit);
  if (times === null)
    return isUnit(unit ?? "")
      ? { fault: t("“{cell}” is in a unit that this field doesn't take", { cell: shown(cell) }) }
      : fault;
  return { value: times === 1 ? number : Math.round(number * times) };
}

/** Returns why a spreadsheet's cell has no value that can be read; null if it has one. */
function brokenCell(cell: string): string | null {
  if (/^#(?:N\/A|DIV\/0!|REF!|VALUE!|NAME\?|NUM!|NULL!|SPILL!|CALC!|GETTING_DATA)$/.test(cell))
    return t("The spreadsheet has the error {cell} here", { cell });
  if (cell === NO_RESULT)
    return t("This formula has no saved result. Open the file in a spreadsheet and save it again.");
  if (/^-?\d(?:\.\d+)?e\+\d+$/i.test(cell))
    return t(
      "The spreadsheet shortened this number. Format the column as text, then enter it again.",
    );
  return null;
}

/** Exports put an apostrophe before text that a spreadsheet would read as a formula; others ="…". */
const plainText = (cell: string): string =>
  /^="([^"]*)"$/.exec(cell)?.[1] ?? cell.replace(/^'(?=[=+\-@\t\r])/, "");

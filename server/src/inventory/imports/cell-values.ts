import { dictionaryOf } from "@gavelyard/messages/dictionary";
import { languages } from "@gavelyard/messages/languages";
import { t, say, english } from "@gavelyard/messages/text";
import { codeName } from "@gavelyard/domain/code-names";
import { stateNames } from "@gavelyard/domain/states-of-us";
import { valueKey, type UnitTableColumn } from "@gavelyard/contract/inventory/unit-table";
import { decodeHTMLStrict } from "entities";
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
  identifierType: { SERIALNUMBER: "SERIAL", HULLNUMBER: "HIN", STATEASSIGNED: "SERIAL" },
  odometerBrand: {
    TMU: "NOT_ACTUAL",
    ACTUALMILES: "ACTUAL",
    NOTREQUIREDEXEMPT: "EXEMPT",
    NOTREQUIRED: "EXEMPT",
    INOPERABLEDIGITALDASH: "UNKNOWN",
  },
  fuelType: {
    GASOLINE: "GAS",
    GASOLINA: "GAS",
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
  titleBrand: {
    CERTIFICATEOFDESTRUCTION: "CERT_OF_DESTRUCTION",
    CLEANTITLE: "CLEAN",
    CLEAR: "CLEAN",
    CLEARTITLE: "CLEAN",
    FLOODTITLE: "FLOOD",
    PARTSONLY: "JUNK_PARTS_ONLY",
    REBUILTTITLE: "REBUILT",
    SALVAGETITLE: "SALVAGE",
  },
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
const dictionaries = languages.map(dictionaryOf);
/** Like `valueKey`, but without accents. */
const wordKey = (text: string): string => valueKey(text.normalize("NFKD").replace(/\p{M}/gu, ""));
/** A choice's code, and its name in each language, with and without a remark: "Salvamento (salvage)". */
function namesOf(option: string): readonly string[] {
  const name = english(codeName(option));
  const names = dictionaries.map((texts) => texts.get(name) ?? name);
  return [option, ...names, ...names.map((one) => one.replace(/ \(.*\)$/, ""))].map(wordKey);
}
/** State codes by name and code. */
const stateCodes: ReadonlyMap<string, string> = new Map(
  Object.entries(stateNames).flatMap(([code, name]) => [
    [code, code],
    [wordKey(name), code],
  ]),
);
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
/** A cell that a spreadsheet made a date of: "3-Sep" for "9-3". */
const dateForm = /^(?:\d{1,2}-[a-z]{3}|[a-z]{3}-\d{2}|\d{4}-\d{2}-\d{2}(?:T.*)?)$/i;
const monthForm = /JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC|^\d{4}-/i;
/** Fields whose text is never a date. */
const nameFields = new Set(["stockNumber", "vin", "manufacturer", "model", "trim"]);

const percentForm = /^(\d+(?:\.\d+)?)\s*%$/;
/** "12.000" is 12 to some people and 12,000 to others. */
const ambiguous = /^\D*\d{1,3}(?:\.\d{3})+\D*$/;
/** "12,500" is 12,500 to some people and 12.5 to others. */
const ambiguousComma = /^\D*\d{1,3},\d{3}\D*$/;
/** Prices have two decimals or none: "12.5" stands for thousands. */
const tenths = /^\D*\d+[.,][1-9]\D*$/;
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

/** Highest class of trucks by weight. */
const HEAVIEST_CLASS = 8;

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
      if (name === "specs.titleState" && !isBlank(cell))
        return { value: stateCodes.get(wordKey(cell)) ?? cell };
      if (nameFields.has(name) && dateForm.test(cell) && monthForm.test(cell))
        return {
          fault: t(
            "The spreadsheet made a date of this. Format the column as text, then enter it again.",
          ),
        };
      return isBlank(cell) || (name === "vin" && valueKey(cell) === "NOVIN")
        ? null
        : { value: plainText(cell) };
    case "area":
      return { value: withoutTags(plainText(cell)) };
  }
}

/** Returns the option that a cell names, in English or the reader's language; null if none. */
function choiceOf({ name, options = [] }: UnitTableColumn, cell: string): string | null {
  const axles = name === "axleConfig" ? /\b\dX\d\b/i.exec(cell)?.[0].toUpperCase() : undefined;
  return (
    options.find((option) => option === axles || namesOf(option).includes(wordKey(cell))) ??
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
  if (decimalComma && ambiguousComma.test(cell)) {
    return {
      fault: t("“{cell}” can be read in two ways. Write it without the comma.", {
        cell: shown(cell),
      }),
    };
  }
  if (prices.has(name) && tenths.test(cell)) {
    return {
      fault: t("“{cell}” can be read in two ways. Write the whole amount.", {
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
  const value = times === 1 ? number : rounded(number * times, name);
  if (name === "specs.gvwrLb" && value <= HEAVIEST_CLASS)
    return { fault: t("“{cell}” is a weight class. Enter pounds.", { cell: shown(cell) }) };
  return { value };
}

/** Engines are measured in tenths of a liter, all else in whole units. */
const rounded = (value: number, name: string): number =>
  name === "specs.displacementL" ? Math.round(value * 10) / 10 : Math.round(value);

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

const tagForm =
  /<\/?(?:p|br|b|i|u|em|strong|ul|ol|li|div|span|h[1-6]|a|table|tr|td|th|tbody|hr|font|img)\b[^<>]*>/gi;
const blockForm = /^<\/?(?:p|br|li|div|h[1-6]|tr|hr|ul|ol)\b/i;

/** Returns the text of HTML as a page shows it; other text stays as it is. */
function withoutTags(text: string): string {
  const plain = text.replace(tagForm, (tag) => (blockForm.test(tag) ? "\n" : ""));
  if (plain === text) return decodeHTMLStrict(text);
  return decodeHTMLStrict(plain)
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

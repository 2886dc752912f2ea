import { say, t, english } from "@gavelyard/messages/text";
import { codeName } from "@gavelyard/domain/code-names";
import type { UnitTableColumn } from "@gavelyard/contract/unit-table";

export type CellValue = { readonly value: string | number | boolean } | { readonly fault: string };

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
  odometerBrand: { TMU: "NOT_ACTUAL", ACTUALMILES: "ACTUAL" },
  fuelType: { GASOLINE: "GAS", PETROL: "GAS", ELECTRICITY: "ELECTRIC", PLUGINHYBRID: "PHEV" },
  transmission: { AUTO: "AUTOMATIC", AUTOMATED: "AUTOMATED_MANUAL", AMT: "AUTOMATED_MANUAL" },
  "specs.drivetrain": { "4WD": "4X4" },
  titleBrand: { CLEANTITLE: "CLEAN", CLEAR: "CLEAN", PARTSONLY: "JUNK_PARTS_ONLY" },
  runCondition: { YES: "RUNS_DRIVES", RUNSANDDRIVES: "RUNS_DRIVES", NO: "DOES_NOT_START" },
  cabType: { DAYCAB: "DAY", SLEEPERCAB: "SLEEPER", CREWCAB: "CREW", EXTENDEDCAB: "EXTENDED" },
  saleType: { NORESERVE: "ABSOLUTE", WITHRESERVE: "RESERVE" },
};

const yes = new Set(["YES", "SÍ", "SI", "Y", "TRUE", "T", "1", "X"]);
const no = new Set(["NO", "N", "FALSE", "F", "0"]);
const bare = (text: string) => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");
/** A choice's code, and its name in English and in the reader's language. */
const namesOf = (option: string) =>
  [option, english(codeName(option)), say(codeName(option))].map(bare);
const shown = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

/**
 * Numbers as people type them: "$12,500", "412,380 mi", "455 hp". Kilometers are rejected, not read
 * as miles.
 */
const numberForm =
  /^\$?\s*(-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|-?\.\d+)\s*(?:mi|miles?|h|hrs?|hours?|lbs?|in|ft|hp|usd|%|["'])?\.?$/i;

/** Converts a cell that isn't empty to the type of its column. */
export function cellValue({ name, kind, options = [] }: UnitTableColumn, cell: string): CellValue {
  switch (kind) {
    case "number": {
      const digits = numberForm.exec(cell)?.[1];
      return digits === undefined
        ? { fault: t("“{cell}” isn't a number", { cell: shown(cell) }) }
        : { value: Number(digits.replaceAll(",", "")) };
    }
    case "flag": {
      if (yes.has(bare(cell))) return { value: true };
      if (no.has(bare(cell))) return { value: false };
      return { fault: t("“{cell}” isn't yes or no", { cell: shown(cell) }) };
    }
    case "choice": {
      const chosen =
        options.find((option) => namesOf(option).includes(bare(cell))) ??
        otherWords[name]?.[bare(cell)];
      return chosen === undefined
        ? {
            fault: t("“{cell}” isn't one of: {options}", {
              cell: shown(cell),
              options: options.map((option) => say(codeName(option))).join(", "),
            }),
          }
        : { value: chosen };
    }
    case "text":
    case "area":
      // Exports put an apostrophe before text that a spreadsheet would read as a formula.
      return { value: cell.replace(/^'(?=[=+\-@\t\r])/, "") };
  }
}

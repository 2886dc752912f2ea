import { dictionaryOf } from "@gavelyard/messages/dictionary";
import { languages } from "@gavelyard/messages/languages";
import { isRemark, wordsOf } from "./number-units.ts";
import { unitTable } from "@gavelyard/contract/inventory/unit-table";

/** Other names that consignors and dealers use for a field. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  stockNumber: [
    "stock",
    "stock #",
    "stock no",
    "stk",
    "stk #",
    "unit number",
    "unit #",
    "unit no",
    "unit id",
    "untid",
    "vehicle id",
    "n° de stock",
    "número de stock",
    "no. de inventario",
  ],
  inventoryType: [
    "unit type",
    "vehicle type",
    "category",
    "class",
    "asset type",
    "tipo de vehículo",
  ],
  vin: [
    "vin #",
    "vin number",
    "serial",
    "serial #",
    "serial number",
    "vin/serial",
    "vin or serial",
    "número de serie",
    "nº serie",
    "niv",
  ],
  identifierType: ["kind of identifier", "id type"],
  vinOverrideReason: ["why the vin is right", "vin note"],
  modelYear: ["year", "yr", "my", "año", "año modelo", "modelo año"],
  manufacturer: ["manufacturer", "brand", "mfr", "mfg", "oem"],
  model: ["model name", "model detail"],
  trim: ["trim level"],
  bodyStyle: ["body", "body type"],
  odometer: [
    "miles",
    "mileage",
    "odo",
    "odometer reading",
    "current miles",
    "mileage value",
    "millas",
    "millaje",
    "kilometraje",
    "kilómetros",
    "kilometers",
    "kilometres",
    "km",
    "kms",
    "klms",
  ],
  odometerUnit: [
    "odometer in",
    "miles or km",
    "mileage unit",
    "mileage units",
    "odometer units",
    "distance unit",
    "uom",
    "unit of measure",
    "odometer uom",
    "mileage uom",
  ],
  odometerBrand: ["odometer brand", "odometer status", "odometer disclosure"],
  engineHours: ["hours", "hrs", "hour meter", "meter reading"],
  engineType: ["motor", "engine type", "engine description"],
  fuelType: ["fuel type"],
  transmission: ["trans", "transmission type", "gearbox"],
  axleConfig: ["axle configuration", "axle config", "drive axles"],
  cabType: ["cab type"],
  titleBrand: [
    "title",
    "title type",
    "sale title type",
    "brand of title",
    "título",
    "tipo de título",
  ],
  "specs.titleState": ["state of title", "sale title state", "title state/province"],
  "specs.titleStatus": ["title is"],
  runCondition: ["run condition", "runs and drives", "runs & drives", "run and drive", "condition"],
  primaryDamage: ["damage", "damage description"],
  grade: ["grade", "condition grade"],
  "specs.exteriorColor": ["color", "colour", "ext color", "paint"],
  "specs.interiorColor": ["int color", "interior"],
  "specs.keys": ["has keys", "has keys yes or no", "key", "keys present"],
  "specs.drivetrain": ["drive", "drive type", "drive train", "drive line type"],
  "specs.horsepower": ["hp"],
  "specs.torqueLbFt": ["torque"],
  "specs.suspension": ["suspension type"],
  "specs.gvwrLb": ["gvwr", "gvw"],
  "specs.gcwrLb": ["gcwr", "gcw"],
  "specs.wheelbaseIn": ["wheelbase", "wb"],
  "specs.sleeperSizeIn": ["sleeper", "sleeper size"],
  "specs.trailer.trailerType": ["kind of trailer"],
  "specs.trailer.lengthFt": ["length", "trailer length"],
  "specs.trailer.widthIn": ["width"],
  "specs.trailer.heightIn": ["height"],
  "specs.equipment.category": ["kind of equipment", "equipment category"],
  "specs.equipment.undercarriagePct": ["undercarriage", "undercarriage left"],
  saleType: ["kind of sale"],
  startingPrice: [
    "start price",
    "starting bid",
    "start bid",
    "opening bid",
    "minimum bid",
    "minimum bid amount",
    "price",
    "precio",
    "oferta inicial",
  ],
  reservePrice: ["reserve price", "floor", "floor price"],
  buyNowPrice: ["buy now", "buy it now", "buy it now price", "bin price"],
  estimateLow: ["estimate from", "estimate low"],
  estimateHigh: ["estimate to", "estimate high"],
  featured: ["featured"],
  "specs.equipmentNotes": ["options", "equipment list", "optional equipment"],
  "specs.knownFlaws": ["flaws", "known issues", "known defects", "defects"],
  "specs.serviceHistory": ["service records", "maintenance", "maintenance history"],
  "specs.sellerComments": ["seller notes", "seller comments"],
  description: ["notes", "comments", "details", "remarks", "special note", "comentarios"],
  seller: ["consignor", "seller name", "consignor name"],
  yard: ["location", "site", "branch", "yard name", "terminal", "pickup location", "ubicación"],
};

/** Keeps only letters and digits, so "Stock #" and "stock" are equal. */
const plain = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** Like `plain`, but without a unit or remark at the end: "Mileage (mi)", "Reserve, $". */
const withoutRemark = (name: string): string => plain(name.split(/[(,[]/, 1)[0] ?? "");

/** Like `plain`, but without the units and currencies at the end: "Odometer KM", "gvwrKg", "Price €". */
function withoutUnit(name: string): string {
  const words = wordsOf(name.replace(/\b\p{L}{1,2}\$/gu, ""));
  return plain(words.slice(0, words.findLastIndex((word) => !isRemark(word)) + 1).join(""));
}

const dictionaries = languages.map(dictionaryOf);
/** Fields with their labels in each language, English first. */
const labelled = dictionaries.flatMap((dictionary) =>
  unitTable.map(({ name, label: { text } }) => ({ name, label: dictionary.get(text) ?? text })),
);

/**
 * Names in the order of how surely they mean the field: its own, people's others, its last
 * part, a group of it.
 */
const namesByRank: readonly ReadonlyMap<string, string>[] = [
  [
    ...labelled.map(({ name, label }) => [plain(label), name] as const),
    ...unitTable.map(({ name }) => [plain(name), name] as const),
  ],
  unitTable.flatMap(({ name }) =>
    (otherNames[name] ?? []).map((other) => [plain(other), name] as const),
  ),
  [
    ...labelled.map(({ name, label }) => [withoutRemark(label), name] as const),
    ...unitTable.map(({ name }) => [plain(name.replace(/^.*\./, "")), name] as const),
  ],
  [[plain("model group"), "model"] as const],
  // The first entry for a name wins.
].map((entries) => new Map(entries.toReversed()));

/**
 * Guesses the field of each column from its header. Each field is used once, at the column whose
 * name fits best: "Title brand" beats "Title type". Null for a column without a match.
 */
export function guessMapping(headers: readonly string[]): (string | null)[] {
  const mapping: (string | null)[] = headers.map(() => null);
  for (const nameOf of [plain, withoutRemark, withoutUnit]) {
    for (const names of namesByRank) {
      headers.forEach((header, column) => {
        const field = names.get(nameOf(header));
        if (field === undefined || mapping[column] !== null || mapping.includes(field)) return;
        mapping[column] = field;
      });
    }
  }
  return mapping;
}

/** Returns how many cells of a row are names of fields, so that the row may be the header. */
export const knownNames = (cells: readonly string[]): number =>
  guessMapping(cells).filter((field) => field !== null).length;

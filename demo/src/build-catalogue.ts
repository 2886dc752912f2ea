import { inventorySpecs, type InventorySpecs } from "@gavelyard/contract/inventory/inventory-specs";
import { gvwrClass } from "@gavelyard/domain/inventory/vehicle-class";
import { inspect } from "./condition.ts";
import { damageShownOn } from "./condition-findings.ts";
import { NoteWriter } from "./describe-unit.ts";
import { identifierOf } from "./make-vin.ts";
import type { ModelLine } from "./model-line.ts";
import { modelLines } from "./model-lines.ts";
import { priceUnit } from "./price-unit.ts";
import { Chance } from "./random.ts";
import {
  engineOf,
  engineSpecs,
  accrued,
  titleOf,
  runConditionOf,
  odometerBrandOf,
  choicesOf,
  equipmentOf,
  lightsOf,
  announcementsOf,
} from "./unit-facts.ts";
import type { CatalogueUnit } from "./unit.ts";
import { demoYards } from "./yards.ts";

const SEED = 20_261_120;
const FEATURED = 24;
const FIRST_STOCK_NUMBER = 24_118;
const STOCK_STEP = 7;
const HOUR_MS = 3_600_000;

export interface Delivery {
  /** 0 for the first. Every delivery has different units. */
  readonly number: number;
  /** Maximum units; all by default. */
  readonly units?: number;
  /** Identifiers already in use. */
  readonly taken?: ReadonlySet<string>;
}

/**
 * Builds the units of the demo marketplace. The result is the same for every `now` in a calendar
 * year (UTC).
 */
export function buildCatalogue(now: Date, delivery: Delivery = { number: 0 }): CatalogueUnit[] {
  const saleYear = now.getUTCFullYear();
  const chance = new Chance(SEED + delivery.number * 7_919);
  const notes = new NoteWriter(chance, saleYear);
  const identifiers = new Set(delivery.taken);
  const planned = modelLines.flatMap((line) =>
    Array.from({ length: line.units }, (_, index) => ({ line, index })),
  );
  const stockFrom = FIRST_STOCK_NUMBER + delivery.number * planned.length * STOCK_STEP;
  const chosen = chance.shuffled(planned).slice(0, delivery.units);
  const units = chosen.map(({ line, index }, place) => {
    const modelYear = yearOf(line, index, saleYear, chance);
    const sequence = index + delivery.number * line.units;
    let identifier = identifierOf(line, modelYear, sequence, chance);
    while (identifiers.has(identifier))
      identifier = identifierOf(line, modelYear, sequence, chance);
    identifiers.add(identifier);
    const stockNumber = `GY${stockFrom + place * STOCK_STEP}`;
    const isFirst = delivery.number === 0;
    return buildUnit(line, { modelYear, identifier, stockNumber, isFirst }, now, notes, chance);
  });
  return delivery.number === 0 ? feature(units) : units;
}

function yearOf(line: ModelLine, index: number, saleYear: number, chance: Chance): number {
  const [from, to] = line.years;
  const last = Math.min(to, saleYear);
  const share = (index + chance.next()) / line.units;
  return Math.min(last, from + Math.floor(share * (last - from + 1)));
}

function buildUnit(
  line: ModelLine,
  given: { modelYear: number; identifier: string; stockNumber: string; isFirst: boolean },
  now: Date,
  notes: NoteWriter,
  chance: Chance,
): CatalogueUnit {
  const { modelYear, identifier, stockNumber } = given;
  const saleYear = now.getUTCFullYear();
  const age = Math.max(0.4, saleYear - modelYear + chance.between(-0.3, 0.5));
  const engine = engineOf(line, modelYear, chance);
  const gearbox = line.gearboxes.length === 0 ? null : chance.pick(line.gearboxes);
  const use = Math.min(1.6, Math.max(0.45, 1 + chance.bell() * 0.22));
  const odometer = accrued(line.milesAYear, age, use, chance);
  const hours = accrued(line.hoursAYear, age, use, chance);
  const { titleBrand, primaryDamage } = titleOf(line, age, chance);
  const damaged =
    primaryDamage !== "NONE" &&
    primaryDamage !== "NORMAL_WEAR" &&
    primaryDamage !== "MINOR_SCRATCH";
  const runCondition = runConditionOf(line, damaged, chance);
  // The first units were listed over weeks, a later delivery's today.
  const listedHoursAgo = given.isFirst ? chance.int(4, 45 * 24) : chance.int(0, 6);
  const inspectedAt = new Date(now.getTime() - (listedHoursAgo + chance.int(2, 60)) * HOUR_MS);
  const { report, findings, grade } = inspect(
    line,
    { age, modelYear, runCondition, damaged },
    saleYear,
    inspectedAt,
    chance,
  );
  const prices = priceUnit(line, { age, use, grade, titleBrand, runCondition }, chance);
  const yard = yardOf(chance);
  const trim = chance.pick(line.trims);
  const color = chance.pick(line.colors);
  const features = chance.some(line.features, chance.int(3, Math.min(line.features.length, 9)));
  const chosen = choicesOf(line, chance);
  const specs = inventorySpecs.parse({
    ...line.specs,
    ...chosen,
    equipment: equipmentOf(line, identifier, chance),
    exteriorColor: color,
    interiorColor:
      line.trade === "TRAILER" || line.trade === "EQUIPMENT"
        ? null
        : chance.pick(["Gray", "Black", "Tan", "Gray"]),
    titleState: demoYards[yard]?.state ?? null,
    titleStatus: chance.yes(0.86) ? "PRESENT" : chance.pick(["ATTACHED", "PENDING", "ABSENT"]),
    keys: line.trade === "TRAILER" ? null : runCondition === "UNKNOWN" ? "NO" : "YES",
    keysCount: line.trade === "TRAILER" || runCondition === "UNKNOWN" ? null : chance.int(1, 2),
    airbags:
      line.trade === "LIGHT" ? (primaryDamage === "FRONT_END" ? "DEPLOYED" : "INTACT") : null,
    ...engineSpecs(engine),
    transmissionMake: gearbox?.make ?? null,
    gears: gearbox?.gears ?? null,
    gvwrLb: line.gvwrLb,
    apu: features.includes("APU")
      ? {
          make: chance.pick(["Thermo King TriPac", "Carrier ComfortPro", "Dynasys"]),
          hours: chance.int(600, 9_000),
        }
      : null,
    reeferHours: line.body.includes("reefer") ? Math.round(age * chance.between(900, 1_700)) : null,
    telematicsPresent: line.trade === "HEAVY" ? chance.yes(0.5) : null,
    carbCompliant: engine?.fuel === "DIESEL" && line.trade === "HEAVY" ? modelYear >= 2014 : null,
    epaCompliant: engine?.fuel === "DIESEL" ? modelYear >= 2010 : null,
    features,
    conditionReport: report,
    saleLights: lightsOf(
      runCondition,
      findings.some(({ severity }) => severity === "MAJOR"),
    ),
    announcements: announcementsOf(findings, titleBrand),
  });
  const lowestTread =
    report.tires.length === 0
      ? null
      : Math.min(...report.tires.map((tire) => tire.treadDepth32nds));
  return {
    stockNumber,
    slug: slugOf([modelYear, line.make, line.model, trim, stockNumber]),
    trade: line.trade,
    inventoryType: line.type,
    identifierType: line.vin === null ? "SERIAL" : "VIN",
    identifier,
    modelYear,
    manufacturer: line.make,
    model: line.model,
    trim,
    bodyStyle: line.body,
    odometer,
    odometerBrand: odometerBrandOf(line, odometer, modelYear, saleYear, chance),
    engineHours: hours,
    engineType:
      engine === null
        ? null
        : `${engine.make} ${engine.model.replace(`${engine.make} `, "")}, ${engine.horsepower} hp`,
    fuelType: engine?.fuel ?? null,
    transmission: gearbox?.kind ?? null,
    axleConfig: line.axleConfig,
    cabType: line.cab ?? null,
    gvwrClass: gvwrClass(line.gvwrLb),
    titleBrand,
    primaryDamage,
    runCondition,
    grade,
    yard,
    description: notes.describe({
      line,
      age,
      odometer,
      engineHours: hours,
      features,
      findings,
      runCondition,
      axleRatio: specs.axleRatio,
      gears: specs.gears,
      lowestTread,
    }),
    specs,
    ...prices,
    featured: false,
    color,
    looks: line.looks,
    damage: findings.flatMap(({ area, item, photo }) =>
      photo !== undefined && damageShownOn[photo]?.includes(line.looks[0] ?? "") === true
        ? [{ area, item, photo }]
        : [],
    ),
    listedHoursAgo,
  };
}

function yardOf(chance: Chance): number {
  let left = chance.next() * demoYards.reduce((sum, { share }) => sum + share, 0);
  return Math.max(
    0,
    demoYards.findIndex(({ share }) => (left -= share) < 0),
  );
}

/** Features the best of each inventory type, so that the first page shows the whole range. */
function feature(units: readonly CatalogueUnit[]): CatalogueUnit[] {
  const best = [...units].sort((one, other) => other.grade - one.grade);
  const featured = new Set<CatalogueUnit>();
  for (let round = 0; featured.size < FEATURED; round++) {
    const types = new Set<string>();
    for (const unit of best) {
      if (featured.size >= FEATURED || featured.has(unit) || types.has(unit.inventoryType))
        continue;
      types.add(unit.inventoryType);
      featured.add(unit);
    }
  }
  return units.map((unit) =>
    featured.has(unit)
      ? { ...unit, featured: true, specs: { ...unit.specs, ...writeUpOf(unit.specs) } }
      : unit,
  );
}

/** Lists a featured unit's features and its inspection's findings, one a line. */
function writeUpOf({
  features,
  conditionReport,
}: InventorySpecs): Pick<InventorySpecs, "equipmentNotes" | "knownFlaws"> {
  const flaws = (conditionReport?.sections ?? [])
    .filter(({ severity, note }) => severity !== "NONE" && note !== "")
    .map(({ item, note }) => `${item}: ${note}`);
  const lines = (texts: readonly string[]) => (texts.length === 0 ? null : texts.join("\n"));
  return { equipmentNotes: lines(features), knownFlaws: lines(flaws) };
}

function slugOf(parts: readonly (string | number | null)[]): string {
  return parts
    .filter((part) => part !== null)
    .join(" ")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

import type { InventorySpecs } from "@gavelyard/contract/inventory/inventory-specs";
import type { InventoryCard, InventoryDetail } from "@gavelyard/contract/inventory/inventory";
import { odometerExemption } from "@gavelyard/domain/inventory/vehicle-class";
import type { Engine, ModelLine } from "./model-line.ts";
import type { Chance } from "./random.ts";

/** Picks an engine offered in a model year; null when there is none. */
export function engineOf(line: ModelLine, modelYear: number, chance: Chance): Engine | null {
  const offered = line.engines.filter(
    ({ years }) => years === undefined || (modelYear >= years[0] && modelYear <= years[1]),
  );
  return offered.length === 0 ? null : chance.pick(offered);
}

export function engineSpecs(engine: Engine | null): Partial<InventorySpecs> {
  if (engine === null) return {};
  const burns = engine.fuel !== "ELECTRIC";
  return {
    engineMake: engine.make,
    engineModel: engine.model,
    horsepower: engine.horsepower,
    torqueLbFt: engine.torqueLbFt,
    cylinders: burns ? engine.cylinders : null,
    displacementL: burns ? engine.liters : null,
  };
}

/**
 * Returns the miles or hours a unit has by its age. Early years count in full, later ones less and
 * less.
 */
export function accrued(
  aYear: readonly [number, number] | null,
  age: number,
  use: number,
  chance: Chance,
): number | null {
  if (aYear === null) return null;
  const fullYears = (1 - 0.93 ** age) / 0.07;
  return Math.round(chance.between(...aYear) * fullYears * use) + chance.int(3, 97);
}

export function titleOf(
  line: ModelLine,
  age: number,
  chance: Chance,
): { titleBrand: InventoryCard["titleBrand"]; primaryDamage: InventoryDetail["primaryDamage"] } {
  if (line.type === "EQUIPMENT")
    return {
      titleBrand: chance.yes(0.8) ? "BILL_OF_SALE" : "NOT_TITLED",
      primaryDamage: "NORMAL_WEAR",
    };
  const roll = chance.next();
  if (roll < 0.035)
    return {
      titleBrand: "SALVAGE",
      primaryDamage: chance.pick(
        line.trade === "TRAILER"
          ? ["REAR_END", "SIDE"]
          : ["FRONT_END", "REAR_END", "SIDE", "HAIL", "BURN_ENGINE"],
      ),
    };
  if (roll < 0.06) return { titleBrand: "REBUILT", primaryDamage: "NORMAL_WEAR" };
  if (roll < 0.066 && line.trade === "LIGHT")
    return { titleBrand: "FLOOD", primaryDamage: "FLOOD" };
  return {
    titleBrand: "CLEAN",
    primaryDamage:
      age < 3 ? "NONE" : chance.pick(["NORMAL_WEAR", "NORMAL_WEAR", "MINOR_SCRATCH", "NONE"]),
  };
}

export function runConditionOf(
  line: ModelLine,
  damaged: boolean,
  chance: Chance,
): InventoryCard["runCondition"] {
  if (line.trade === "TRAILER") return "UNKNOWN";
  const roll = chance.next() - (damaged ? 0.45 : 0);
  if (roll > 0.09) return "RUNS_DRIVES";
  if (roll > 0.045) return "STARTS";
  return roll > 0.015 || damaged ? "DOES_NOT_START" : "UNKNOWN";
}

/** Returns the odometer brand: EXEMPT where the law requires no disclosure (49 CFR 580.17). */
export function odometerBrandOf(
  line: ModelLine,
  odometer: number | null,
  modelYear: number,
  saleYear: number,
  chance: Chance,
): InventoryDetail["odometerBrand"] {
  const exempt = odometerExemption({
    inventoryType: line.type,
    gvwrLb: line.gvwrLb,
    modelYear,
    saleYear,
  });
  if (odometer === null || exempt !== null) return "EXEMPT";
  return chance.yes(0.97) ? "ACTUAL" : "NOT_ACTUAL";
}

/** Picks one option of each of the line's choices. */
export function choicesOf(line: ModelLine, chance: Chance): Partial<InventorySpecs> {
  const { axleRatio, wheelbaseIn, sleeperSizeIn, trailer } = line.choices ?? {};
  return {
    ...(axleRatio === undefined ? {} : { axleRatio: chance.pick(axleRatio) }),
    ...(wheelbaseIn === undefined ? {} : { wheelbaseIn: chance.pick(wheelbaseIn) }),
    ...(sleeperSizeIn === undefined ? {} : { sleeperSizeIn: chance.pick(sleeperSizeIn) }),
    ...(trailer === undefined ? {} : { trailer: chance.pick(trailer) }),
  };
}

export function equipmentOf(
  line: ModelLine,
  identifier: string,
  chance: Chance,
): InventorySpecs["equipment"] {
  const equipment = line.specs?.equipment ?? null;
  if (equipment === null) return null;
  const worn =
    equipment.undercarriagePct === null
      ? null
      : Math.max(15, Math.min(95, equipment.undercarriagePct + chance.int(-25, 25)));
  return {
    ...equipment,
    serial: identifier,
    undercarriagePct: worn,
    attachments: [...chance.pick(line.choices?.attachments ?? [[]])],
  };
}

/** Returns the sale lights: red if it doesn't run, yellow with announcements, green otherwise. */
export function lightsOf(runCondition: string, hasMajor: boolean): InventorySpecs["saleLights"] {
  if (runCondition === "DOES_NOT_START" || runCondition === "STARTS") return ["RED"];
  return hasMajor ? ["YELLOW"] : ["GREEN"];
}

export function announcementsOf(
  findings: readonly { severity: string; item: string; note: string }[],
  titleBrand: string,
): string | null {
  const lines = findings
    .filter(({ severity }) => severity === "MAJOR")
    .map(({ item, note }) => `${item}: ${note}.`);
  if (titleBrand === "SALVAGE" || titleBrand === "REBUILT" || titleBrand === "FLOOD")
    lines.unshift(`Sold on a ${titleBrand.toLowerCase()} title.`);
  return lines.length === 0 ? null : lines.join(" ");
}

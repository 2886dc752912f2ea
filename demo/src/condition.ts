import type { ConditionReport } from "@gavelyard/contract/inventory/inventory-specs";
import type { InventoryCard } from "@gavelyard/contract/inventory/inventory";
import { findingsOf, inspectors, tireBrands, type Finding } from "./condition-findings.ts";
import type { ModelLine, Trade } from "./model-line.ts";
import type { Chance } from "./random.ts";

export interface Inspection {
  readonly report: ConditionReport;
  readonly findings: readonly Finding[];
  readonly grade: number;
}

const soundItems: Readonly<Record<Trade, readonly (readonly [area: string, item: string])[]>> = {
  HEAVY: [
    ["Engine", "Oil pressure"],
    ["Engine", "Blow-by"],
    ["Frame", "Rails"],
    ["Brakes", "Air system"],
    ["Cab", "Controls"],
    ["Lights", "All lamps"],
    ["Suspension", "Air ride"],
  ],
  MEDIUM: [
    ["Engine", "Running"],
    ["Frame", "Rails"],
    ["Body", "Structure"],
    ["Brakes", "Pedal and park"],
    ["Lights", "All lamps"],
    ["Cab", "Controls"],
  ],
  LIGHT: [
    ["Engine", "Running"],
    ["Transmission", "Shift quality"],
    ["Frame", "Underbody"],
    ["Interior", "Equipment"],
    ["Lights", "All lamps"],
    ["Brakes", "Pedal and park"],
  ],
  TRAILER: [
    ["Frame", "Rails"],
    ["Floor", "Boards"],
    ["Brakes", "ABS"],
    ["Lights", "All lamps"],
    ["Landing gear", "Legs"],
  ],
  EQUIPMENT: [
    ["Engine", "Running"],
    ["Hydraulics", "Pump pressure"],
    ["Cab", "Controls"],
    ["Structure", "Welds"],
    ["Undercarriage", "Alignment"],
  ],
  BUS: [
    ["Engine", "Running"],
    ["Body", "Structure"],
    ["Safety", "Exits and alarms"],
    ["Brakes", "Air system"],
    ["Lights", "All lamps"],
  ],
  RV: [
    ["Engine", "Running"],
    ["House", "Appliances"],
    ["House", "Water system"],
    ["Generator", "Output"],
    ["Lights", "All lamps"],
  ],
  MOTORCYCLE: [
    ["Engine", "Running"],
    ["Transmission", "Shift quality"],
    ["Frame", "Steering head"],
    ["Brakes", "Lever and pedal"],
    ["Lights", "All lamps"],
  ],
};

const codes: readonly string[] = [
  "P20EE",
  "P0401",
  "P2459",
  "SPN3216",
  "SPN4364",
  "SPN1569",
  "U0415",
  "C0045",
];
const MAJOR_KEPT = 0.4;
const deductions = { MINOR: 0.1, MODERATE: 0.35, MAJOR: 0.8 } as const;
const ratings = { MINOR: 4, MODERATE: 3, MAJOR: 2 } as const;
const deepestTread: Readonly<Record<Trade, number>> = {
  HEAVY: 24,
  MEDIUM: 18,
  LIGHT: 11,
  TRAILER: 16,
  EQUIPMENT: 20,
  BUS: 16,
  RV: 15,
  MOTORCYCLE: 7,
};

/** Inspects a unit. Older units get more findings, and findings lower the grade. */
export function inspect(
  line: ModelLine,
  unit: {
    readonly age: number;
    readonly modelYear: number;
    readonly runCondition: InventoryCard["runCondition"];
    readonly damaged: boolean;
  },
  saleYear: number,
  inspectedAt: Date,
  chance: Chance,
): Inspection {
  const body = line.body.toLowerCase();
  // Expensive faults are less likely than others in the list.
  const pool = findingsOf[line.trade].filter(
    ({ bodies, severity }) =>
      (bodies.length === 0 || bodies.some((word) => body.includes(word))) &&
      (severity !== "MAJOR" || chance.yes(MAJOR_KEPT)),
  );
  const count = Math.min(pool.length, chance.int(0, 2) + Math.round(unit.age * 0.22));
  const sound = unit.age < 3 ? pool.filter(({ severity }) => severity !== "MAJOR") : pool;
  const findings = chance.some(sound, count);
  const runs = line.trade === "TRAILER" || unit.runCondition === "RUNS_DRIVES";
  const lost = findings.reduce((sum, { severity }) => sum + deductions[severity], 0);
  const spread = chance.bell() * 0.15 - (runs ? 0 : 1.1) - (unit.damaged ? 0.9 : 0);
  const grade =
    Math.round(Math.min(4.9, Math.max(0.8, 4.7 - lost * 0.8 - unit.age * 0.06 + spread)) * 10) / 10;
  const leaks = findings.filter(({ note }) => /damp|weep|seep|film|leak/i.test(note));
  const touched = new Set(findings.map(({ area }) => area));
  const good = soundItems[line.trade].filter(([area]) => !touched.has(area));
  return {
    findings,
    grade,
    report: {
      inspector: chance.pick(inspectors),
      inspectedAt: inspectedAt.toISOString(),
      sections: [
        ...good.map(([area, item]) => ({
          area,
          item,
          rating: grade > 3.8 ? 5 : 4,
          severity: "NONE" as const,
          note: "No defect noted",
          photoIds: [],
        })),
        ...findings.map(({ area, item, severity, note }) => ({
          area,
          item,
          rating: ratings[severity],
          severity,
          note,
          photoIds: [],
        })),
      ],
      obdCodes:
        line.engines.length > 0 && line.trade !== "EQUIPMENT" && chance.yes(0.22)
          ? chance.some(codes, chance.int(1, 2))
          : [],
      fluids:
        line.trade === "TRAILER"
          ? ""
          : chance.pick([
              "Full and clean",
              "Full, engine oil dark",
              "Coolant to -34 °F, oil due soon",
              "All at level",
            ]),
      leaks: leaks.length === 0 ? "None seen" : leaks.map(({ item }) => item).join(", "),
      tires: tiresOf(line, unit, saleYear, chance),
      brakes: findings
        .filter(({ area }) => area === "Brakes")
        .map(({ item, note }) => `${item}: ${note}`),
    },
  };
}

function tiresOf(
  line: ModelLine,
  unit: { readonly modelYear: number },
  saleYear: number,
  chance: Chance,
): ConditionReport["tires"] {
  if (line.tires === null) return [];
  const deepest = deepestTread[line.trade];
  const brand = chance.pick(tireBrands);
  const size = chance.pick(line.tires.sizes);
  const worn = chance.int(Math.ceil(deepest * 0.25), deepest - 1);
  const tireYear = Math.min(saleYear, Math.max(unit.modelYear, saleYear - chance.int(0, 5)));
  return line.tires.positions.map((position) => ({
    position,
    brand: chance.yes(0.85) ? brand : chance.pick(tireBrands),
    size,
    treadDepth32nds: Math.max(2, Math.min(deepest, worn + chance.int(-2, 2))),
    dotYear: tireYear,
  }));
}

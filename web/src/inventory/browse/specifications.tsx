import type { InventoryDetail } from "@gavelyard/contract/inventory";
import { t } from "@gavelyard/messages/text";
import { CopyButton } from "../../ui/copy-button.tsx";
import { count, hours, miles, words } from "../../ui/format.ts";
import { RunFact } from "./run-fact.tsx";

type Fact = readonly [string, string | number];

const RUNS = "Runs";

const lb = (value: number | null) =>
  value === null ? null : t("{pounds} lb", { pounds: count(value) });
const named = (value: string | null) => (value === null ? null : words(value));
const yesNo = (value: boolean | null) => (value === null ? null : value ? "Yes" : "No");

/** Returns a unit's specifications with their labels. */
export function factsOf(unit: InventoryDetail): Fact[] {
  const { specs } = unit;
  const all: (readonly [string, string | number | null])[] = [
    ["Stock number", unit.stockNumber],
    [unit.identifierType === "SERIAL" ? "Serial number" : "VIN", unit.vin],
    ["Year", unit.modelYear],
    ["Make", unit.manufacturer],
    ["Model", unit.model],
    ["Body", unit.bodyStyle],
    [
      "Odometer",
      unit.odometer === null
        ? null
        : t("{distance} ({brand})", {
            distance: miles(unit.odometer, unit.odometerUnit),
            brand: words(unit.odometerBrand).toLowerCase(),
          }),
    ],
    ["Engine hours", unit.engineHours === null ? null : hours(unit.engineHours)],
    ["Engine", unit.engineType],
    [
      "Horsepower",
      specs.horsepower === null ? null : t("{horsepower} hp", { horsepower: specs.horsepower }),
    ],
    ["Fuel", named(unit.fuelType)],
    [
      "Transmission",
      unit.transmission === null
        ? null
        : [
            specs.transmissionMake,
            words(unit.transmission),
            specs.gears === null ? null : t("{gears} gears", { gears: specs.gears }),
          ]
            .filter(Boolean)
            .join(", "),
    ],
    ["Axles", unit.axleConfig],
    ["Axle ratio", specs.axleRatio],
    ["Front axle", lb(specs.frontAxleLb)],
    ["Rear axles", lb(specs.rearAxleLb)],
    ["Suspension", named(specs.suspension)],
    [
      "Wheelbase",
      specs.wheelbaseIn === null ? null : t("{inches} in", { inches: specs.wheelbaseIn }),
    ],
    ["Fifth wheel", named(specs.fifthWheel)],
    [
      "GVWR",
      unit.gvwrClass === null
        ? lb(specs.gvwrLb)
        : [lb(specs.gvwrLb), t("class {number}", { number: unit.gvwrClass })]
            .filter(Boolean)
            .join(", "),
    ],
    ["Cab", named(unit.cabType)],
    [
      "Sleeper",
      specs.sleeperSizeIn === null ? null : t("{inches} in", { inches: specs.sleeperSizeIn }),
    ],
    ["Engine brake", yesNo(specs.engineBrake)],
    [
      "Trailer",
      specs.trailer === null
        ? null
        : t("{type}, {feet} ft", {
            type: words(specs.trailer.trailerType),
            feet: specs.trailer.lengthFt,
          }),
    ],
    ["Equipment", specs.equipment?.category ?? null],
    ["Exterior color", specs.exteriorColor],
    ["Title", [words(unit.titleBrand), specs.titleState].filter(Boolean).join(", ")],
    ["Keys", named(specs.keys)],
    ["Primary damage", words(unit.primaryDamage)],
    [RUNS, words(unit.runCondition)],
    ["Grade", unit.grade === null ? null : t("{grade} of 5", { grade: unit.grade.toFixed(1) })],
  ];
  return all.filter((fact): fact is Fact => fact[1] !== null && fact[1] !== "");
}

/** Numbers that people look up elsewhere. */
const copied: ReadonlySet<string> = new Set(["Stock number", "Serial number", "VIN"]);

export default function Specifications({ unit }: { unit: InventoryDetail }) {
  return (
    <dl className="grid gap-x-8 sm:grid-cols-2">
      {factsOf(unit).map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4 border-b border-line py-2">
          <dt className="text-soft">{name}</dt>
          <dd className="text-right font-semibold break-all">
            {name === RUNS ? <RunFact condition={unit.runCondition} /> : value}
            {copied.has(name) ? <CopyButton what={name} text={String(value)} /> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

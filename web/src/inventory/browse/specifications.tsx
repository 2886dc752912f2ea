import type { InventoryDetail } from "@gavelyard/contract/inventory";
import { CopyButton } from "../../ui/copy-button.tsx";
import { count, hours, miles, words } from "../../ui/format.ts";

type Fact = readonly [string, string | number];

const lb = (value: number | null) => (value === null ? null : `${count(value)} lb`);
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
        : `${miles(unit.odometer, unit.odometerUnit)} (${words(unit.odometerBrand).toLowerCase()})`,
    ],
    ["Engine hours", unit.engineHours === null ? null : hours(unit.engineHours)],
    ["Engine", unit.engineType],
    ["Horsepower", specs.horsepower === null ? null : `${specs.horsepower} hp`],
    ["Fuel", named(unit.fuelType)],
    [
      "Transmission",
      unit.transmission === null
        ? null
        : [
            specs.transmissionMake,
            words(unit.transmission),
            specs.gears === null ? null : `${specs.gears} gears`,
          ]
            .filter(Boolean)
            .join(", "),
    ],
    ["Axles", unit.axleConfig],
    ["Axle ratio", specs.axleRatio],
    ["Front axle", lb(specs.frontAxleLb)],
    ["Rear axles", lb(specs.rearAxleLb)],
    ["Suspension", named(specs.suspension)],
    ["Wheelbase", specs.wheelbaseIn === null ? null : `${specs.wheelbaseIn} in`],
    ["Fifth wheel", named(specs.fifthWheel)],
    [
      "GVWR",
      unit.gvwrClass === null
        ? lb(specs.gvwrLb)
        : [lb(specs.gvwrLb), `class ${unit.gvwrClass}`].filter(Boolean).join(", "),
    ],
    ["Cab", named(unit.cabType)],
    ["Sleeper", specs.sleeperSizeIn === null ? null : `${specs.sleeperSizeIn} in`],
    ["Engine brake", yesNo(specs.engineBrake)],
    [
      "Trailer",
      specs.trailer === null
        ? null
        : `${words(specs.trailer.trailerType)}, ${specs.trailer.lengthFt} ft`,
    ],
    ["Equipment", specs.equipment?.category ?? null],
    ["Exterior color", specs.exteriorColor],
    ["Title", [words(unit.titleBrand), specs.titleState].filter(Boolean).join(", ")],
    ["Keys", named(specs.keys)],
    ["Primary damage", words(unit.primaryDamage)],
    ["Runs", words(unit.runCondition)],
    ["Grade", unit.grade === null ? null : `${unit.grade.toFixed(1)} of 5`],
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
            {value}
            {copied.has(name) ? <CopyButton what={name} text={String(value)} /> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

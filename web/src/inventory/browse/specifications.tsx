import type { InventoryDetail } from "@gavelyard/contract/inventory/inventory";
import { plural, t } from "@gavelyard/messages/text";
import { CopyButton } from "../../ui/copy-button.tsx";
import { count, hours, miles, words } from "../../ui/text/format.ts";
import { paintWords } from "./paint.ts";
import { writtenLang } from "../../ui/text/as-written.tsx";
import { RunFact } from "./run-fact.tsx";

type Fact = readonly [string, string | number];

const RUNS = t("Runs");

const lb = (value: number | null) =>
  value === null ? null : t("{pounds} lb", { pounds: count(value) });
const codeText = (value: string | null) => (value === null ? null : words(value));
const yesNo = (value: boolean | null) => (value === null ? null : value ? t("Yes") : t("No"));

export function factsOf(unit: InventoryDetail): Fact[] {
  const { specs } = unit;
  const all: (readonly [string, string | number | null])[] = [
    [t("Stock number"), unit.stockNumber],
    [unit.identifierType === "SERIAL" ? t("Serial number") : "VIN", unit.vin],
    [t("Year"), unit.modelYear],
    [t("Make"), unit.manufacturer],
    [t("Model"), unit.model],
    [t("Body"), unit.bodyStyle],
    [
      t("Odometer"),
      unit.odometer === null
        ? null
        : t("{distance} ({brand})", {
            distance: miles(unit.odometer, unit.odometerUnit),
            brand: words(unit.odometerBrand).toLowerCase(),
          }),
    ],
    [t("Engine hours"), unit.engineHours === null ? null : hours(unit.engineHours)],
    [t("Engine"), unit.engineType],
    [
      t("Horsepower"),
      specs.horsepower === null ? null : t("{horsepower} hp", { horsepower: specs.horsepower }),
    ],
    [t("Fuel"), codeText(unit.fuelType)],
    [
      t("Transmission"),
      unit.transmission === null
        ? null
        : [
            specs.transmissionMake,
            words(unit.transmission),
            specs.gears === null ? null : plural(specs.gears, "{n} gear", "{n} gears"),
          ]
            .filter(Boolean)
            .join(", "),
    ],
    [t("Axles"), codeText(unit.axleConfig)],
    [t("Axle ratio"), specs.axleRatio],
    [t("Front axle"), lb(specs.frontAxleLb)],
    [t("Rear axles"), lb(specs.rearAxleLb)],
    [t("Suspension"), codeText(specs.suspension)],
    [
      t("Wheelbase"),
      specs.wheelbaseIn === null ? null : t("{inches} in", { inches: specs.wheelbaseIn }),
    ],
    [t("Fifth wheel"), codeText(specs.fifthWheel)],
    [
      "GVWR",
      unit.gvwrClass === null
        ? lb(specs.gvwrLb)
        : [lb(specs.gvwrLb), t("class {number}", { number: unit.gvwrClass })]
            .filter(Boolean)
            .join(", "),
    ],
    [t("Cab"), codeText(unit.cabType)],
    [
      t("Sleeper"),
      specs.sleeperSizeIn === null ? null : t("{inches} in", { inches: specs.sleeperSizeIn }),
    ],
    [t("Engine brake"), yesNo(specs.engineBrake)],
    [
      t("Trailer"),
      specs.trailer === null
        ? null
        : t("{type}, {feet} ft", {
            type: words(specs.trailer.trailerType),
            feet: specs.trailer.lengthFt,
          }),
    ],
    [t("Equipment"), specs.equipment?.category ?? null],
    [t("Exterior color"), specs.exteriorColor === null ? null : paintWords(specs.exteriorColor)],
    [t("Title"), [words(unit.titleBrand), specs.titleState].filter(Boolean).join(", ")],
    [t("Keys"), codeText(specs.keys)],
    [t("Primary damage"), words(unit.primaryDamage)],
    [RUNS, words(unit.runCondition)],
    [t("Grade"), unit.grade === null ? null : t("{grade} of 5", { grade: unit.grade.toFixed(1) })],
  ];
  return all.filter((fact): fact is Fact => fact[1] !== null && fact[1] !== "");
}

/** Values that staff wrote in English. */
const written: ReadonlySet<string> = new Set([t("Body"), t("Equipment")]);
/** Numbers that people enter elsewhere. */
const copied: ReadonlySet<string> = new Set([t("Stock number"), t("Serial number"), "VIN"]);

export default function Specifications({ unit }: { unit: InventoryDetail }) {
  return (
    <dl className="grid gap-x-8 sm:grid-cols-2">
      {factsOf(unit).map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4 border-b border-line py-2">
          <dt className="text-soft">{name}</dt>
          <dd
            lang={written.has(name) ? writtenLang() : undefined}
            className={`text-right font-semibold wrap-anywhere ${copied.has(name) ? "code" : ""}`.trimEnd()}
          >
            {name === RUNS ? <RunFact condition={unit.runCondition} /> : value}
            {copied.has(name) ? <CopyButton what={name} text={String(value)} /> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

import type { InventoryDetail } from "@gavelyard/contract/inventory/inventory";
import { formatUtcDate } from "@gavelyard/domain/time-zone";
import { plural, t } from "@gavelyard/messages/text";
import { hours, miles, words } from "../../ui/text/format.ts";
import { RunFact } from "./run-fact.tsx";

const RUNS = t("Runs");

/** Key facts in one strip under the unit's name; missing ones are left out. */
export default function KeyFacts({ unit }: { unit: InventoryDetail }) {
  const { trailer } = unit.specs;
  const facts = [
    [t("Odometer"), unit.odometer === null ? null : miles(unit.odometer, unit.odometerUnit)],
    [t("Engine hours"), unit.engineHours === null ? null : hours(unit.engineHours)],
    [
      t("Trailer"),
      trailer === null
        ? null
        : t("{type}, {feet} ft", { type: words(trailer.trailerType), feet: trailer.lengthFt }),
    ],
    [t("Engine"), unit.engineType],
    [t("Transmission"), unit.transmission === null ? null : words(unit.transmission)],
    [t("Axles"), unit.axleConfig === null ? null : words(unit.axleConfig)],
    [RUNS, unit.runCondition === "UNKNOWN" ? null : words(unit.runCondition)],
    [t("Title"), words(unit.titleBrand)],
    [t("Grade"), unit.grade === null ? null : t("{grade} of 5", { grade: unit.grade.toFixed(1) })],
  ].filter(([, value]) => value !== null && value !== "");
  return (
    <div>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:flex sm:flex-wrap lg:mt-3">
        {facts.map(([name, value]) => (
          <div key={name} className="grow bg-sheet px-3 py-1.5 last:odd:col-span-2 sm:px-4 sm:py-2">
            <dt className="text-xs text-soft sm:text-sm">{name}</dt>
            <dd className="text-sm font-semibold sm:text-base">
              {name === RUNS ? <RunFact condition={unit.runCondition} /> : value}
            </dd>
          </div>
        ))}
      </dl>
      {unit.title === null ? null : <TitleNote title={unit.title} />}
    </div>
  );
}

/** What buyers should know of the title before they bid (D82). */
function TitleNote({
  title: { status, expectedOn, medianDays },
}: {
  title: NonNullable<InventoryDetail["title"]>;
}) {
  const state =
    status === "CHECKED"
      ? t("Title in hand, checked")
      : status === "IN_HAND"
        ? t("Title in hand, not checked yet")
        : status === "NOT_TITLED"
          ? t("Sold without a title")
          : t("Title absent, expected by {day}", { day: formatUtcDate(expectedOn) });
  return (
    <p className="mt-2 text-sm">
      <strong className="font-semibold">{state}.</strong>{" "}
      {medianDays === null || status === "NOT_TITLED" ? null : (
        <span className="text-soft">
          {plural(
            medianDays,
            "Half of our last titles were sent within {n} day of payment.",
            "Half of our last titles were sent within {n} days of payment.",
          )}
        </span>
      )}
    </p>
  );
}

import { plural, t } from "@gavelyard/messages/text";
import type { InventoryCard, Lot } from "@gavelyard/contract/inventory/inventory";
import { count, hours, miles, words } from "./text/format.ts";
import type { Pictured } from "./picture.tsx";

/** A unit as lists show it, kept small since it is embedded in the page's HTML. */
export interface ListedUnit extends Pick<InventoryCard, "id" | "name" | "hasVideo"> {
  /** Where the unit is and how much interest it has, in one line. */
  readonly place: string;
  readonly price: number | null;
  readonly facts: string;
  readonly picture: Pictured | undefined;
  readonly lot: Pick<
    Lot,
    | "lotId"
    | "seq"
    | "status"
    | "outcome"
    | "bidCount"
    | "reserveState"
    | "opensAt"
    | "closesAt"
    | "timeZone"
  > | null;
}

/** Key facts of a listed unit; unknown ones are null or missing. */
export interface ListedFacts {
  readonly odometer?: number | null;
  readonly odometerUnit: string;
  readonly engineHours?: number | null;
  readonly engineType?: string | null;
  readonly bodyStyle?: string | null;
  readonly runCondition?: string | null;
  readonly titleBrand?: string | null;
  readonly grade?: number | null;
}

/** Grades that say nothing about a unit, since most have one of them. */
const isUsualGrade = (grade: number): boolean => grade >= 3 && grade <= 4;

/** Facts in one line, which breaks after a separator and never before it. */
const inLine = (facts: readonly string[]): string => facts.filter(Boolean).join("\u00A0· ");

/**
 * Formats the facts that decide about a unit in one line, such as "138,142 mi · Ford 6.8 Triton,
 * 305 hp · Runs and drives": its use, its engine, or its body without one, and whether it runs. Title
 * and grade follow when they are unusual.
 */
export function unitFacts(unit: ListedFacts): string {
  const { odometer, engineHours, runCondition, titleBrand, grade } = unit;
  const title = words(titleBrand ?? "");
  return inLine([
    odometer != null
      ? miles(odometer, unit.odometerUnit)
      : engineHours == null
        ? ""
        : hours(engineHours),
    unit.engineType ?? unit.bodyStyle ?? "",
    runCondition === "UNKNOWN" ? "" : words(runCondition ?? ""),
    titleBrand === "CLEAN"
      ? ""
      : title === "" || titleBrand?.includes("_")
        ? title
        : t("{brand} title", { brand: title }),
    grade == null || isUsualGrade(grade) ? "" : t("Grade {grade}", { grade: grade.toFixed(1) }),
  ]);
}

/** Formats where a unit is and how much interest it has: "Newark, NJ · 12 watching · 340 views". */
export function placeAndInterest({
  location,
  distanceMiles,
  watchers,
  views,
}: {
  readonly location: string;
  readonly distanceMiles?: number | undefined;
  readonly watchers?: number | undefined;
  readonly views?: number | undefined;
}): string {
  return inLine([
    location,
    distanceMiles === undefined ? "" : t("{miles} mi away", { miles: count(distanceMiles) }),
    watchers === undefined ? "" : t("{number} watching", { number: count(watchers) }),
    views === undefined ? "" : plural(views, "{n} view", "{n} views"),
  ]);
}

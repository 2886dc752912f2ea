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
  readonly transmission?: string | null;
  readonly runCondition?: string | null;
  readonly titleBrand?: string | null;
  readonly grade?: number | null;
}

/**
 * Formats a unit's facts in one line: "138,142 mi
 * Ford 6.8 Triton, 305 hp
 * Automatic
 * Runs and drives
 * Clean title
 * Grade 3.9". A unit without an engine, such as a trailer, shows its body. Lines break after a
 * separator, never before it.
 */
export function unitFacts(unit: ListedFacts): string {
  const { odometer, engineHours, transmission, runCondition, titleBrand, grade } = unit;
  const title = words(titleBrand ?? "");
  return [
    odometer == null ? "" : miles(odometer, unit.odometerUnit),
    engineHours == null ? "" : hours(engineHours),
    unit.engineType ?? unit.bodyStyle,
    words(transmission ?? ""),
    runCondition === "UNKNOWN" ? "" : words(runCondition ?? ""),
    title === "" || titleBrand?.includes("_") ? title : t("{brand} title", { brand: title }),
    grade == null ? "" : t("Grade {grade}", { grade: grade.toFixed(1) }),
  ]
    .filter(Boolean)
    .join("\u00A0| ");
}

/**
 * Formats where a unit is and how much interest it has: "Newark, NJ
 * 12 watching
 * 340 views".
 */
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
  return [
    location,
    distanceMiles === undefined ? "" : t("{miles} mi away", { miles: count(distanceMiles) }),
    watchers === undefined ? "" : t("{number} watching", { number: count(watchers) }),
    views === undefined ? "" : plural(views, "{n} view", "{n} views"),
  ]
    .filter(Boolean)
    .join("\u00A0| ");
}

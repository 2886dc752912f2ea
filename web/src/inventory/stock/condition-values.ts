import type { ConditionReport } from "@gavelyard/contract/inventory/inventory-specs";
import { calendarDateIn, wallTimeToMs } from "@gavelyard/domain/wall-time";
import { z } from "zod";

const findingSchema = z.object({
  area: z.string(),
  item: z.string(),
  rating: z.string(),
  severity: z.string(),
  note: z.string(),
  photoIds: z.array(z.string()),
});
const tireSchema = z.object({
  position: z.string(),
  brand: z.string(),
  size: z.string(),
  treadDepth32nds: z.string(),
  dotYear: z.string(),
});

export const conditionValues = z.object({
  inspector: z.string(),
  /** A calendar date in the yard's zone, `2026-11-20`. */
  inspectedOn: z.string(),
  sections: z.array(findingSchema),
  tires: z.array(tireSchema),
  obdCodes: z.string(),
  fluids: z.string(),
  leaks: z.string(),
  brakes: z.string(),
});
export type ConditionValues = z.infer<typeof conditionValues>;
export type FindingValues = z.infer<typeof findingSchema>;

export const blankFinding: FindingValues = {
  area: "",
  item: "",
  rating: "3",
  severity: "MINOR",
  note: "",
  photoIds: [],
};
export const blankTire = { position: "", brand: "", size: "", treadDepth32nds: "", dotYear: "" };

/** `zone` is the yard's. Null gives an empty form. */
export function conditionValuesOf(
  report: ConditionReport | null,
  zone: string,
  nowMs: number,
): ConditionValues {
  return {
    inspector: report?.inspector ?? "",
    inspectedOn: calendarDateIn(report === null ? nowMs : Date.parse(report.inspectedAt), zone),
    sections: (report?.sections ?? []).map((finding) => ({
      ...finding,
      rating: String(finding.rating),
    })),
    tires: (report?.tires ?? []).map((tire) => ({
      ...tire,
      treadDepth32nds: String(tire.treadDepth32nds),
      dotYear: tire.dotYear === null ? "" : String(tire.dotYear),
    })),
    obdCodes: (report?.obdCodes ?? []).join(", "),
    fluids: report?.fluids ?? "",
    leaks: report?.leaks ?? "",
    brakes: (report?.brakes ?? []).join("\n"),
  };
}

const parts = (text: string, between: RegExp) =>
  text
    .split(between)
    .map((part) => part.trim())
    .filter((part) => part !== "");
// Text that is not a number is sent as typed, so that validation reports the field.
const numberOf = (text: string) =>
  text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text);

/** Converts form values for validation. The report's time changes only if its date does. */
export function conditionOf(
  values: ConditionValues,
  before: ConditionReport | null,
  zone: string,
): unknown {
  const { inspectedOn, ...typed } = values;
  const sameDay =
    before !== null && calendarDateIn(Date.parse(before.inspectedAt), zone) === inspectedOn;
  return {
    ...typed,
    inspector: typed.inspector.trim(),
    inspectedAt: sameDay ? before.inspectedAt : noonOf(inspectedOn, zone),
    sections: typed.sections.map((finding) => ({
      ...finding,
      area: finding.area.trim(),
      item: finding.item.trim(),
      rating: Number(finding.rating),
    })),
    tires: typed.tires.map((tire) => ({
      ...tire,
      position: tire.position.trim(),
      treadDepth32nds: numberOf(tire.treadDepth32nds),
      dotYear: tire.dotYear.trim() === "" ? null : numberOf(tire.dotYear),
    })),
    obdCodes: parts(typed.obdCodes.toUpperCase(), /[\s,;]+/),
    brakes: parts(typed.brakes, /\n/),
  };
}

function noonOf(date: string, zone: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(date)
    ? new Date(wallTimeToMs(`${date}T12:00`, zone)).toISOString()
    : date;
}

import type { ConditionReport } from "@gavelyard/contract/inventory/inventory-specs";

export type Finding = ConditionReport["sections"][number];

/** Returns a report's defects, worst first, and the inspected items without one. */
export function findingsOf(report: ConditionReport): {
  readonly defects: readonly Finding[];
  readonly sound: readonly Finding[];
} {
  const isDefect = ({ severity, rating }: Finding) => severity !== "NONE" || rating < 4;
  return {
    defects: report.sections.filter(isDefect).toSorted((one, other) => one.rating - other.rating),
    sound: report.sections.filter((finding) => !isDefect(finding)),
  };
}

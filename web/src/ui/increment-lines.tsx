import { t } from "@gavelyard/messages/text";
import { maxIncrementSteps } from "@gavelyard/domain/bid-increments";
import { LinesField } from "./lines-field.tsx";
import type { TypedSteps } from "./typed-terms.ts";

/** Fields for the bid increments: from each price up, how much higher the next bid must be. */
export function IncrementLines({
  lines,
  ...field
}: {
  label: string;
  /** Path of the table in the form, for its errors. */
  path: string;
  lines: TypedSteps;
  faults: Readonly<Record<string, string>>;
  onChange: (lines: TypedSteps) => void;
}) {
  return (
    <LinesField
      columns={[
        { field: "from", title: t("From ($)") },
        { field: "step", title: t("Increment ($)") },
      ]}
      lines={lines}
      blank={{ from: "", step: "" }}
      least={1}
      most={maxIncrementSteps}
      {...field}
    />
  );
}

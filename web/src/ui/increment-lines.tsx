import { maxIncrementSteps } from "@gavelyard/domain/bid-increments";
import { LinesField } from "./lines-field.tsx";
import type { TypedSteps } from "./typed-terms.ts";

/** The table of bid increments: from each price on, by how much the next bid must be higher. */
export function IncrementLines({
  lines,
  ...field
}: {
  label: string;
  /** Where the form keeps the table, for its faults. */
  path: string;
  lines: TypedSteps;
  faults: Readonly<Record<string, string>>;
  onChange: (lines: TypedSteps) => void;
}) {
  return (
    <LinesField
      columns={[
        { field: "from", title: "From ($)" },
        { field: "step", title: "Increment ($)" },
      ]}
      lines={lines}
      blank={{ from: "", step: "" }}
      least={1}
      most={maxIncrementSteps}
      {...field}
    />
  );
}

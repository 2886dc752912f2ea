import { t } from "@gavelyard/messages/text";
import { maxIncrementSteps } from "@gavelyard/domain/bidding/bid-increments";
import { LinesField } from "./lines-field.tsx";
import type { TypedSteps } from "./typed-terms.ts";

export function IncrementLines({
  lines,
  ...field
}: {
  label: string;
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

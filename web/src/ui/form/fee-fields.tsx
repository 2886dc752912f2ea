import { t } from "@gavelyard/messages/text";
import { TextField } from "./field.tsx";
import { LinesField } from "./lines-field.tsx";
import type { TypedFees } from "./typed-terms.ts";

const amounts = [
  ["minPremium", t("Minimum premium ($)")],
  ["docFee", t("Document fee ($)")],
  ["taxPercent", t("Sales tax (%)")],
] as const;

export function FeeFields({
  label,
  path,
  fees,
  faults,
  onChange,
}: {
  label: string;
  /** Prefix of the field paths in `faults`: `fees.` or empty. */
  path: string;
  fees: TypedFees;
  faults: Readonly<Record<string, string>>;
  onChange: (changes: Partial<TypedFees>) => void;
}) {
  return (
    <>
      <LinesField
        label={label}
        path={`${path}premium`}
        columns={[
          { field: "from", title: t("From ($)") },
          { field: "percent", title: t("Percent") },
        ]}
        lines={fees.premium}
        blank={{ from: "", percent: "" }}
        least={1}
        most={20}
        faults={faults}
        onChange={(premium) => onChange({ premium })}
      />
      <div className="grid gap-4 sm:grid-cols-3">
        {amounts.map(([name, title]) => (
          <TextField
            key={name}
            label={title}
            inputMode="decimal"
            value={fees[name]}
            error={faults[`${path}${name}`]}
            onChange={(event) => onChange({ [name]: event.target.value })}
          />
        ))}
      </div>
    </>
  );
}

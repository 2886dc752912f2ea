import { t } from "@gavelyard/messages/text";
import { TextField } from "./field.tsx";
import { LinesField } from "./lines-field.tsx";
import type { TypedFees } from "./typed-terms.ts";

const amounts = [
  ["minPremium", t("Minimum premium ($)"), undefined],
  ["docFee", t("Document fee ($)"), undefined],
  ["taxPercent", t("Sales tax (%)"), t("Only without a sales tax permit")],
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
        {amounts.map(([name, title, hint]) => (
          <TextField
            key={name}
            label={title}
            hint={hint}
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

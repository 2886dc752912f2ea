import { TextField } from "./field.tsx";
import { LinesField } from "./lines-field.tsx";
import type { TypedFees } from "./typed-terms.ts";

const amounts = [
  ["minPremium", "Minimum premium ($)"],
  ["docFee", "Document fee ($)"],
  ["taxPercent", "Sales tax (%)"],
] as const;

/** The fees on top of the hammer price: the brackets of the buyer's premium and three amounts. */
export function FeeFields({
  label,
  path,
  fees,
  faults,
  onChange,
}: {
  label: string;
  /** What stands before each field's name in `faults`: `fees.` or nothing. */
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
          { field: "from", title: "From ($)" },
          { field: "percent", title: "Percent" },
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

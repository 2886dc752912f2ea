import { FeeFields } from "../ui/fee-fields.tsx";
import { CheckField, TextField } from "../ui/field.tsx";
import { IncrementLines } from "../ui/increment-lines.tsx";
import type { AuctionValues, HouseTerms } from "./auction-values.ts";

const numbers = [
  [
    "softCloseWindowSec",
    "Soft close within, seconds",
    "A bid so late gives the lot more time; 0 is off.",
  ],
  [
    "softCloseExtendSec",
    "Soft close adds, seconds",
    "How long after such a bid the lot stays open.",
  ],
  ["maxExtensions", "Extensions at most", "Empty is without bound."],
  ["staggerSec", "Between two lots, seconds", "From one lot's close to the next one's."],
  ["paymentDueDays", "Payment due, business days", undefined],
  ["pickupDueDays", "Pick-up due, days", undefined],
] as const;

/** What bidders rely on: soft close, steps, fees and due days. */
export function AuctionTerms({
  values,
  house,
  faults,
  onChange,
}: {
  values: AuctionValues;
  /** What counts without tables of its own, and what those begin with. */
  house: HouseTerms;
  faults: Readonly<Record<string, string>>;
  onChange: (changes: Partial<AuctionValues>) => void;
}) {
  const { increments, fees } = values;
  return (
    <div className="grid gap-6">
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {numbers.map(([name, label, hint]) => (
          <TextField
            key={name}
            label={label}
            hint={hint}
            error={faults[name]}
            inputMode="numeric"
            value={values[name]}
            onChange={(event) => onChange({ [name]: event.target.value })}
          />
        ))}
      </div>
      <div>
        <CheckField
          label="Bid steps of its own"
          checked={increments !== null}
          onChange={(event) =>
            onChange({ increments: event.target.checked ? house.increments : null })
          }
        />
        {increments === null ? null : (
          <IncrementLines
            label="A bid must be higher by"
            path="increments"
            lines={increments}
            faults={faults}
            onChange={(next) => onChange({ increments: next })}
          />
        )}
      </div>
      <div>
        <CheckField
          label="Fees of its own"
          checked={fees !== null}
          error={faults["fees"]}
          onChange={(event) => onChange({ fees: event.target.checked ? house.fees : null })}
        />
        {fees === null ? null : (
          <div className="grid gap-4">
            <FeeFields
              label="Buyer's premium, each rate for its part of the price"
              path="fees."
              fees={fees}
              faults={faults}
              onChange={(changes) => onChange({ fees: { ...fees, ...changes } })}
            />
          </div>
        )}
      </div>
    </div>
  );
}

import { t } from "@gavelyard/messages/text";
import { FeeFields } from "../ui/form/fee-fields.tsx";
import { CheckField, TextField } from "../ui/form/field.tsx";
import { IncrementLines } from "../ui/form/increment-lines.tsx";
import type { AuctionValues, HouseTerms } from "./auction-values.ts";

const numbers = [
  [
    "softCloseWindowSec",
    t("Soft close window (seconds)"),
    t("A bid in this window extends the lot. 0 turns soft close off."),
  ],
  [
    "softCloseExtendSec",
    t("Soft close extension (seconds)"),
    t("How long the lot stays open after such a bid."),
  ],
  ["maxExtensions", t("Maximum extensions"), t("Leave blank for no limit.")],
  ["staggerSec", t("Time between lots (seconds)"), t("From one lot's close to the next.")],
  ["paymentDueDays", t("Payment due (business days)"), undefined],
  ["pickupDueDays", t("Pickup due (business days)"), undefined],
] as const;

export function AuctionTerms({
  values,
  house,
  faults,
  onChange,
}: {
  values: AuctionValues;
  /** Default terms, which apply without custom tables and are copied into new ones. */
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
          label={t("Custom bid increments")}
          checked={increments !== null}
          onChange={(event) =>
            onChange({ increments: event.target.checked ? house.increments : null })
          }
        />
        {increments === null ? null : (
          <IncrementLines
            label={t("Increment")}
            path="increments"
            lines={increments}
            faults={faults}
            onChange={(next) => onChange({ increments: next })}
          />
        )}
      </div>
      <div>
        <CheckField
          label={t("Custom fees")}
          checked={fees !== null}
          error={faults["fees"]}
          onChange={(event) => onChange({ fees: event.target.checked ? house.fees : null })}
        />
        {fees === null ? null : (
          <div className="grid gap-4">
            <FeeFields
              label={t("Buyer's premium by price tier")}
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

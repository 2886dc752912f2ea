import type { OperatingSettings } from "@gavelyard/contract/operating-settings";
import { t } from "@gavelyard/messages/text";
import { FeeFields } from "../ui/fee-fields.tsx";
import { TextField } from "../ui/field.tsx";
import { IncrementLines } from "../ui/increment-lines.tsx";
import {
  bidLimitShape,
  feeShape,
  incrementShape,
  negotiationShape,
  softCloseShape,
} from "./forms.ts";
import { SettingCard } from "./setting-card.tsx";
import { useSetting } from "./use-setting.ts";

interface CardProps<Part extends keyof OperatingSettings> {
  part: OperatingSettings[Part];
  admin: boolean;
}

/** Default fees on top of the hammer price. */
export function FeesCard({ part, admin }: CardProps<"fees">) {
  const setting = useSetting({ section: "fees" }, part, feeShape);
  const { form, faults, set } = setting;
  return (
    <SettingCard
      title="Fees"
      slug="fees"
      hint="The buyer's premium by hammer price, and other invoice charges. Applies to auctions published from now on that have no fees of their own. Published auctions keep theirs."
      describe={({ premium, minPremium, docFee, taxPercent }) =>
        t("{premium}; at least {minimum}; documents {documents}; tax {tax} %", {
          premium: premium
            .map(({ from, percent }) =>
              t("{percent}% from {price}", { percent, price: `$${from}` }),
            )
            .join(", "),
          minimum: `$${minPremium}`,
          documents: `$${docFee}`,
          tax: taxPercent,
        })
      }
      {...{ admin, part, setting }}
    >
      <FeeFields label="Buyer's premium" path="" fees={form} faults={faults} onChange={set} />
    </SettingCard>
  );
}

/** Default bid increments. */
export function IncrementsCard({ part, admin }: CardProps<"increments">) {
  const setting = useSetting({ section: "increments" }, part, incrementShape);
  const { form, faults, set } = setting;
  return (
    <SettingCard
      title="Bid increments"
      slug="increments"
      hint="From each price on, a bid must be higher by at least this increment. Applies to auctions published from now on that have no table of their own. Published auctions keep theirs."
      describe={({ steps }) =>
        steps
          .map(({ from, step }) =>
            t("{step} from {price}", { step: `$${step}`, price: `$${from}` }),
          )
          .join(", ")
      }
      {...{ admin, part, setting }}
    >
      <IncrementLines
        label="Increments"
        path="steps"
        lines={form.steps}
        faults={faults}
        onChange={(steps) => set({ steps })}
      />
    </SettingCard>
  );
}

/** Default soft close. */
export function SoftCloseCard({ part, admin }: CardProps<"softClose">) {
  const setting = useSetting({ section: "softClose" }, part, softCloseShape);
  const { form, faults, set } = setting;
  return (
    <SettingCard
      title="Soft close"
      slug="soft-close"
      hint="A late bid extends the lot. Applies to auctions created from now on that don't set their own."
      describe={({ windowSec, extendSec, maxExtensions }) =>
        maxExtensions === ""
          ? t("window {window} s, extension {extension} s, no limit", {
              window: windowSec,
              extension: extendSec,
            })
          : t("window {window} s, extension {extension} s, up to {times} times", {
              window: windowSec,
              extension: extendSec,
              times: maxExtensions,
            })
      }
      {...{ admin, part, setting }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Window (seconds)"
          inputMode="numeric"
          hint="0 turns it off"
          value={form.windowSec}
          error={faults["windowSec"]}
          onChange={(event) => set({ windowSec: event.target.value })}
        />
        <TextField
          label="Extension (seconds)"
          inputMode="numeric"
          hint="Counted from the bid"
          value={form.extendSec}
          error={faults["extendSec"]}
          onChange={(event) => set({ extendSec: event.target.value })}
        />
      </div>
      <TextField
        label="Maximum extensions"
        inputMode="numeric"
        className="max-w-xs"
        hint="Leave blank for no limit"
        value={form.maxExtensions}
        error={faults["maxExtensions"]}
        onChange={(event) => set({ maxExtensions: event.target.value })}
      />
    </SettingCard>
  );
}

/** Bid limit of new customers. */
export function BidLimitCard({ part, admin }: CardProps<"bidLimit">) {
  const setting = useSetting({ section: "bidLimit" }, part, bidLimitShape);
  const { form, faults, set } = setting;
  return (
    <SettingCard
      title="Bid limit for new customers"
      slug="bid-limit"
      hint="Applies to customers who register from now on. Existing limits stay the same."
      describe={({ limit }) => `$${limit}`}
      {...{ admin, part, setting }}
    >
      <TextField
        label="Limit ($)"
        inputMode="numeric"
        className="max-w-xs"
        value={form.limit}
        error={faults["limit"]}
        onChange={(event) => set({ limit: event.target.value })}
      />
    </SettingCard>
  );
}

/** Time for each answer in a negotiation. */
export function NegotiationCard({ part, admin }: CardProps<"negotiation">) {
  const setting = useSetting({ section: "negotiation" }, part, negotiationShape);
  const { form, faults, set } = setting;
  return (
    <SettingCard
      title="Negotiations"
      slug="negotiation"
      hint="How long the bidder and the seller have for each answer when a reserve was not met. Applies to counteroffers from now on."
      describe={({ answerHours }) => `${answerHours} hours for each answer`}
      {...{ admin, part, setting }}
    >
      <TextField
        label="Time for each answer (hours)"
        inputMode="numeric"
        className="max-w-xs"
        value={form.answerHours}
        error={faults["answerHours"]}
        onChange={(event) => set({ answerHours: event.target.value })}
      />
    </SettingCard>
  );
}

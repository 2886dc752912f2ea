import type { OperatingSettings } from "@gavelyard/contract/operating-settings";
import { plural, t } from "@gavelyard/messages/text";
import { FeeFields } from "../ui/form/fee-fields.tsx";
import { TextField } from "../ui/form/field.tsx";
import { IncrementLines } from "../ui/form/increment-lines.tsx";
import {
  bidLimitShape,
  clearingShape,
  feeShape,
  incrementShape,
  negotiationShape,
  titleShape,
  softCloseShape,
} from "./forms.ts";
import { SettingCard } from "./setting-card.tsx";
import { useSetting } from "./use-setting.ts";

interface CardProps<Part extends keyof OperatingSettings> {
  part: OperatingSettings[Part];
  admin: boolean;
}

export function FeesCard({ part, admin }: CardProps<"fees">) {
  const setting = useSetting({ section: "fees" }, part, feeShape);
  const { form, faults, set } = setting;
  return (
    <SettingCard
      title={t("Fees")}
      slug="fees"
      hint={t(
        "The buyer's premium by hammer price, and other invoice charges. Applies to auctions published from now on that have no fees of their own. Published auctions keep theirs.",
      )}
      describe={({ premium, minPremium, docFee, taxPercent }) =>
        t("{premium}; at least {minimum}; document fee {documents}; tax {tax}%", {
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
      <FeeFields label={t("Buyer's premium")} path="" fees={form} faults={faults} onChange={set} />
    </SettingCard>
  );
}

export function IncrementsCard({ part, admin }: CardProps<"increments">) {
  const setting = useSetting({ section: "increments" }, part, incrementShape);
  const { form, faults, set } = setting;
  return (
    <SettingCard
      title={t("Bid increments")}
      slug="increments"
      hint={t(
        "Minimum increment from each price up. Applies to auctions you publish from now on that don't have their own table. Published auctions keep theirs.",
      )}
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
        label={t("Increments")}
        path="steps"
        lines={form.steps}
        faults={faults}
        onChange={(steps) => set({ steps })}
      />
    </SettingCard>
  );
}

export function SoftCloseCard({ part, admin }: CardProps<"softClose">) {
  const setting = useSetting({ section: "softClose" }, part, softCloseShape);
  const { form, faults, set } = setting;
  return (
    <SettingCard
      title={t("Soft close")}
      slug="soft-close"
      hint={t(
        "A late bid extends the lot. Applies to auctions created from now on that don't set their own.",
      )}
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
          label={t("Window (seconds)")}
          inputMode="numeric"
          hint={t("0 turns it off")}
          value={form.windowSec}
          error={faults["windowSec"]}
          onChange={(event) => set({ windowSec: event.target.value })}
        />
        <TextField
          label={t("Extension (seconds)")}
          inputMode="numeric"
          hint={t("Counted from the bid")}
          value={form.extendSec}
          error={faults["extendSec"]}
          onChange={(event) => set({ extendSec: event.target.value })}
        />
      </div>
      <TextField
        label={t("Maximum extensions")}
        inputMode="numeric"
        className="max-w-xs"
        hint={t("Leave blank for no limit")}
        value={form.maxExtensions}
        error={faults["maxExtensions"]}
        onChange={(event) => set({ maxExtensions: event.target.value })}
      />
    </SettingCard>
  );
}

export function BidLimitCard({ part, admin }: CardProps<"bidLimit">) {
  const setting = useSetting({ section: "bidLimit" }, part, bidLimitShape);
  const { form, faults, set } = setting;
  return (
    <SettingCard
      title={t("Bid limit for new customers")}
      slug="bid-limit"
      hint={t("Applies to customers who register from now on. Existing limits stay the same.")}
      describe={({ limit }) => `$${limit}`}
      {...{ admin, part, setting }}
    >
      <TextField
        label={t("Limit ($)")}
        inputMode="numeric"
        className="max-w-xs"
        value={form.limit}
        error={faults["limit"]}
        onChange={(event) => set({ limit: event.target.value })}
      />
    </SettingCard>
  );
}

export function NegotiationCard({ part, admin }: CardProps<"negotiation">) {
  const setting = useSetting({ section: "negotiation" }, part, negotiationShape);
  const { form, faults, set } = setting;
  return (
    <SettingCard
      title={t("Negotiations")}
      slug="negotiation"
      hint={t(
        "How long the bidder and the seller have for each answer when a reserve was not met. Applies to counteroffers from now on.",
      )}
      describe={({ answerHours }) =>
        t("{hours} for each answer", {
          hours: plural(Number(answerHours), "{n} hour", "{n} hours"),
        })
      }
      {...{ admin, part, setting }}
    >
      <TextField
        label={t("Time for each answer (hours)")}
        inputMode="numeric"
        className="max-w-xs"
        value={form.answerHours}
        error={faults["answerHours"]}
        onChange={(event) => set({ answerHours: event.target.value })}
      />
    </SettingCard>
  );
}

export function ClearingCard({ part, admin }: CardProps<"clearing">) {
  const setting = useSetting({ section: "clearing" }, part, clearingShape);
  const { form, faults, set } = setting;
  return (
    <SettingCard
      title={t("Cleared money")}
      slug="clearing"
      hint={t(
        "How many business days a bank can return a payment. Until then, units paid with it stay in the yard. Other methods clear at once. Applies to receipts recorded from now on; fewer days take a second administrator.",
      )}
      describe={({ CHECK, ACH }) =>
        t("company checks {check}, ACH {ach}", {
          check: plural(Number(CHECK), "{n} business day", "{n} business days"),
          ach: plural(Number(ACH), "{n} business day", "{n} business days"),
        })
      }
      {...{ admin, part, setting }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t("Company checks (business days)")}
          inputMode="numeric"
          hint={t("0 clears at once")}
          value={form.CHECK}
          error={faults["CHECK"]}
          onChange={(event) => set({ CHECK: event.target.value })}
        />
        <TextField
          label={t("ACH (business days)")}
          inputMode="numeric"
          hint={t("0 clears at once")}
          value={form.ACH}
          error={faults["ACH"]}
          onChange={(event) => set({ ACH: event.target.value })}
        />
      </div>
    </SettingCard>
  );
}

export function TitlesCard({ part, admin }: CardProps<"titles">) {
  const setting = useSetting({ section: "titles" }, part, titleShape);
  const { form, faults, set } = setting;
  return (
    <SettingCard
      title={t("Titles")}
      slug="titles"
      hint={t(
        "How long buyers wait for a title once their payment has cleared. They see the date. Applies to units that the title desk keeps.",
      )}
      describe={({ days }) => plural(Number(days), "{n} business day", "{n} business days")}
      {...{ admin, part, setting }}
    >
      <TextField
        label={t("Time until a title is sent (business days)")}
        inputMode="numeric"
        className="max-w-xs"
        value={form.days}
        error={faults["days"]}
        onChange={(event) => set({ days: event.target.value })}
      />
    </SettingCard>
  );
}

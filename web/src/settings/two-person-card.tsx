import type { OperatingSettings } from "@gavelyard/contract/operating-settings";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { proposalWords } from "@gavelyard/domain/proposal-words";
import { proposalKinds } from "@gavelyard/domain/proposals";
import { say, t } from "@gavelyard/messages/text";
import { browserZone } from "../clock.ts";
import { CheckField, TextField } from "../ui/form/field.tsx";
import { digits } from "../ui/text/format.ts";
import { twoPersonShape } from "./forms.ts";
import { SettingCard } from "./setting-card.tsx";
import { useSetting } from "./use-setting.ts";

/** Settings of the two-person rule (D38). */
export function TwoPersonCard({
  part,
  admin,
}: {
  part: OperatingSettings["twoPersonRule"];
  admin: boolean;
}) {
  const setting = useSetting({ section: "twoPersonRule" }, part, twoPersonShape);
  const { form, set } = setting;
  return (
    <SettingCard
      title={t("Two-person rule")}
      slug="two-person-rule"
      hint={t(
        "A second person has to confirm the actions listed here. Turning this off or raising the sum takes two administrators if there are two, and a day. All administrators get an email. Actions already waiting keep the rule they were proposed under.",
      )}
      describe={({ isOn, limitAbove }) =>
        isOn ? t("on, including bid limits above {amount}", { amount: `$${limitAbove}` }) : t("off")
      }
      above={
        <>
          <WhatTakesTwo />
          {part.value.next !== null ? (
            <p role="status" className="mb-4 rounded-md bg-outbid-bg p-3 font-semibold text-outbid">
              {part.value.next.isOn
                ? t(
                    "From {time}, bid limits above {amount} need two people. Save a lower sum to stop that.",
                    {
                      time: formatDateTime(part.value.next.from, browserZone()),
                      amount: `$${part.value.next.limitAbove}`,
                    },
                  )
                : t("The two-person rule turns off on {time}. Turn it on and save to stop that.", {
                    time: formatDateTime(part.value.next.from, browserZone()),
                  })}
            </p>
          ) : part.value.isOn ? null : (
            <p role="status" className="mb-4 rounded-md bg-outbid-bg p-3 font-semibold text-outbid">
              {t(
                "The two-person rule is off. One person alone can change where buyers pay and who wins.",
              )}
            </p>
          )}
        </>
      }
      {...{ admin, part, setting }}
    >
      <CheckField
        label={t("Require a second person")}
        checked={form.isOn}
        onChange={(event) => set({ isOn: event.target.checked })}
      />
      <TextField
        label={t("Bid limits above ($)")}
        inputMode="numeric"
        hint={t("A higher bid limit requires two administrators.")}
        value={form.limitAbove}
        error={setting.faults["limitAbove"]}
        onChange={(event) => set({ limitAbove: digits(event.target.value, 8) })}
      />
      <TextField
        label={t("Share of the reserve (%)")}
        inputMode="numeric"
        hint={t("Selling further below a reserve takes two people.")}
        value={form.reserveBelow}
        error={setting.faults["reserveBelow"]}
        onChange={(event) => set({ reserveBelow: digits(event.target.value, 3) })}
      />
    </SettingCard>
  );
}

/** The list of acts that need a second person. */
function WhatTakesTwo() {
  return (
    <details className="mb-4">
      <summary className="cursor-pointer font-semibold">{t("What needs a second person")}</summary>
      <ul className="mt-2 grid max-w-[70ch] list-disc gap-1 pl-6">
        <li>{t("New bank details")}</li>
        {proposalKinds.map((kind) => {
          const [title, why] = proposalWords[kind];
          return (
            <li key={kind}>
              <strong className="font-semibold">{say(title)}</strong>. {say(why)}
            </li>
          );
        })}
      </ul>
    </details>
  );
}

import type { OperatingSettings } from "@gavelyard/contract/operating-settings";
import { CheckField } from "../ui/field.tsx";
import { twoPersonShape } from "./forms.ts";
import { SettingCard } from "./setting-card.tsx";
import { useSetting } from "./use-setting.ts";

/** Whether a change of the bank details needs a second administrator (D38). */
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
      title="Two-person rule"
      slug="two-person-rule"
      hint="A second administrator has to confirm changes to the bank details. Changes already requested follow the rule at that time."
      describe={({ isOn }) => (isOn ? "on" : "off")}
      above={
        part.value.isOn ? null : (
          <p role="status" className="mb-4 rounded-md bg-outbid-bg p-3 font-semibold text-outbid">
            The two-person rule is off. One administrator alone can change where buyers pay.
          </p>
        )
      }
      {...{ admin, part, setting }}
    >
      <CheckField
        label="Require a second administrator"
        checked={form.isOn}
        onChange={(event) => set({ isOn: event.target.checked })}
      />
    </SettingCard>
  );
}

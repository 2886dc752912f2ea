import type { OperatingSettings } from "@gavelyard/contract/operating-settings";
import { t } from "@gavelyard/messages/text";
import { TextArea } from "../ui/form/field.tsx";
import { reasonShape } from "./forms.ts";
import { SettingCard } from "./setting-card.tsx";
import { useSetting } from "./use-setting.ts";

export function ReasonsCard({
  part,
  admin,
}: {
  part: OperatingSettings["reasons"];
  admin: boolean;
}) {
  const setting = useSetting({ section: "reasons" }, part, reasonShape);
  const { form, faults, set } = setting;
  const field = (name: "decisions" | "controlRoom") => (
    <TextArea
      label={reasonShape.labels[name]}
      rows={5}
      value={form[name]}
      error={Object.entries(faults).find(([path]) => path.startsWith(name))?.[1]}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  );
  return (
    <SettingCard
      title={t("Reasons")}
      slug="reasons"
      hint={t(
        "What staff choose from with the keys 1 to 9 instead of typing a reason. One on each line, up to 9.",
      )}
      describe={({ decisions, controlRoom }) => [...decisions, ...controlRoom].join("; ")}
      {...{ admin, part, setting }}
    >
      {field("decisions")}
      {field("controlRoom")}
    </SettingCard>
  );
}

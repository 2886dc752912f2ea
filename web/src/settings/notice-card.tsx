import type { OperatingSettings } from "@gavelyard/contract/operating-settings";
import { t } from "@gavelyard/messages/text";
import { TextField } from "../ui/form/field.tsx";
import { noticeShape } from "./forms.ts";
import { SettingCard } from "./setting-card.tsx";
import { useSetting } from "./use-setting.ts";

export function NoticeCard({ part, admin }: { part: OperatingSettings["notice"]; admin: boolean }) {
  const setting = useSetting({ section: "notice" }, part, noticeShape);
  const { form, faults, set } = setting;
  return (
    <SettingCard
      title={t("Notice")}
      slug="notice"
      hint={t(
        "A line at the top of every page, such as holiday hours. The banner for live auctions stays as it is. Takes effect immediately.",
      )}
      describe={({ text }) => (text === "" ? t("no notice") : text)}
      {...{ admin, part, setting }}
    >
      <TextField
        label={t("Text")}
        maxLength={200}
        hint={t("Up to 200 characters. Leave blank for no notice.")}
        value={form.text}
        error={faults["text"]}
        onChange={(event) => set({ text: event.target.value })}
      />
    </SettingCard>
  );
}

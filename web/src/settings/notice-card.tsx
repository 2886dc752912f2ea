import type { OperatingSettings } from "@gavelyard/contract/operating-settings";
import { TextField } from "../ui/field.tsx";
import { noticeShape } from "./forms.ts";
import { SettingCard } from "./setting-card.tsx";
import { useSetting } from "./use-setting.ts";

/** A line above every page. */
export function NoticeCard({ part, admin }: { part: OperatingSettings["notice"]; admin: boolean }) {
  const setting = useSetting({ section: "notice" }, part, noticeShape);
  const { form, faults, set } = setting;
  return (
    <SettingCard
      title="Notice"
      hint="A line at the top of every page, such as holiday hours. The banner of live auctions stays as it is. Counts at once."
      describe={({ text }) => (text === "" ? "no notice" : text)}
      {...{ admin, part, setting }}
    >
      <TextField
        label="Text"
        maxLength={200}
        hint="200 characters at most; empty for no notice"
        value={form.text}
        error={faults["text"]}
        onChange={(event) => set({ text: event.target.value })}
      />
    </SettingCard>
  );
}

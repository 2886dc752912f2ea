import { t } from "@gavelyard/messages/text";
import { CheckField } from "../ui/form/field.tsx";
import { turnShortcuts, useShortcutsOn } from "./shortcuts-setting.ts";

export function ShortcutsSwitch() {
  return (
    <CheckField
      label={t("Single-key shortcuts")}
      hint={t("Applies to this browser only. Ctrl K always works.")}
      checked={useShortcutsOn()}
      onChange={({ target }) => turnShortcuts(target.checked)}
    />
  );
}

import { t } from "@gavelyard/messages/text";
import { CheckField } from "../ui/field.tsx";
import { turnShortcuts, useShortcutsOn } from "./shortcuts-setting.ts";

/** Turns single-key shortcuts on or off in this browser. */
export function ShortcutsSwitch() {
  return (
    <CheckField
      label={t("Single-key shortcuts")}
      hint={t("For this browser. Ctrl K works either way.")}
      checked={useShortcutsOn()}
      onChange={({ target }) => turnShortcuts(target.checked)}
    />
  );
}

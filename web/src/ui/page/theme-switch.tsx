import { t } from "@gavelyard/messages/text";
import { chooseTheme, themes, useTheme, type Theme } from "./theme.ts";

export function ThemeSwitch() {
  const theme = useTheme();
  return (
    <label className="mt-4 flex items-center gap-2">
      <span>{t("Colors")}</span>
      <select
        className="min-h-11 rounded-md border border-line bg-asphalt px-2 text-on-asphalt"
        value={theme}
        onChange={({ target }) => {
          const chosen = (Object.keys(themes) as Theme[]).find((each) => each === target.value);
          if (chosen !== undefined) chooseTheme(chosen);
        }}
      >
        {Object.entries(themes).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

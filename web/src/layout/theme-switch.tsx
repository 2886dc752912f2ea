import { t } from "@gavelyard/messages/text";
import { useEffect, useState } from "react";

const themes = { auto: t("System"), light: t("Light"), dark: t("Dark") } as const;
type Theme = keyof typeof themes;

/** Switches between light, dark and system; `index.html` applies it before the first paint. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>("auto");
  useEffect(() => {
    const kept = document.documentElement.dataset["theme"];
    if (kept === "light" || kept === "dark") setTheme(kept);
  }, []);
  const choose = (chosen: Theme) => {
    setTheme(chosen);
    if (chosen === "auto") {
      delete document.documentElement.dataset["theme"];
      localStorage.removeItem("theme");
    } else {
      document.documentElement.dataset["theme"] = chosen;
      localStorage.setItem("theme", chosen);
    }
  };
  return (
    <label className="mt-4 flex items-center gap-2">
      <span>{t("Colors")}</span>
      <select
        className="min-h-11 rounded-md border border-line bg-asphalt px-2 text-on-asphalt"
        value={theme}
        onChange={({ target }) => {
          const chosen = (Object.keys(themes) as Theme[]).find((each) => each === target.value);
          if (chosen !== undefined) choose(chosen);
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

import { t } from "@gavelyard/messages/text";
import { useClientState } from "./use-client-state.ts";
import { Watchers } from "./watchers.ts";

/** Color schemes; `index.html` applies the chosen one before the first paint. */
export const themes = { auto: t("System"), light: t("Light"), dark: t("Dark") } as const;
export type Theme = keyof typeof themes;

const watchers = new Watchers();

function chosenTheme(): Theme {
  const chosen = document.documentElement.dataset["theme"];
  return chosen === "light" || chosen === "dark" ? chosen : "auto";
}

export const useTheme = (): Theme => useClientState(watchers.watch, chosenTheme, () => "auto");

export function chooseTheme(theme: Theme): void {
  if (theme === "auto") {
    delete document.documentElement.dataset["theme"];
    localStorage.removeItem("theme");
  } else {
    document.documentElement.dataset["theme"] = theme;
    localStorage.setItem("theme", theme);
  }
  watchers.notify();
}

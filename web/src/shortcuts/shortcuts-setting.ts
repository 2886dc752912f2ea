import { useClientState } from "../ui/page/use-client-state.ts";
import { Watchers } from "../ui/page/watchers.ts";

const KEY = "shortcuts";
const watchers = new Watchers();

/** Returns whether single keys are shortcuts in this browser (WCAG 2.1.4). */
export const areShortcutsOn = (): boolean => localStorage.getItem(KEY) !== "off";

export const useShortcutsOn = (): boolean =>
  useClientState(watchers.watch, areShortcutsOn, () => true);

export function turnShortcuts(on: boolean): void {
  if (on) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, "off");
  watchers.notify();
}

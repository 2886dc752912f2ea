import { useClientState } from "../../ui/page/use-client-state.ts";
import { Watchers } from "../../ui/page/watchers.ts";

const KEY = "confirmBids";
const watchers = new Watchers();

const isAlwaysOn = (): boolean => localStorage.getItem(KEY) === "always";

/** Returns whether every bid is confirmed in this browser, not only the first on a lot (D77). */
export const useConfirmAlways = (): boolean =>
  useClientState(watchers.watch, isAlwaysOn, () => true);

export function confirmAlways(on: boolean): void {
  if (on) localStorage.setItem(KEY, "always");
  else localStorage.removeItem(KEY);
  watchers.notify();
}

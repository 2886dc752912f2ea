import { onSessionEnd } from "../../session/session.ts";
import { useClientState } from "../../ui/page/use-client-state.ts";
import { Watchers } from "../../ui/page/watchers.ts";

const storageKey = "liveSales";
const watchers = new Watchers();
onSessionEnd(() => watchers.notify());

/** Remembers the sales on the reader's live screen, in the form of the address: "3,5". */
export function rememberSales(ids: readonly number[]): void {
  localStorage.setItem(storageKey, ids.join(","));
  watchers.notify();
}

const read = (): string => localStorage.getItem(storageKey) ?? "";

/** Empty until the reader has chosen sales, and on the server. */
export const useRememberedSales = (): string => useClientState(watchers.watch, read, () => "");

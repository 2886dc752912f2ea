import { onSessionEnd } from "../../session/session.ts";
import { useClientState } from "../../ui/use-client-state.ts";
import { Watchers } from "../../ui/watchers.ts";

const storageKey = "liveSales";
const watchers = new Watchers();
onSessionEnd(() => watchers.tell());

/** Remembers the sales on the reader's live screen, as the address names them: "3,5". */
export function rememberSales(ids: readonly number[]): void {
  localStorage.setItem(storageKey, ids.join(","));
  watchers.tell();
}

const read = (): string => localStorage.getItem(storageKey) ?? "";

/** Returns the remembered sales; empty until the reader chose some, and on the server. */
export const useRememberedSales = (): string => useClientState(watchers.watch, read, () => "");

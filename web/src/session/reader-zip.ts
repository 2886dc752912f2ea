import { useClientState } from "../ui/page/use-client-state.ts";
import { Watchers } from "../ui/page/watchers.ts";
import { onSessionEnd } from "./session.ts";

const storageKey = "zip";
const watchers = new Watchers();
onSessionEnd(() => watchers.notify());

const read = (): string => localStorage.getItem(storageKey) ?? "";

/** Saves the reader's ZIP code on this device, for distances and delivery; empty deletes it. */
export function saveReaderZip(zip: string): void {
  if (zip === "") localStorage.removeItem(storageKey);
  else if (/^\d{5}$/.test(zip)) localStorage.setItem(storageKey, zip);
  watchers.notify();
}

/** Returns the reader's ZIP code; empty until they entered one, and on the server. */
export const useReaderZip = (): string => useClientState(watchers.watch, read, () => "");

import { useClientState } from "../ui/use-client-state.ts";
import { Watchers } from "../ui/watchers.ts";
import { onSessionEnd } from "./session.ts";

const storageKey = "zip";
const watchers = new Watchers();
onSessionEnd(() => watchers.tell());

const read = (): string => localStorage.getItem(storageKey) ?? "";

/** Keeps the reader's ZIP code on this device, for distances and delivery; empty forgets it. */
export function keepReaderZip(zip: string): void {
  if (zip === "") localStorage.removeItem(storageKey);
  else if (/^\d{5}$/.test(zip)) localStorage.setItem(storageKey, zip);
  watchers.tell();
}

/** Returns the reader's ZIP code; empty until they entered one, and on the server. */
export const useReaderZip = (): string => useClientState(watchers.watch, read, () => "");

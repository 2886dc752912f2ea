import { onSessionEnd } from "../../session/session.ts";
import { emptyList, useClientState } from "../../ui/page/use-client-state.ts";
import { Watchers } from "../../ui/page/watchers.ts";

export const maxCompared = 4;

const STORAGE_KEY = "compared";

/** What this tab compares, also after a reload. */
let chosen: readonly number[] | null = null;
const watchers = new Watchers();

function compared(): readonly number[] {
  if (chosen === null) {
    const kept = sessionStorage.getItem(STORAGE_KEY)?.match(/\d+/g) ?? [];
    chosen = kept.map(Number).slice(0, maxCompared);
  }
  return chosen;
}

function set(next: readonly number[]): void {
  chosen = next;
  if (next.length === 0) sessionStorage.removeItem(STORAGE_KEY);
  else sessionStorage.setItem(STORAGE_KEY, next.join());
  watchers.notify();
}

/** Adds or removes a unit. Returns false at the maximum. */
export function toggleCompared(id: number): boolean {
  const now = compared();
  if (now.includes(id)) set(now.filter((each) => each !== id));
  else if (now.length >= maxCompared) return false;
  else set([...now, id]);
  return true;
}

/** Empties the comparison. Returns a function that restores it. */
export function clearCompared(): () => void {
  const cleared = compared();
  set([]);
  return () => set([...new Set([...compared(), ...cleared])].slice(0, maxCompared));
}
onSessionEnd(clearCompared);

export const useCompared = (): readonly number[] =>
  useClientState(watchers.watch, compared, () => emptyList);

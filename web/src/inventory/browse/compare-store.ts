import { onSessionEnd } from "../../session/session.ts";
import { emptyList, useClientState } from "../../ui/page/use-client-state.ts";
import { Watchers } from "../../ui/page/watchers.ts";

export const maxCompared = 4;

let chosen: readonly number[] = emptyList;
const watchers = new Watchers();

function set(next: readonly number[]): void {
  chosen = next;
  watchers.notify();
}

/** Adds or removes a unit. Returns false at the maximum. */
export function toggleCompared(id: number): boolean {
  if (chosen.includes(id)) set(chosen.filter((each) => each !== id));
  else if (chosen.length >= maxCompared) return false;
  else set([...chosen, id]);
  return true;
}

/** Empties the comparison. Returns a function that restores it. */
export function clearCompared(): () => void {
  const cleared = chosen;
  set([]);
  return () => set([...new Set([...chosen, ...cleared])].slice(0, maxCompared));
}
onSessionEnd(clearCompared);

export const useCompared = (): readonly number[] =>
  useClientState(
    watchers.watch,
    () => chosen,
    () => emptyList,
  );

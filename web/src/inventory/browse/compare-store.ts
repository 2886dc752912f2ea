import { onSessionEnd } from "../../session/session.ts";
import { useClientState } from "../../ui/use-client-state.ts";
import { Watchers } from "../../ui/watchers.ts";

/** Maximum units in a comparison. */
export const compareAtMost = 4;

/** Units to compare; lost when the tab closes. */
let chosen: readonly number[] = [];
const none: readonly number[] = [];
const watchers = new Watchers();

function set(next: readonly number[]): void {
  chosen = next;
  watchers.tell();
}

/** Adds or removes a unit. Returns false when there are already four. */
export function toggleCompared(id: number): boolean {
  if (chosen.includes(id)) set(chosen.filter((each) => each !== id));
  else if (chosen.length >= compareAtMost) return false;
  else set([...chosen, id]);
  return true;
}

/** Empties the comparison. Returns a function that brings its units back. */
export function clearCompared(): () => void {
  const cleared = chosen;
  set([]);
  return () => set([...new Set([...chosen, ...cleared])].slice(0, compareAtMost));
}
onSessionEnd(clearCompared);

export const useCompared = (): readonly number[] =>
  useClientState(
    watchers.watch,
    () => chosen,
    () => none,
  );

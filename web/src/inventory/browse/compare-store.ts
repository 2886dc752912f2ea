import { useSyncExternalStore } from "react";
import { onSessionEnd } from "../../session/session.ts";

/** How many units are compared side by side. */
export const compareAtMost = 4;

/** The units that were chosen to be compared, while the tab lives. */
let chosen: readonly number[] = [];
const none: readonly number[] = [];
const watchers = new Set<() => void>();

function set(next: readonly number[]): void {
  chosen = next;
  for (const watcher of watchers) watcher();
}

/** Chooses a unit or takes it back; answers false when there are four already. */
export function toggleCompared(id: number): boolean {
  if (chosen.includes(id)) set(chosen.filter((each) => each !== id));
  else if (chosen.length >= compareAtMost) return false;
  else set([...chosen, id]);
  return true;
}

export const clearCompared = (): void => set([]);
onSessionEnd(clearCompared);

export const useCompared = (): readonly number[] =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => chosen,
    () => none,
  );

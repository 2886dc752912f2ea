import { useSyncExternalStore } from "react";

/** How close the rows of staff tables stand. */
export const densities = { comfortable: "Comfortable", compact: "Compact" } as const;
export type Density = keyof typeof densities;

const KEY = "density";
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab may have changed it.
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

const kept = (): Density => (localStorage.getItem(KEY) === "compact" ? "compact" : "comfortable");

/** The density that was chosen on this device. */
export function useDensity(): Density {
  return useSyncExternalStore(subscribe, kept, () => "comfortable");
}

/** Chooses a density for all tables of this device. */
export function chooseDensity(density: Density): void {
  if (density === "comfortable") localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, density);
  for (const listener of listeners) listener();
}

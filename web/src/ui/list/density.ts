import { t } from "@gavelyard/messages/text";
import { useClientState } from "../page/use-client-state.ts";
import { Watchers } from "../page/watchers.ts";

export const densities = { comfortable: t("Comfortable"), compact: t("Compact") } as const;
export type Density = keyof typeof densities;

const KEY = "density";
const watchers = new Watchers();

function subscribe(listener: () => void): () => void {
  const stop = watchers.watch(listener);
  // Another tab may change it.
  window.addEventListener("storage", listener);
  return () => {
    stop();
    window.removeEventListener("storage", listener);
  };
}

const readDensity = (): Density =>
  localStorage.getItem(KEY) === "compact" ? "compact" : "comfortable";

export function useDensity(): Density {
  return useClientState(subscribe, readDensity, () => "comfortable");
}

export function chooseDensity(density: Density): void {
  if (density === "comfortable") localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, density);
  watchers.notify();
}

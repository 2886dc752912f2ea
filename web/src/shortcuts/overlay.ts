import { useClientState } from "../ui/page/use-client-state.ts";
import { Watchers } from "../ui/page/watchers.ts";

type Overlay = "palette" | "shortcuts";

let shown: Overlay | null = null;
const watchers = new Watchers();

/** Shows an overlay once its script has loaded; null closes it. */
export function showOverlay(overlay: Overlay | null): void {
  shown = overlay;
  watchers.notify();
}

export const useOverlay = (): Overlay | null =>
  useClientState(
    watchers.watch,
    () => shown,
    () => null,
  );

import { useClientState } from "../ui/use-client-state.ts";
import { Watchers } from "../ui/watchers.ts";

/** What opens over any page: the command palette, or the list of keyboard shortcuts. */
type Overlay = "palette" | "shortcuts";

let shown: Overlay | null = null;
const watchers = new Watchers();

/** Shows an overlay as soon as its script is there; null closes it. */
export function showOverlay(overlay: Overlay | null): void {
  shown = overlay;
  watchers.tell();
}

export const useOverlay = (): Overlay | null =>
  useClientState(
    watchers.watch,
    () => shown,
    () => null,
  );

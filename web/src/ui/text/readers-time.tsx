import { formatReadersTime } from "@gavelyard/domain/time-zone";
import { browserZone } from "../../clock.ts";
import { useHydrated } from "../page/use-hydrated.ts";

/**
 * A line below a time in its auction's zone: the same time in the reader's zone, if it differs
 * (D33). Only the browser knows it, so its space is reserved.
 */
export function ReadersTime({ at, zone }: { at: string | null; zone: string }) {
  const hydrated = useHydrated();
  return (
    <span className="block min-h-[1lh] font-normal text-soft">
      {hydrated ? formatReadersTime(at, zone, browserZone()) : null}
    </span>
  );
}

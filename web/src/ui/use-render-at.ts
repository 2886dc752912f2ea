import { useEffect, useReducer } from "react";
import { serverNow } from "../clock.ts";

/** Maximum delay of a browser's timer, in ms. */
const MAX_TIMER_MS = 2_147_000_000;

/** Renders again at a time on the server's clock. */
export function useRenderAt(instant: string | null): void {
  const [, renderAgain] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    if (instant === null) return undefined;
    const waitMs = Math.max(0, Date.parse(instant) - serverNow());
    const timer = setTimeout(renderAgain, Math.min(waitMs, MAX_TIMER_MS));
    return () => clearTimeout(timer);
  }, [instant]);
}

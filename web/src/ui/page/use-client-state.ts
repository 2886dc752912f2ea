// oxlint-disable-next-line no-restricted-imports -- the only place that may use it
import { useLayoutEffect, useReducer, useSyncExternalStore } from "react";

/** The empty list that the server and every browser start with: no other one is equal to it. */
export const emptyList: readonly never[] = [];

/**
 * Subscribes to a value that only the browser knows. The server, and React during hydration, use
 * `served()`. The browser's own value follows in the same commit: React alone would leave a moment
 * in which a signed-in customer's press is handled as a guest's.
 */
export function useClientState<T>(
  watch: (changed: () => void) => () => void,
  read: () => T,
  served: () => T,
): T {
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  const value = useSyncExternalStore(watch, read, served);
  useLayoutEffect(() => {
    if (!Object.is(read(), value)) renderAgain();
  }, [read, value]);
  return value;
}

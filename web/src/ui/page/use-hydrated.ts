import { useClientState } from "./use-client-state.ts";

const never = () => () => undefined;

/**
 * Returns whether the page is hydrated: false on the server and during hydration. Where it doesn't
 * matter, it is true from the start, so that the part isn't rendered again.
 */
export const useHydrated = (matters = true) =>
  useClientState(
    never,
    () => true,
    () => !matters,
  );

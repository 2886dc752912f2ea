import { useClientState } from "./use-client-state.ts";

const never = () => () => undefined;

/** Returns whether the page is hydrated: false on the server and during hydration. */
export const useHydrated = () =>
  useClientState(
    never,
    () => true,
    () => false,
  );

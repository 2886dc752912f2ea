import { useClientState } from "./use-client-state.ts";

function subscribe(changed: () => void): () => void {
  window.addEventListener("online", changed);
  window.addEventListener("offline", changed);
  return () => {
    window.removeEventListener("online", changed);
    window.removeEventListener("offline", changed);
  };
}

/** Returns whether the device has a network connection; true on the server. */
export const useOnline = (): boolean =>
  useClientState(
    subscribe,
    () => navigator.onLine,
    () => true,
  );

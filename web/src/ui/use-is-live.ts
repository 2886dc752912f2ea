import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Whether the page's scripts run: false while it is drawn by the server or taken over. */
export const useIsLive = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

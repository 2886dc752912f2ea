import { Suspense, type ReactNode } from "react";
import { useIsLive } from "./use-is-live.ts";

/** Draws what is loaded later than the page, which the server leaves out. */
export function InBrowser({ children }: { children: ReactNode }) {
  return useIsLive() ? <Suspense>{children}</Suspense> : null;
}

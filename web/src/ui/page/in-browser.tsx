import { Suspense, type ReactNode } from "react";
import { useHydrated } from "./use-hydrated.ts";

/** Renders content only in the browser, for modules that load after the page. */
export function InBrowser({ children }: { children: ReactNode }) {
  return useHydrated() ? <Suspense>{children}</Suspense> : null;
}

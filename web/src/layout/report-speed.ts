import type { BodyOf } from "@gavelyard/contract/endpoint";
import type { reportPageSpeed } from "@gavelyard/contract/page-reports";
import { onINP, onLCP } from "web-vitals";

type Speed = BodyOf<typeof reportPageSpeed>;

/** Sends even while the page closes, when browsers know these figures. */
function report(speed: Speed): void {
  const body = new Blob([JSON.stringify(speed)], { type: "application/json" });
  navigator.sendBeacon("/api/pages/speeds", body);
}

/** Reports how fast the first page was for its reader, and how fast the visit responded (D79). */
export function reportSpeed(): void {
  const { pathname } = window.location;
  onLCP(({ value }) => report({ route: window.routeOf(pathname), lcpMs: value }));
  onINP(({ value }) => report({ route: window.routeOf(pathname), inpMs: value }));
}

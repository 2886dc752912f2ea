import { useEffect, useLayoutEffect, useRef } from "react";
import { useShown } from "../ui/page/router.tsx";
import { recordPage } from "../ui/list/last-list.ts";

const STORAGE_KEY = "scroll-places";
/** How long to wait for a restored page to regain its height, in ms. */
const RESTORE_FOR_MS = 2_000;
const useBeforePaint = typeof window === "undefined" ? useEffect : useLayoutEffect;

type Places = Record<string, number>;

/** Returns this tab's saved positions, unless its address was entered again. */
function savedPositions(): Places {
  const [visit] = performance.getEntriesByType("navigation");
  if (visit instanceof PerformanceNavigationTiming && visit.type === "navigate") return {};
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "{}");
    return typeof kept === "object" && kept !== null ? { ...kept } : {};
  } catch {
    return {};
  }
}

/**
 * Scrolls to a position once the page is tall enough, unless the user scrolls first. A part of the
 * page is followed while what is above it loads.
 */
function goTo(to: number | string): () => void {
  const attempt = () => {
    if (typeof to === "string") {
      document.getElementById(to.slice(1))?.scrollIntoView({ behavior: "instant" });
      return;
    }
    window.scrollTo({ top: to, behavior: "instant" });
    if (window.scrollY >= to - 1) stop();
  };
  const growth = new ResizeObserver(attempt);
  const timer = setTimeout(() => stop(), RESTORE_FOR_MS);
  const gestures = ["wheel", "touchstart", "keydown"] as const;
  function stop() {
    growth.disconnect();
    clearTimeout(timer);
    for (const gesture of gestures) window.removeEventListener(gesture, stop);
  }
  for (const gesture of gestures) window.addEventListener(gesture, stop, { passive: true });
  growth.observe(document.body);
  attempt();
  return stop;
}

/**
 * Scrolls smoothly to the top on a route change (section 2) or another page of a list, or to the
 * part that a link names; Back, Forward and a reload restore the position.
 */
export function useScrollPlace(): void {
  const { place, isBack } = useShown();
  const { pathname, search, hash, key } = place;
  const page = `${pathname}?${new URLSearchParams(search).get("page") ?? ""}`;
  const places = useRef<Places>({});
  const current = useRef(key);
  const shown = useRef<string | null>(null);

  useEffect(() => {
    history.scrollRestoration = "manual";
    const remember = () => {
      places.current[current.current] = window.scrollY;
    };
    const save = () => sessionStorage.setItem(STORAGE_KEY, JSON.stringify(places.current));
    window.addEventListener("scroll", remember, { passive: true });
    window.addEventListener("pagehide", save);
    return () => {
      window.removeEventListener("scroll", remember);
      window.removeEventListener("pagehide", save);
    };
  }, []);

  useBeforePaint(() => {
    recordPage(pathname + search);
    const first = shown.current === null;
    const changed = shown.current !== page;
    if (first) places.current = savedPositions();
    current.current = key;
    shown.current = page;
    const kept = places.current[key];
    // The first view is already at the top, and scrolling would cause another layout.
    if (first && kept === undefined) return undefined;
    if (isBack) return goTo(kept ?? 0);
    if (changed) window.scrollTo({ top: 0, behavior: hash === "" ? "smooth" : "instant" });
    return hash === "" ? undefined : goTo(hash);
  }, [page, key, isBack, pathname, search, hash]);
}

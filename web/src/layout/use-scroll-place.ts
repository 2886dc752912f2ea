import { useEffect, useLayoutEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";

const STORE = "scroll-places";
/** How long a page that comes back may take to be as long as it was, ms. */
const GROWS_FOR_MS = 2_000;
const useBeforePaint = typeof window === "undefined" ? useEffect : useLayoutEffect;

type Places = Record<string, number>;

/** What was kept of this tab, unless its address was typed again. */
function keptPlaces(): Places {
  const [visit] = performance.getEntriesByType("navigation");
  if (visit instanceof PerformanceNavigationTiming && visit.type === "navigate") return {};
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORE) ?? "{}");
    return typeof kept === "object" && kept !== null ? { ...kept } : {};
  } catch {
    return {};
  }
}

/** Goes to a place once the page is long enough for it, unless somebody scrolls before. */
function goTo(top: number): () => void {
  const attempt = () => {
    window.scrollTo({ top, behavior: "instant" });
    if (window.scrollY >= top - 1) stop();
  };
  const growth = new ResizeObserver(attempt);
  const timer = setTimeout(() => stop(), GROWS_FOR_MS);
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
 * A route change scrolls smoothly to the top (section 2), as does another page of a list; Back,
 * Forward and a reload return to where one was.
 */
export function useScrollPlace(): void {
  const { pathname, search, key } = useLocation();
  const back = useNavigationType() === NavigationType.Pop;
  const page = `${pathname}?${new URLSearchParams(search).get("page") ?? ""}`;
  const places = useRef<Places>({});
  const current = useRef(key);
  const shown = useRef<string | null>(null);

  useEffect(() => {
    history.scrollRestoration = "manual";
    const remember = () => {
      places.current[current.current] = window.scrollY;
    };
    const keep = () => sessionStorage.setItem(STORE, JSON.stringify(places.current));
    window.addEventListener("scroll", remember, { passive: true });
    window.addEventListener("pagehide", keep);
    return () => {
      window.removeEventListener("scroll", remember);
      window.removeEventListener("pagehide", keep);
    };
  }, []);

  useBeforePaint(() => {
    const first = shown.current === null;
    const changed = shown.current !== page;
    if (first) places.current = keptPlaces();
    current.current = key;
    shown.current = page;
    const kept = places.current[key];
    // A first view is at its top already, and asking for it would lay the page out once more.
    if (first && kept === undefined) return undefined;
    if (back) return goTo(kept ?? 0);
    if (changed) window.scrollTo({ top: 0, behavior: "smooth" });
    return undefined;
  }, [page, key, back]);
}

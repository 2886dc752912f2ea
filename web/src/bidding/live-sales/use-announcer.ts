import { useCallback, useEffect, useRef, useState } from "react";

/** Minimum time between two announcements, in ms, so that listeners can follow several sales. */
const INTERVAL_MS = 3_000;

/**
 * Returns the text of a polite live region, and a function that announces the latest text about a
 * subject.
 */
export function useAnnouncer(): [text: string, announce: (what: string, text: string) => void] {
  const [text, say] = useState("");
  const pending = useRef(new Map<string, string>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const announce = useCallback((what: string, news: string) => {
    pending.current.set(what, news);
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      say([...pending.current.values()].join(" "));
      pending.current.clear();
    }, INTERVAL_MS);
  }, []);
  return [text, announce];
}

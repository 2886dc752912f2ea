import { useCallback, useEffect, useRef, useState } from "react";

/** Time between two announcements, in ms, so that several sales can be listened to. */
const EVERY_MS = 3_000;

/** Returns the text of a polite live region, and a function that adds the newest about something. */
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
    }, EVERY_MS);
  }, []);
  return [text, announce];
}

import { useEffect, useState } from "react";

/** How long a text must stay unchanged, in ms. */
const SETTLED_MS = 150;

/**
 * Returns a text once it has stayed unchanged for a moment, so that not every keystroke starts a
 * search.
 */
export function useSettled(text: string): string {
  const [settled, settle] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => settle(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

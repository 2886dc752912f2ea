import { useEffect, useState } from "react";

/** How long a text must stay the same, in ms. */
const SETTLED_MS = 150;

/** Returns a text once it has stayed the same for a moment, so that not each letter is searched. */
export function useSettled(text: string): string {
  const [settled, settle] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => settle(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

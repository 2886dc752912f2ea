import { useEffect, useRef, type RefObject } from "react";

/**
 * Saves the open form on Ctrl-S (Command-S) instead of the browser's own save; with several forms,
 * the focused one.
 */
export function useSaveKey(form: RefObject<HTMLFormElement | null>, save: () => void): void {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
      event.preventDefault();
      const focused = event.target instanceof Element ? event.target.closest("form") : null;
      if (focused === null || focused === form.current) latest.current();
    };
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, [form]);
}

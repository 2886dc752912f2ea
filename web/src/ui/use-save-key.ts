import { useEffect, useRef, type RefObject } from "react";

/**
 * Ctrl-S (Command-S) saves the form that is open, in the place of the browser's own saving; of several
 * the one with the focus.
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

import { useEffect, useRef, type RefObject } from "react";

/** Focuses the first field or button on mount, and again when `step` changes. */
export function useFocusFirst<E extends HTMLElement>(step?: unknown): RefObject<E | null> {
  const part = useRef<E>(null);
  useEffect(() => part.current?.querySelector<HTMLElement>("input, button")?.focus(), [step]);
  return part;
}

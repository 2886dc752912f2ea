import { useEffect, useRef, type RefObject } from "react";
import { useAddress } from "../ui/use-address.ts";

/** Focuses the card of a part of the settings when the address asks for it. */
export function useAskedPart(title: string): RefObject<HTMLElement | null> {
  const card = useRef<HTMLElement>(null);
  const asked = useAddress().get("part") === title;
  useEffect(() => {
    if (asked) card.current?.focus();
  }, [asked]);
  return card;
}

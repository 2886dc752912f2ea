import { useEffect, useRef, type RefObject } from "react";
import { useAddress } from "../ui/use-address.ts";
import type { SettingSlug } from "@gavelyard/contract/operating-settings";

/** Focuses a settings card when the address names it. */
export function useAskedPart(slug: SettingSlug | "backups"): RefObject<HTMLElement | null> {
  const card = useRef<HTMLElement>(null);
  const asked = useAddress().get("part") === slug;
  useEffect(() => {
    if (asked) card.current?.focus();
  }, [asked]);
  return card;
}

import { useEffect, useRef, type RefObject } from "react";
import { useAddress } from "../ui/page/use-address.ts";
import type { SettingSlug } from "@gavelyard/contract/operating-settings";

/** Focuses a settings card when the address names it. */
export function useFocusedPart(slug: SettingSlug | "backups"): RefObject<HTMLElement | null> {
  const card = useRef<HTMLElement>(null);
  const isRequested = useAddress().get("part") === slug;
  useEffect(() => {
    if (isRequested) card.current?.focus();
  }, [isRequested]);
  return card;
}

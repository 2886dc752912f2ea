import type { InventoryCard } from "@gavelyard/contract/inventory";
import { useEffect, useState } from "react";

const storageKey = "recentlySeen";
const KEPT = 8;

function kept(): number[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(list) ? list.filter((id) => Number.isSafeInteger(id)).slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

/** The units that were looked at on this device before this one, newest first; notes this one. */
export function useRecentlySeen({ id }: Pick<InventoryCard, "id">): readonly number[] {
  const [before, setBefore] = useState<readonly number[]>([]);
  useEffect(() => {
    const others = kept().filter((each) => each !== id);
    setBefore(others);
    try {
      localStorage.setItem(storageKey, JSON.stringify([id, ...others].slice(0, KEPT)));
    } catch {
      // A full storage forgets what was seen.
    }
  }, [id]);
  return before;
}

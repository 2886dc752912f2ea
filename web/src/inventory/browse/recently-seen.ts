import type { InventoryCard } from "@gavelyard/contract/inventory/inventory";
import { useEffect, useState } from "react";

const storageKey = "recentlySeen";
const MAX_UNITS = 8;

/** Returns the units viewed on this device, newest first. */
export function recentlySeen(): number[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(list)
      ? list.filter((id) => Number.isSafeInteger(id)).slice(0, MAX_UNITS)
      : [];
  } catch {
    return [];
  }
}

/** Returns the units viewed on this device before this one, newest first, and records this one. */
export function useRecentlySeen({ id }: Pick<InventoryCard, "id">): readonly number[] {
  const [before, setBefore] = useState<readonly number[]>([]);
  useEffect(() => {
    const others = recentlySeen().filter((each) => each !== id);
    setBefore(others);
    try {
      localStorage.setItem(storageKey, JSON.stringify([id, ...others].slice(0, MAX_UNITS)));
    } catch {
      // Storage is full; the list is not saved.
    }
  }, [id]);
  return before;
}

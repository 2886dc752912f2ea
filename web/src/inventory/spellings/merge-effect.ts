import type { NameInUse } from "@gavelyard/contract/inventory/spellings";
import { nameKey } from "@gavelyard/domain/inventory/makes";

/** Returns how many units a merge into `name` changes, and how many keep theirs (D81). */
export function mergeEffect(
  merged: readonly NameInUse[],
  name: string,
): { changed: number; kept: number } {
  let [changed, kept] = [0, 0];
  for (const { spellings } of merged) {
    for (const { name: before, units, bound } of spellings) {
      if (before === name) continue;
      const keeping = nameKey(before) === nameKey(name) ? 0 : bound;
      changed += units - keeping;
      kept += keeping;
    }
  }
  return { changed, kept };
}

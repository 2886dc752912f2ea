import { paints } from "@gavelyard/demo/paints";
import type { CatalogueUnit } from "@gavelyard/demo/unit";

/** Returns the id of a unit with a body and a color, a featured one if there is one. */
export function unitLike(
  units: readonly CatalogueUnit[],
  ids: ReadonlyMap<string, number>,
  { look, color: wanted }: { readonly look: string; readonly color: string },
): number | undefined {
  const alike = units.filter(({ looks, color }) => looks[0] === look && paints[color] === wanted);
  const unit = alike.find(({ featured }) => featured) ?? alike[0];
  return unit === undefined ? undefined : ids.get(unit.stockNumber);
}

import { priceGuide, type PriceGuide } from "@gavelyard/domain/inventory/price-guide";
import type { Db } from "../db/pool.ts";
import { salesLike, type Likeness, type MadeUnit, type SoldUnit } from "./sql.ts";

/** Finds the guide of a unit: from sales of its model, or else of its type; null with too few. */
export async function findGuide(
  db: Db,
  id: number,
  unit: MadeUnit,
  before: Date | null = null,
): Promise<{ guide: PriceGuide; like: Likeness; sales: SoldUnit[] } | null> {
  for (const like of ["MODEL", "TYPE"] as const) {
    const sales = await salesLike(db, id, unit, like, before);
    const guide = priceGuide(unit, sales);
    if (guide !== null) return { guide, like, sales };
  }
  return null;
}

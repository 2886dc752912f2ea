import type { CatalogueUnit } from "@gavelyard/demo/unit";
import type { PoolClient } from "pg";
import { setSpin } from "../inventory/spin-sql.ts";
import { loadSpin } from "./pictures.ts";
import { unitLike } from "./unit-like.ts";
import { insertMedia } from "./units-sql.ts";

/** Gives the drawn 360° view to a unit that looks like it. */
export async function insertSpin(
  tx: PoolClient,
  units: readonly CatalogueUnit[],
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const spin = await loadSpin();
  const unitId = unitLike(units, ids, spin);
  if (unitId === undefined) return;
  const media = await insertMedia(tx, spin.frames);
  await setSpin(
    tx,
    unitId,
    spin.frames.flatMap(({ source }) => media.get(source) ?? []),
  );
}

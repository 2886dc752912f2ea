import type { ImportPart } from "@gavelyard/contract/inventory/inventory-staff";
import type { ImportResults } from "@gavelyard/contract/inventory/unit-imports";
import type { InventoryDetail } from "@gavelyard/contract/inventory/inventory";
import { publishGaps } from "@gavelyard/domain/inventory/unit-rules";
import { inTransaction } from "../../db/transaction.ts";
import { Refusal } from "../../refusal.ts";
import { detailOfAny } from "../detail-sql.ts";
import { enterUnit, type StaffActor, type StockContext } from "../enter-unit.ts";
import { moveUnit } from "../list-unit.ts";
import { factsOf, unitsOfImport, type UnitRow } from "../stock-sql.ts";
import { importOr404 } from "./change-import.ts";
import { rowReader } from "./check-rows.ts";
import { allYards, offerableOf, rowsOf } from "./sql.ts";

/** Units that one call publishes; the screen repeats it until none is left. */
const PUBLISHED_AT_ONCE = 100;
/** Units that a run list can have. */
const MAX_OFFERED = 2_000;
const PREVIEWED = 3;

const gapsOf = (unit: UnitRow) => publishGaps(factsOf(unit));
const isReady = (unit: UnitRow): boolean => unit.status === "DRAFT" && gapsOf(unit).length === 0;
const isToMend = (unit: UnitRow): boolean => unit.status === "DRAFT" && gapsOf(unit).length > 0;

/** Returns what has become of an import's units. @throws Refusal 404 */
export async function resultsOf(context: StockContext, id: number): Promise<ImportResults> {
  await importOr404(context, id);
  const units = await unitsOfImport(context.pool, id);
  const toMend = units.filter(isToMend);
  const gaps = new Map<string, ImportResults["gaps"][number]>();
  for (const { field, message } of toMend.flatMap(gapsOf)) {
    const before = gaps.get(message);
    gaps.set(message, { field, message, units: (before?.units ?? 0) + 1 });
  }
  return {
    ready: units.filter(isReady).length,
    toMend: toMend.length,
    gaps: [...gaps.values()].toSorted((a, b) => b.units - a.units),
    offerable: await offerableOf(context.pool, id, MAX_OFFERED),
  };
}

/** Publishes the first units of an import that are ready. Returns how many. @throws Refusal 404 */
export async function publishReady(
  context: StockContext,
  id: number,
  by: StaffActor,
): Promise<number> {
  await importOr404(context, id);
  const ready = (await unitsOfImport(context.pool, id)).filter(isReady);
  let published = 0;
  for (const unit of ready.slice(0, PUBLISHED_AT_ONCE)) {
    try {
      await moveUnit(context, unit.id, "AVAILABLE", by);
      published += 1;
    } catch (error) {
      // Somebody changed it in the meantime; it shows up among those to mend.
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return published;
}

/** Returns the IDs of an import's units, all or only the drafts that are ready or to mend. */
export async function unitIdsOf(
  context: Pick<StockContext, "pool">,
  id: number,
  part: ImportPart | undefined,
): Promise<ReadonlySet<number>> {
  const units = await unitsOfImport(context.pool, id);
  const matches = part === "READY" ? isReady : part === "TO_MEND" ? isToMend : () => true;
  return new Set(units.filter(matches).map((unit) => unit.id));
}

class RolledBack extends Error {
  override readonly name = "RolledBack";
  readonly units: readonly InventoryDetail[];
  constructor(units: readonly InventoryDetail[]) {
    super("units were only shown");
    this.units = units;
  }
}

/**
 * Returns the first units of an import as buyers would see them. It adds them and takes that back.
 * @throws Refusal 404; 409 if another unit now has a row's stock number or VIN
 */
export async function previewUnits(
  context: StockContext,
  id: number,
  by: StaffActor,
): Promise<readonly InventoryDetail[]> {
  const record = await importOr404(context, id);
  const read = rowReader(record, await allYards(context.pool));
  const rows = (await rowsOf(context.pool, id, "sound")).slice(0, PREVIEWED);
  try {
    return await inTransaction(context.pool, async (tx) => {
      const units: InventoryDetail[] = [];
      for (const row of rows) {
        const { unit } = read(row);
        if (unit === null) continue;
        const stockNumber = unit.stockNumber ?? `NEW-${row.row}`;
        const detail = await detailOfAny(tx, await enterUnit(tx, { ...unit, stockNumber }, by));
        if (detail !== null) units.push(detail);
      }
      throw new RolledBack(units);
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.units;
    throw error;
  }
}

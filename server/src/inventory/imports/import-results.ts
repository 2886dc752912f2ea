import { maxLots } from "@gavelyard/domain/auctions/run-list";
import { msg } from "@gavelyard/messages/text";
import type { ImportPart } from "@gavelyard/contract/inventory/inventory-staff";
import type { ImportResults } from "@gavelyard/contract/inventory/unit-imports";
import type { InventoryDetail } from "@gavelyard/contract/inventory/inventory";
import { publishGaps, type UnitProblem } from "@gavelyard/domain/inventory/unit-rules";
import { inTransaction } from "../../db/transaction.ts";
import { Refusal } from "../../refusal.ts";
import { detailOfAny } from "../detail-sql.ts";
import { enterUnit, type StaffActor, type StockContext } from "../enter-unit.ts";
import { moveUnit } from "../list-unit.ts";
import { factsOf, unitsOfImport } from "../stock-sql.ts";
import { importOr404 } from "./change-import.ts";
import { readHouse, rowReader } from "./check-rows.ts";
import { offerableOf, soundRows, withdrawable } from "./sql.ts";
import { outcomesOf, refusalsOf } from "./work-sql.ts";

/** Units that one call publishes or withdraws; the screen repeats it until none is left. */
const MOVED_AT_ONCE = 100;
const PREVIEWED = 3;

/** Returns an import's drafts, each with what it lacks. */
async function draftsOf(
  { pool }: Pick<StockContext, "pool">,
  importId: number,
): Promise<{ id: number; gaps: UnitProblem[] }[]> {
  const units = await unitsOfImport(pool, importId);
  return units
    .filter(({ status }) => status === "DRAFT")
    .map((unit) => ({ id: unit.id, gaps: publishGaps(factsOf(unit)) }));
}

/** Returns what has become of an import's units. @throws Refusal 404 */
export async function resultsOf(context: StockContext, id: number): Promise<ImportResults> {
  await importOr404(context, id);
  const drafts = await draftsOf(context, id);
  const toMend = drafts.filter(({ gaps }) => gaps.length > 0);
  const gaps = new Map<string, ImportResults["gaps"][number]>();
  for (const { field, message } of toMend.flatMap((unit) => unit.gaps)) {
    const before = gaps.get(message);
    gaps.set(message, { field, message, units: (before?.units ?? 0) + 1 });
  }
  return {
    ...(await outcomesOf(context.pool, id)),
    refusals: await refusalsOf(context.pool, id),
    ready: drafts.length - toMend.length,
    toMend: toMend.length,
    gaps: [...gaps.values()].toSorted((a, b) => b.units - a.units),
    offerable: await offerableOf(context.pool, id, maxLots),
  };
}

/** Publishes the first units of an import that are ready. Returns how many. @throws Refusal 404 */
export async function publishReady(
  context: StockContext,
  id: number,
  by: StaffActor,
): Promise<number> {
  await importOr404(context, id);
  const ready = (await draftsOf(context, id)).filter(({ gaps }) => gaps.length === 0);
  return moveUnits(
    context,
    ready.slice(0, MOVED_AT_ONCE).map((unit) => unit.id),
    "AVAILABLE",
    by,
  );
}

/**
 * Withdraws the first units of the source's last list that an import doesn't have (D84). Returns how
 * many. @throws Refusal 404; 409 before the rows are checked
 */
export async function withdrawGone(
  context: StockContext,
  id: number,
  by: StaffActor,
): Promise<number> {
  const { state } = await importOr404(context, id);
  if (state !== "CHECKED" && state !== "DONE")
    throw new Refusal("too-early", msg("Match the columns first"));
  return moveUnits(context, await withdrawable(context.pool, id, MOVED_AT_ONCE), "WITHDRAWN", by);
}

/** Moves units to a status. Returns how many. */
async function moveUnits(
  context: StockContext,
  ids: readonly number[],
  to: "AVAILABLE" | "WITHDRAWN",
  by: StaffActor,
): Promise<number> {
  let moved = 0;
  for (const id of ids) {
    try {
      await moveUnit(context, id, to, by);
      moved += 1;
    } catch (error) {
      // Somebody changed it in the meantime; the next read shows it as it is.
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return moved;
}

/**
 * Returns the IDs of the units of the import that a search names, all or only its drafts that are
 * ready or to mend; undefined if it names none.
 */
export async function unitsAsked(
  context: Pick<StockContext, "pool">,
  { importId, importPart }: { importId?: number | undefined; importPart?: ImportPart | undefined },
): Promise<ReadonlySet<number> | undefined> {
  if (importId === undefined) return undefined;
  if (importPart === undefined)
    return new Set((await unitsOfImport(context.pool, importId)).map(({ id }) => id));
  const drafts = await draftsOf(context, importId);
  const asked = drafts.filter(({ gaps }) => (gaps.length === 0) === (importPart === "READY"));
  return new Set(asked.map(({ id }) => id));
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
  const read = rowReader(record, await readHouse(context.pool));
  const rows = await soundRows(context.pool, id, "NEW", 0, PREVIEWED);
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

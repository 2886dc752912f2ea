import { say, t } from "@gavelyard/messages/text";
import type { PoolClient } from "pg";
import { insertAudit } from "../../audit/sql.ts";
import type { Context } from "../../context.ts";
import { inTransaction } from "../../db/transaction.ts";
import { isUnavailable } from "../../db/is-unavailable.ts";
import { Refusal } from "../../refusal.ts";
import { nextStockNumber } from "../stock-sql.ts";
import { enterUnit, type StaffActor } from "../enter-unit.ts";
import { checkRows, rowReader } from "./check-rows.ts";
import { allYards, importById, lockImport, rowsOf, type ImportRecord } from "./sql.ts";
import { finishImport, saveProgress, releaseImport } from "./work-sql.ts";

const STEP = 50;

/**
 * Thrown when the process stops or the import has another state. The transaction rolls back and
 * another process can start over.
 */
class Stopped extends Error {
  override readonly name = "Stopped";
}

/** Thrown when a row can't be imported; its message is shown to staff. */
class RowFailure extends Error {
  override readonly name = "RowFailure";
}

/**
 * Imports the units of an import as drafts, all of them in one transaction or none. If a row can't
 * be imported because the inventory changed since the check, nothing is imported: all rows are
 * checked again, and the import says why. After a stop or a lost database the next worker starts
 * over.
 */
export async function importUnits(
  { pool, log }: Pick<Context, "pool" | "log">,
  id: number,
  stop: AbortSignal,
): Promise<void> {
  try {
    await inTransaction(pool, async (tx) => {
      const record = await importById(tx, id);
      if (record?.state !== "IMPORTING" || record.started_by === null) throw new Stopped();
      const by: StaffActor = { userId: record.started_by, ip: record.started_ip };
      const units = await enterRows(tx, record, by, async (done) => {
        if (stop.aborted) throw new Stopped();
        // Outside the transaction, so that others can see the progress.
        await saveProgress(pool, id, done);
      });
      if (!(await finishImport(tx, id, units))) throw new Stopped();
      await insertAudit(tx, {
        actorId: by.userId,
        action: "units-imported",
        subjectType: "unit-import",
        subjectId: id,
        after: { units: units.size, leftOut: record.row_count - units.size },
        ip: by.ip,
      });
    });
  } catch (error) {
    if (error instanceof Stopped) return releaseImport(pool, id);
    if (isUnavailable(error)) throw error;
    if (!(error instanceof RowFailure)) log.error({ err: error, importId: id }, "import failed");
    const why =
      error instanceof RowFailure ? error.message : t("Something went wrong on our side.");
    await inTransaction(pool, async (tx) => {
      const record = await lockImport(tx, id);
      if (record?.state === "IMPORTING")
        await checkRows(
          tx,
          record,
          t("{why} Nothing was imported. Check the rows and try again.", { why }),
        );
    });
  }
}

/** Creates a unit for each row without errors. Returns the unit ID by row number. */
async function enterRows(
  tx: PoolClient,
  record: ImportRecord,
  by: StaffActor,
  report: (done: number) => Promise<void>,
): Promise<Map<number, number>> {
  const read = rowReader(record, await allYards(tx));
  const rows = await rowsOf(tx, record.id, "sound");
  const column = record.mapping.indexOf("stockNumber");
  const given = new Set(rows.map(({ cells }) => cells[column] ?? ""));
  const units = new Map<number, number>();
  await report(0);
  for (const row of rows) {
    const number = row.row;
    const { unit, faults } = read(row);
    if (unit === null) throw rowFailure(number, faults[0]?.message ?? t("This is not valid"));
    const stockNumber = unit.stockNumber ?? (await unusedStockNumber(tx, given));
    units.set(number, await enterRow(tx, number, { ...unit, stockNumber }, by));
    if (units.size % STEP === 0) await report(units.size);
  }
  return units;
}

/** Returns a generated stock number that no row of the file uses. */
async function unusedStockNumber(tx: PoolClient, given: ReadonlySet<string>): Promise<string> {
  let number = await nextStockNumber(tx);
  while (given.has(number)) number = await nextStockNumber(tx);
  return number;
}

const rowFailure = (row: number, fault: string) =>
  new RowFailure(t("Row {row}: {fault}", { row, fault: fault.replace(/\.?$/, ".") }));

async function enterRow(
  tx: PoolClient,
  row: number,
  unit: Parameters<typeof enterUnit>[1],
  by: StaffActor,
): Promise<number> {
  try {
    return await enterUnit(tx, unit, by);
  } catch (error) {
    // Another unit may have been saved with the same stock number or identifier in the meantime.
    const isTaken = error instanceof Error && "code" in error && error.code === "23505";
    if (isTaken) throw rowFailure(row, t("Another unit now has its stock number or VIN"));
    if (!(error instanceof Refusal)) throw error;
    throw rowFailure(row, say(error.said));
  }
}

import { say, t } from "@gavelyard/messages/text";
import type { PoolClient } from "pg";
import { insertAudit } from "../../audit/sql.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/pool.ts";
import { inTransaction } from "../../db/transaction.ts";
import { isUnavailable } from "../../db/is-unavailable.ts";
import { Refusal } from "../../refusal.ts";
import { readSpellings } from "../spellings/sql.ts";
import { heldUnits, nextStockNumber } from "../stock-sql.ts";
import { changeUnit, enterUnit, type StaffActor, type StockContext } from "../enter-unit.ts";
import { checkRows, readHouse, rowReader } from "./check-rows.ts";
import { asChange, changesOf } from "./compare-row.ts";
import {
  importById,
  lockImport,
  soundRows,
  textsOfColumn,
  type ImportRecord,
  type RowRecord,
} from "./sql.ts";
import { finishImport, releaseImport, saveProgress, setRefusal, setUpdated } from "./work-sql.ts";

/** Rows read at once, after which progress is saved. */
const ROWS_AT_ONCE = 50;

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
 * Changes the units that a list describes and that we have, each in a transaction of its own, so that
 * no bid waits; one that its rules don't allow stays, and its row says why (D84). Then adds the new units
 * as drafts, all of them in one transaction or none. If a row can't be added because the inventory
 * changed since the check, none is: all rows are checked again, and the import says why. After a stop
 * or a lost database the next worker starts over.
 */
export async function importUnits(
  context: StockContext & Pick<Context, "log">,
  id: number,
  stop: AbortSignal,
): Promise<void> {
  const { pool, log } = context;
  const report = async (done: number) => {
    if (stop.aborted) throw new Stopped();
    // Outside the transaction, so that others can see the progress.
    await saveProgress(pool, id, done);
  };
  try {
    const { record, by } = await startedImport(pool, id);
    const updated = record.take.update ? await changeUnits(context, record, by, report) : 0;
    await inTransaction(pool, async (tx) => {
      await startedImport(tx, id);
      const units = record.take.add
        ? await enterRows(tx, record, by, (added) => report(updated + added))
        : new Map<number, number>();
      if (!(await finishImport(tx, id, units, updated + units.size))) throw new Stopped();
      await insertAudit(tx, {
        actorId: by.userId,
        action: "units-imported",
        subjectType: "unit-import",
        subjectId: id,
        after: { units: units.size, unitsUpdated: updated, leftOut: record.error_rows },
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
          t("{why} No unit was added. Check the rows and try again.", { why }),
        );
    });
  }
}

async function startedImport(
  db: Db,
  id: number,
): Promise<{ record: ImportRecord; by: StaffActor }> {
  const record = await importById(db, id);
  if (record?.state !== "IMPORTING" || record.started_by === null) throw new Stopped();
  return { record, by: { userId: record.started_by, ip: record.started_ip } };
}

/** Returns rows of one kind without errors that staff didn't skip, some at a time. */
async function* takenRows(
  db: Db,
  { id, take }: ImportRecord,
  match: "NEW" | "CHANGED",
): AsyncGenerator<readonly RowRecord[]> {
  const skipped = new Set(take.skipRows);
  for (let last = 0; ;) {
    const rows = await soundRows(db, id, match, last, ROWS_AT_ONCE);
    yield rows.filter(({ row }) => !skipped.has(row));
    const end = rows.at(-1)?.row;
    if (end === undefined) return;
    last = end;
  }
}

/** Changes the units that rows describe. Returns how many were changed, earlier runs included. */
async function changeUnits(
  context: StockContext,
  record: ImportRecord,
  by: StaffActor,
  report: (done: number) => Promise<void>,
): Promise<number> {
  const { pool } = context;
  const read = rowReader(record, await readHouse(pool));
  const spellings = await readSpellings(pool);
  const keep = new Set(record.take.keepFields);
  let updated = 0;
  for await (const rows of takenRows(pool, record, "CHANGED")) {
    await report(updated);
    const held = await heldUnits(
      pool,
      rows.flatMap(({ matchedId }) => matchedId ?? []),
      [],
      [],
    );
    for (const row of rows) {
      const one = read(row);
      const unit = held.find(({ id }) => id === row.matchedId);
      const changes = unit === undefined ? [] : changesOf(one, unit, spellings);
      const taken = changes.filter(({ field, kept }) => kept === "" && !keep.has(field));
      if (row.updated) updated += 1;
      if (unit === undefined || one.unit === null || taken.length === 0) continue;
      const { id } = record;
      const change = asChange(unit, taken, one.unit);
      try {
        await changeUnit(context, change, by, (tx) => setUpdated(tx, id, row.row));
        if (!row.updated) updated += 1;
      } catch (error) {
        const why = isTaken(error)
          ? numbersTaken()
          : error instanceof Refusal
            ? say(error.said)
            : null;
        if (why === null) throw error;
        await setRefusal(pool, id, row.row, why);
      }
    }
  }
  return updated;
}

/** Creates a unit for each new row. Returns the unit ID by row number. */
async function enterRows(
  tx: PoolClient,
  record: ImportRecord,
  by: StaffActor,
  report: (done: number) => Promise<void>,
): Promise<Map<number, number>> {
  const read = rowReader(record, await readHouse(tx));
  const given = new Set(await textsOfColumn(tx, record.id, record.mapping.indexOf("stockNumber")));
  const units = new Map<number, number>();
  for await (const rows of takenRows(tx, record, "NEW")) {
    await report(units.size);
    for (const row of rows) {
      const { unit, faults } = read(row);
      if (unit === null) throw rowFailure(row.row, faults[0]?.message ?? t("This is not valid"));
      const stockNumber = unit.stockNumber ?? (await unusedStockNumber(tx, given));
      units.set(row.row, await enterRow(tx, row.row, { ...unit, stockNumber }, by));
    }
  }
  return units;
}

/** Returns a generated stock number that no row of the file uses. */
async function unusedStockNumber(tx: PoolClient, given: ReadonlySet<string>): Promise<string> {
  let number = await nextStockNumber(tx);
  while (given.has(number)) number = await nextStockNumber(tx);
  return number;
}

/** Another unit may be saved with the same stock number or identifier in the meantime. */
const isTaken = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "23505";
const numbersTaken = () => t("Another unit now has its stock number or VIN");

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
    if (isTaken(error)) throw rowFailure(row, numbersTaken());
    if (!(error instanceof Refusal)) throw error;
    throw rowFailure(row, say(error.said));
  }
}

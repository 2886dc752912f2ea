import { msg, pluralMsg } from "@gavelyard/messages/text";
import { unitLabel } from "@gavelyard/contract/unit-table";
import type { AuditAction } from "@gavelyard/domain/audit-actions";
import type { AuditValues } from "@gavelyard/domain/audit-fields";
import type { PoolClient } from "pg";
import { insertAudit } from "../../audit/sql.ts";
import { inTransaction } from "../../db/transaction.ts";
import { spoken, badRequest, HttpError, notFound } from "../../http/errors.ts";
import type { UploadedFile } from "../../http/uploads.ts";
import type { StaffActor, StockContext } from "../enter-unit.ts";
import { checkRows } from "./check-rows.ts";
import { guessMapping } from "./guess-mapping.ts";
import { readTable } from "./read-table.ts";
import {
  importById,
  insertImport,
  lockImport,
  setCancelled,
  setCells,
  setMapping,
  type ImportRecord,
} from "./sql.ts";
import { setStarted } from "./work-sql.ts";

export const noSuchImport = () => notFound(msg("Import not found"));

/**
 * Returns an uploaded file's name without its path and control characters; `otherwise` if none is
 * left.
 */
export function shownFileName(given: string, otherwise: string): string {
  const name = given
    .normalize("NFC")
    .replace(/^.*[/\\]/, "")
    .replace(/[^\p{L}\p{N} ._()-]/gu, "")
    .trim()
    .slice(0, 120);
  return name === "" ? otherwise : name;
}

/**
 * Stores the rows of an uploaded file and guesses its columns. Returns the import's ID.
 * @throws HttpError 400 with what is wrong with the file
 */
export async function createImport(
  { pool }: StockContext,
  upload: UploadedFile,
  by: StaffActor,
): Promise<number> {
  const { sheet, headers, rows } = await readTable(upload.path);
  const fileName = shownFileName(upload.fileName, "units");
  return inTransaction(pool, async (tx) => {
    const id = await insertImport(tx, {
      fileName,
      sheet,
      createdBy: by.userId,
      headers,
      mapping: guessMapping(headers),
      rows,
    });
    await audit(tx, id, "import-uploaded", by, { fileName, rows: rows.length });
    return id;
  });
}

async function audit(
  tx: PoolClient,
  id: number,
  action: AuditAction,
  by: StaffActor,
  after: AuditValues | null,
): Promise<void> {
  await insertAudit(tx, {
    actorId: by.userId,
    action,
    subjectType: "unit-import",
    subjectId: id,
    after,
    ip: by.ip,
  });
}

/**
 * Runs `work` with the import locked, so that changes to it run one at a time.
 * @throws HttpError 404
 */
async function change<T>(
  { pool }: StockContext,
  id: number,
  work: (tx: PoolClient, before: ImportRecord) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, async (tx) => {
    const before = await lockImport(tx, id);
    if (before === null) throw noSuchImport();
    return work(tx, before);
  });
}

function refuseUnlessOpen({ state }: ImportRecord): void {
  switch (state) {
    case "UPLOADED":
    case "CHECKED":
      return;
    case "IMPORTING":
      throw new HttpError(
        "wrong-state",
        msg("The units are being imported. Wait until they're done."),
      );
    case "DONE":
      throw new HttpError(
        "already-done",
        msg("These units have been imported. Edit them one by one, or start a new import."),
      );
    case "CANCELLED":
      throw new HttpError("wrong-state", msg("This import was canceled. Start a new one."));
  }
}

/**
 * Sets the field of each column and the default values for empty cells, then checks all rows.
 * @throws HttpError 400 for a field matched to two columns, 404, 409
 */
export async function mapColumns(
  context: StockContext,
  id: number,
  {
    mapping,
    defaults,
  }: Pick<ImportRecord, "mapping"> & { defaults: Readonly<Record<string, string | undefined>> },
  by: StaffActor,
): Promise<void> {
  await change(context, id, async (tx, before) => {
    refuseUnlessOpen(before);
    if (mapping.length !== before.headers.length)
      throw badRequest(
        msg("mapping: Match each of the {columns} columns", { columns: before.headers.length }),
      );
    const twice = mapping.find((field, at) => field !== null && mapping.indexOf(field) !== at);
    if (twice !== undefined)
      throw badRequest(
        msg("mapping: Two columns are matched to “{field}”", {
          field: spoken(unitLabel(twice ?? "")),
        }),
      );
    const given = Object.fromEntries(
      Object.entries(defaults).flatMap(([field, text]) =>
        text === undefined || text === "" ? [] : [[field, text] as const],
      ),
    );
    await setMapping(tx, id, mapping, given);
    await checkRows(tx, { ...before, mapping, defaults: given });
    await audit(tx, id, "import-mapped", by, { mapping, defaults: given });
  });
}

/**
 * Changes cells, then checks all rows again.
 * @throws HttpError 400 for a cell that isn't in the file, 404, 409
 */
export async function correctCells(
  context: StockContext,
  id: number,
  cells: readonly { readonly row: number; readonly column: number; readonly text: string }[],
  by: StaffActor,
): Promise<void> {
  await change(context, id, async (tx, before) => {
    refuseUnlessOpen(before);
    for (const [row, changes] of Map.groupBy(cells, (cell) => cell.row)) {
      const outside = changes.find(({ column }) => column >= before.headers.length);
      if (outside !== undefined)
        throw badRequest(msg("cells: Column {column} not found", { column: outside.column }));
      const texts = new Map(changes.map(({ column, text }) => [column, text]));
      if (!(await setCells(tx, id, row, texts)))
        throw badRequest(msg("cells: Row {row} not found", { row }));
    }
    await checkRows(tx, before);
    await audit(tx, id, "import-mended", by, { cells });
  });
}

/**
 * Starts importing the units. Repeating it changes nothing.
 * @throws HttpError 404; 409 while rows have errors, unless `leaveOut` skips those
 */
export async function startImport(
  context: StockContext,
  id: number,
  leaveOut: boolean,
  by: StaffActor,
): Promise<void> {
  await change(context, id, async (tx, before) => {
    if (before.state === "IMPORTING" || before.state === "DONE") return;
    refuseUnlessOpen(before);
    if (before.state === "UPLOADED")
      throw new HttpError("too-early", msg("Match the columns first"));
    const { error_rows: faulty, row_count: all } = before;
    if (faulty > 0 && !leaveOut) {
      throw new HttpError(
        "too-early",
        pluralMsg(
          faulty,
          "{n} row has errors. Correct them, or skip those rows.",
          "{n} rows have errors. Correct them, or skip those rows.",
        ),
      );
    }
    if (faulty === all)
      throw new HttpError("too-early", msg("Every row has errors, so there is nothing to import"));
    await setStarted(tx, id, by, leaveOut);
    await audit(tx, id, "import-started", by, { rows: all - faulty, leftOut: faulty });
  });
}

/** Cancels an import that hasn't started. @throws HttpError 404, 409 */
export async function cancelImport(
  context: StockContext,
  id: number,
  by: StaffActor,
): Promise<void> {
  await change(context, id, async (tx, before) => {
    if (before.state === "CANCELLED") return;
    refuseUnlessOpen(before);
    await setCancelled(tx, id);
    await audit(tx, id, "import-cancelled", by, null);
  });
}

export async function importOr404(
  { pool }: Pick<StockContext, "pool">,
  id: number,
): Promise<ImportRecord> {
  const record = await importById(pool, id);
  if (record === null) throw noSuchImport();
  return record;
}

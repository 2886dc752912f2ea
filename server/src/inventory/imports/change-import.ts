import { msg, pluralMsg } from "@gavelyard/messages/text";
import { unitLabel, valueKey } from "@gavelyard/contract/inventory/unit-table";
import type { TakenParts } from "@gavelyard/contract/inventory/unit-imports";
import type { AuditAction } from "@gavelyard/domain/audit/audit-actions";
import type { AuditValues } from "@gavelyard/domain/audit/audit-fields";
import { readFile } from "node:fs/promises";
import type { PoolClient } from "pg";
import { insertAudit } from "../../audit/sql.ts";
import { inTransaction } from "../../db/transaction.ts";
import { spoken, badRequest, Refusal, notFound } from "../../refusal.ts";
import type { UploadedFile } from "../../http/uploads/uploads.ts";
import type { StaffActor, StockContext } from "../enter-unit.ts";
import { checkRows } from "./check-rows.ts";
import type { ValueMap } from "./column-plans.ts";
import { rowOfLine } from "./csv-file.ts";
import { choicesFor, isComplete, profileOf } from "./profiles.ts";
import { keepProfile, keptProfiles } from "./profiles-sql.ts";
import { readTable } from "./read-table.ts";
import {
  fileOf,
  importById,
  insertImport,
  lockImport,
  setCancelled,
  setCells,
  setLine,
  setMapping,
  setTable,
  type ImportRecord,
} from "./sql.ts";
import type { TableChoice } from "./table.ts";
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
 * Stores the rows of an uploaded file and matches its columns as its source does, or guesses them.
 * Checks the rows at once if every needed field is matched. Returns the import's ID.
 * @throws Refusal 400 with what is wrong with the file
 */
export async function createImport(
  { pool }: StockContext,
  upload: UploadedFile,
  by: StaffActor,
): Promise<number> {
  const bytes = await readFile(upload.path);
  const table = await readTable(bytes);
  const fileName = shownFileName(upload.fileName, "units");
  return inTransaction(pool, async (tx) => {
    const id = await insertImport(tx, {
      fileName,
      createdBy: by.userId,
      table,
      ...choicesFor(table, await keptProfiles(tx), fileName),
      bytes,
    });
    await audit(tx, id, "import-uploaded", by, { fileName, rows: table.rows.length });
    await checkIfComplete(tx, id);
    return id;
  });
}

/** Checks the rows of an import that starts with all its choices. */
async function checkIfComplete(tx: PoolClient, id: number): Promise<void> {
  const record = await importById(tx, id);
  if (record?.isKnownSource === true && isComplete(record)) await checkRows(tx, record);
}

/**
 * Reads an import's file again in another way: another row of names, sheet, separator or encoding.
 * Guesses its columns again.
 * @throws Refusal 400 with what is wrong with the file read so, 404, 409
 */
export async function readAgain(
  context: StockContext,
  id: number,
  choice: TableChoice,
  by: StaffActor,
): Promise<void> {
  const bytes = await fileOf(context.pool, id);
  const table = bytes === null ? null : await readTable(bytes, choice);
  await change(context, id, async (tx, before) => {
    refuseUnlessOpen(before);
    if (table === null)
      throw new Refusal("wrong-state", msg("We no longer have this file. Upload it again."));
    const choices = choicesFor(table, await keptProfiles(tx), before.file_name);
    await setTable(tx, id, { table, ...choices });
    await audit(tx, id, "import-read-again", by, { rows: table.rows.length, ...choice });
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
 * @throws Refusal 404
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
      throw new Refusal(
        "wrong-state",
        msg("The units are being imported. Wait until they're done."),
      );
    case "DONE":
      throw new Refusal(
        "already-done",
        msg("These units have been imported. Edit them one by one, or start a new import."),
      );
    case "CANCELLED":
      throw new Refusal("wrong-state", msg("This import was canceled. Start a new one."));
  }
}

/**
 * Sets the field of each column and the default values for empty cells, then checks all rows.
 * @throws Refusal 400 for a field matched to two columns, 404, 409
 */
export async function mapColumns(
  context: StockContext,
  id: number,
  {
    mapping,
    defaults,
    valueMap: texts = {},
    source,
  }: Pick<ImportRecord, "mapping"> & {
    defaults: Readonly<Record<string, string | undefined>>;
    /** By field: what a text of the file means. */
    valueMap?: ValueMap | undefined;
    /** Name under which the choices are kept; as it was if left out. */
    source?: string | undefined;
  },
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
    const valueMap = Object.fromEntries(
      Object.entries(texts).map(([field, meanings = {}]) => [
        field,
        Object.fromEntries(
          Object.entries(meanings).map(([text, meaning]) => [valueKey(text), meaning]),
        ),
      ]),
    );
    const now = { mapping, defaults: given, valueMap, source: source ?? before.source };
    await setMapping(tx, id, now);
    await checkRows(tx, { ...before, ...now });
    await audit(tx, id, "import-mapped", by, now);
  });
}

/**
 * Changes cells and faulty lines, then checks all rows again.
 * @throws Refusal 400 for what isn't in the file, or a line that is still faulty, 404, 409
 */
export async function correctRows(
  context: StockContext,
  id: number,
  {
    cells,
    lines,
  }: {
    readonly cells: readonly {
      readonly row: number;
      readonly column: number;
      readonly text: string;
    }[];
    /** Lines that couldn't be split into cells, corrected. */
    readonly lines: readonly { readonly row: number; readonly text: string }[];
  },
  by: StaffActor,
): Promise<void> {
  await change(context, id, async (tx, before) => {
    refuseUnlessOpen(before);
    const width = before.headers.length;
    for (const { row, text } of lines) {
      const read = rowOfLine(text, before.reading?.separator ?? ",", width);
      if (read === null) throw badRequest(msg("lines: Row {row} must be one line", { row }));
      const filled = Array.from({ length: width }, (_, at) => read.cells[at]?.trim() ?? "");
      if (read.fault !== null)
        throw badRequest(
          msg("lines: Row {row} still can't be split into {width} cells", { row, width }),
        );
      if (!(await setLine(tx, id, row, filled)))
        throw badRequest(msg("lines: Row {row} not found", { row }));
    }
    for (const [row, changes] of Map.groupBy(cells, (cell) => cell.row)) {
      const outside = changes.find(({ column }) => column >= before.headers.length);
      if (outside !== undefined)
        throw badRequest(msg("cells: Column {column} not found", { column: outside.column }));
      const texts = new Map(changes.map(({ column, text }) => [column, text]));
      if (!(await setCells(tx, id, row, texts)))
        throw badRequest(msg("cells: Row {row} not found", { row }));
    }
    await checkRows(tx, before);
    await audit(tx, id, "import-mended", by, { cells, lines });
  });
}

/**
 * Starts importing the units, and keeps their choices for the next list of the source. Repeating it
 * changes nothing.
 * @throws Refusal 404; 409 while rows have errors, unless `leaveOut` skips those
 */
export async function startImport(
  context: StockContext,
  id: number,
  { leaveOut, ...take }: TakenParts & { readonly leaveOut: boolean },
  by: StaffActor,
): Promise<void> {
  await change(context, id, async (tx, before) => {
    if (before.state === "IMPORTING" || before.state === "DONE") return;
    refuseUnlessOpen(before);
    if (before.state === "UPLOADED") throw new Refusal("too-early", msg("Match the columns first"));
    const { error_rows: faulty, row_count: all } = before;
    if (faulty > 0 && !leaveOut) {
      throw new Refusal(
        "too-early",
        pluralMsg(
          faulty,
          "{n} row has errors. Correct them, or skip those rows.",
          "{n} rows have errors. Correct them, or skip those rows.",
        ),
      );
    }
    if (faulty === all)
      throw new Refusal("too-early", msg("Every row has errors, so there is nothing to import"));
    await setStarted(tx, id, by, leaveOut, take);
    if (before.source !== "" && before.headers.some((header) => header !== ""))
      await keepProfile(tx, profileOf(before.source, before), by.userId);
    const { added, changed } = before.matches;
    await audit(tx, id, "import-started", by, {
      units: take.add ? added : 0,
      unitsUpdated: take.update ? changed : 0,
      leftOut: faulty,
    });
  });
}

/** Cancels an import that hasn't started. @throws Refusal 404, 409 */
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

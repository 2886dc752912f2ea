import type {
  GoneUnit,
  ImportHead,
  ImportRow,
  ListMatches,
  Reading,
  TakenParts,
  UnitImport,
  UnknownValue,
} from "@gavelyard/contract/inventory/unit-imports";
import type { Db } from "../../db/pool.ts";
import { allSellers, type SellerName } from "../sellers-sql.ts";
import { unitTitle } from "../sql.ts";
import type { StartingChoices } from "./choices.ts";
import type { ValueMap } from "./column-plans.ts";
import type { RowFault } from "./csv-rows.ts";
import type { Table, TableRow } from "./table.ts";

type State = UnitImport["state"];

/** A row of `unit_imports` with its creator's name. */
export interface ImportRecord {
  readonly id: number;
  readonly file_name: string;
  readonly sheet: string | null;
  /** How the file was read; null for an import of the previous version. */
  readonly reading: Reading | null;
  readonly state: State;
  readonly created_by: number;
  readonly creator: string;
  readonly created_at: Date;
  readonly headers: readonly string[];
  readonly mapping: readonly (string | null)[];
  readonly defaults: Readonly<Record<string, string>>;
  readonly valueMap: ValueMap;
  /** Name of the source whose choices this import keeps; empty for one of the previous version. */
  readonly source: string;
  /** Whether it started with the choices of a profile. */
  readonly isKnownSource: boolean;
  readonly decimalComma: boolean;
  readonly unknownValues: readonly UnknownValue[];
  readonly row_count: number;
  readonly error_rows: number;
  readonly warning_rows: number;
  readonly done_rows: number;
  readonly failure: string;
  readonly started_by: number | null;
  readonly started_ip: string | null;
  readonly leave_out: boolean;
  readonly matches: ListMatches;
  readonly take: TakenParts;
}

const columns = `m.id, m.file_name, m.sheet, m.state, m.created_by, u.name AS creator, m.created_at,
  m.reading, m.headers, m.mapping, m.defaults, m.value_map AS "valueMap", m.source,
  m.known_source AS "isKnownSource",
  m.decimal_comma AS "decimalComma", m.unknown_values AS "unknownValues", m.row_count, m.error_rows, m.warning_rows, m.done_rows, m.failure, m.started_by,
  host(m.started_ip) AS started_ip, m.leave_out, m.matches, m.take`;

export interface NewImport extends StartingChoices {
  readonly fileName: string;
  readonly createdBy: number;
  readonly table: Table;
  /** The file, so that staff can have it read in another way. */
  readonly bytes: Buffer;
}

type Choices = Omit<NewImport, "fileName" | "createdBy" | "bytes">;

/** Values of an import's columns from `sheet` to `known_source`, in the order of both statements. */
const choiceValues = ({ table, mapping, defaults, valueMap, ...of }: Choices): unknown[] => [
  table.sheet,
  JSON.stringify(table.reading),
  JSON.stringify(table.headers),
  JSON.stringify(mapping),
  JSON.stringify(defaults),
  table.rows.length,
  JSON.stringify(valueMap),
  of.source,
  of.isKnownSource,
];

export async function insertImport(
  tx: Db,
  { fileName, createdBy, bytes, ...choices }: NewImport,
): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    `INSERT INTO unit_imports (file_name, created_by, sheet, reading, headers, mapping, defaults, row_count,
        value_map, source, known_source)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id`,
    [fileName, createdBy, ...choiceValues(choices)],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("an import was not kept");
  await tx.query("INSERT INTO unit_import_files (import_id, bytes) VALUES ($1, $2)", [id, bytes]);
  await insertRows(tx, id, choices.table.rows);
  return id;
}

/** Rows in one statement. More at once would keep the process from everything else. */
const ROWS_AT_ONCE = 500;

async function insertRows(tx: Db, id: number, all: readonly TableRow[]): Promise<void> {
  for (let at = 0; at < all.length; at += ROWS_AT_ONCE)
    await insertSome(tx, id, all.slice(at, at + ROWS_AT_ONCE));
}

async function insertSome(tx: Db, id: number, rows: readonly TableRow[]): Promise<void> {
  await tx.query(
    `INSERT INTO unit_import_rows (import_id, row_number, cells, fault, line)
      SELECT $1, n, c, f, l FROM unnest($2::int[], $3::jsonb[], $4::text[], $5::text[]) AS r(n, c, f, l)`,
    [
      id,
      rows.map(({ row }) => row),
      rows.map(({ cells }) => JSON.stringify(cells)),
      rows.map(({ fault }) => fault),
      rows.map(({ line }) => line),
    ],
  );
}

/** Returns an import's file; null once the import has ended. */
export async function fileOf(db: Db, id: number): Promise<Buffer | null> {
  const { rows } = await db.query<{ bytes: Buffer }>(
    "SELECT bytes FROM unit_import_files WHERE import_id = $1",
    [id],
  );
  return rows[0]?.bytes ?? null;
}

/** Replaces the rows and columns of an import by those that another reading gave. */
export async function setTable(tx: Db, id: number, choices: Choices): Promise<void> {
  await tx.query("DELETE FROM unit_import_rows WHERE import_id = $1", [id]);
  await tx.query(
    `UPDATE unit_imports SET state = 'UPLOADED', sheet = $2, reading = $3, headers = $4, mapping = $5,
        defaults = $6, row_count = $7, value_map = $8, source = $9, known_source = $10, error_rows = 0, warning_rows = 0, failure = '',
        unknown_values = '[]', updated_at = clock_ms() WHERE id = $1`,
    [id, ...choiceValues(choices)],
  );
  await insertRows(tx, id, choices.table.rows);
}

export async function importById(db: Db, id: number): Promise<ImportRecord | null> {
  const { rows } = await db.query<ImportRecord>(
    `SELECT ${columns} FROM unit_imports m JOIN users u ON u.id = m.created_by WHERE m.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

export async function lockImport(tx: Db, id: number): Promise<ImportRecord | null> {
  await tx.query("SELECT 1 FROM unit_imports WHERE id = $1 FOR NO KEY UPDATE", [id]);
  return importById(tx, id);
}

export async function importsPage(
  db: Db,
  { page, size }: { page: number; size: number },
): Promise<{ imports: ImportRecord[]; total: number }> {
  const { rows } = await db.query<ImportRecord>(
    `SELECT ${columns} FROM unit_imports m JOIN users u ON u.id = m.created_by
      ORDER BY m.id DESC LIMIT $1 OFFSET $2`,
    [size, page * size],
  );
  const counted = await db.query<{ total: number }>("SELECT count(*) AS total FROM unit_imports");
  return { imports: rows, total: counted.rows[0]?.total ?? 0 };
}

export interface RowRecord {
  readonly row: number;
  readonly cells: readonly string[];
  readonly fault: RowFault | null;
  /** The line of a row with a fault; empty otherwise. */
  readonly line: string;
  readonly errors: ImportRow["errors"];
  /** Whether something in it looks wrong, and may be right. */
  readonly warned: boolean;
  readonly inventoryId: number | null;
  readonly match: ImportRow["match"];
  /** The unit that it describes, if that was there before. */
  readonly matchedId: number | null;
  readonly updated: boolean;
  readonly refusal: string;
}
const rowColumns = `row_number AS row, cells, fault, line, errors, warned, inventory_id AS "inventoryId",
  match, matched_id AS "matchedId", updated, refusal`;

/** What a check saves of a row. */
export type RowCheck = Pick<RowRecord, "row" | "errors" | "warned" | "match" | "matchedId">;

/** Returns the rows of an import in order, some at a time. */
export async function* rowsOf(
  db: Db,
  importId: number,
  atOnce: number,
): AsyncGenerator<readonly RowRecord[]> {
  for (let last = 0; ;) {
    const { rows } = await db.query<RowRecord>(
      `SELECT ${rowColumns} FROM unit_import_rows WHERE import_id = $1 AND row_number > $2
        ORDER BY row_number LIMIT $3`,
      [importId, last, atOnce],
    );
    const end = rows.at(-1)?.row;
    if (end === undefined) return;
    yield rows;
    last = end;
  }
}

/** Returns the texts of a column of an import; none for -1. */
export async function textsOfColumn(db: Db, importId: number, column: number): Promise<string[]> {
  if (column < 0) return [];
  const { rows } = await db.query<{ text: string }>(
    `SELECT cells ->> $2::int AS text FROM unit_import_rows
      WHERE import_id = $1 AND cells ->> $2::int <> ''`,
    [importId, column],
  );
  return rows.map(({ text }) => text);
}

/** Returns rows without errors of one kind, below a row, in order. */
export async function soundRows(
  db: Db,
  importId: number,
  match: ImportRow["match"],
  after: number,
  atMost: number,
): Promise<RowRecord[]> {
  const { rows } = await db.query<RowRecord>(
    `SELECT ${rowColumns} FROM unit_import_rows
      WHERE import_id = $1 AND errors = '[]'::jsonb AND match = $2 AND row_number > $3
      ORDER BY row_number LIMIT $4`,
    [importId, match, after, atMost],
  );
  return rows;
}

export interface RowsAsked {
  readonly page: number;
  readonly size: number;
  /** Only rows with errors. */
  readonly faulty: boolean;
  /** Only rows with warnings. */
  readonly warned?: boolean;
  /** Only rows without errors of this kind. */
  readonly match?: ImportRow["match"] | undefined;
}

export async function rowsPage(
  db: Db,
  importId: number,
  { page, size, faulty, warned = false, match }: RowsAsked,
): Promise<{ rows: RowRecord[]; total: number }> {
  const where = `import_id = $1 ${faulty ? "AND errors <> '[]'::jsonb" : ""} ${warned ? "AND warned" : ""}
    AND ($2::text IS NULL OR (match = $2 AND errors = '[]'::jsonb))`;
  const { rows } = await db.query<RowRecord>(
    `SELECT ${rowColumns} FROM unit_import_rows WHERE ${where} ORDER BY row_number LIMIT $3 OFFSET $4`,
    [importId, match, size, page * size],
  );
  const counted = await db.query<{ total: number }>(
    `SELECT count(*) AS total FROM unit_import_rows WHERE ${where}`,
    [importId, match],
  );
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

export async function sampleRows(db: Db, importId: number): Promise<(readonly string[])[]> {
  const { rows } = await db.query<{ cells: readonly string[] }>(
    "SELECT cells FROM unit_import_rows WHERE import_id = $1 ORDER BY row_number LIMIT 20",
    [importId],
  );
  return rows.map(({ cells }) => cells);
}

/** Returns the IDs of an import's units that a run list can take, and none has yet. */
export async function offerableOf(db: Db, importId: number, atMost: number): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT i.id FROM unit_import_rows r JOIN inventory i ON i.id = r.inventory_id
      WHERE r.import_id = $1 AND i.status IN ('AVAILABLE', 'UNSOLD')
        AND NOT EXISTS (SELECT 1 FROM planned_lots p WHERE p.inventory_id = i.id)
        AND NOT EXISTS (SELECT 1 FROM lots l WHERE l.inventory_id = i.id AND l.closed_at IS NULL)
      ORDER BY r.row_number LIMIT $2`,
    [importId, atMost],
  );
  return rows.map(({ id }) => id);
}

/** Saves the result of a check: the rows whose errors changed, and the error count. */
export async function saveCheck(
  tx: Db,
  importId: number,
  changed: readonly RowCheck[],
  result: {
    readonly errorRows: number;
    readonly warningRows: number;
    readonly failure: string;
    readonly decimalComma: boolean;
    readonly unknownValues: readonly UnknownValue[];
    readonly matches: ListMatches;
  },
): Promise<void> {
  for (let at = 0; at < changed.length; at += ROWS_AT_ONCE) {
    const some = changed.slice(at, at + ROWS_AT_ONCE);
    await tx.query(
      `UPDATE unit_import_rows r
        SET errors = c.errors, warned = c.warned, match = c.match, matched_id = c.matched_id
        FROM unnest($2::int[], $3::jsonb[], $4::boolean[], $5::text[], $6::bigint[])
          AS c(row_number, errors, warned, match, matched_id)
        WHERE r.import_id = $1 AND r.row_number = c.row_number`,
      [
        importId,
        some.map(({ row }) => row),
        some.map(({ errors }) => JSON.stringify(errors)),
        some.map(({ warned }) => warned),
        some.map(({ match }) => match),
        some.map(({ matchedId }) => matchedId),
      ],
    );
  }
  await tx.query(
    `UPDATE unit_imports SET state = 'CHECKED', error_rows = $2, failure = $3, decimal_comma = $4,
        unknown_values = $5, warning_rows = $6, matches = $7, done_rows = 0, claimed_until = NULL, updated_at = clock_ms() WHERE id = $1`,
    [
      importId,
      result.errorRows,
      result.failure,
      result.decimalComma,
      JSON.stringify(result.unknownValues),
      result.warningRows,
      JSON.stringify(result.matches),
    ],
  );
}

export async function setMapping(
  tx: Db,
  id: number,
  {
    mapping,
    defaults,
    valueMap,
    source,
  }: Pick<ImportRecord, "mapping" | "defaults" | "valueMap" | "source">,
): Promise<void> {
  await tx.query(
    "UPDATE unit_imports SET mapping = $2, defaults = $3, value_map = $4, source = $5 WHERE id = $1",
    [id, JSON.stringify(mapping), JSON.stringify(defaults), JSON.stringify(valueMap), source],
  );
}

/** Replaces a faulty line by its cells. Returns false if there is no such row. */
export async function setLine(
  tx: Db,
  importId: number,
  row: number,
  cells: readonly string[],
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE unit_import_rows SET cells = $3, fault = NULL, line = ''
      WHERE import_id = $1 AND row_number = $2 AND fault IS NOT NULL`,
    [importId, row, JSON.stringify(cells)],
  );
  return rowCount === 1;
}

/** Changes cells of one row. Returns false if there is no such row. */
export async function setCells(
  tx: Db,
  importId: number,
  row: number,
  cells: ReadonlyMap<number, string>,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE unit_import_rows SET cells = (
        SELECT jsonb_agg(coalesce($3::jsonb -> (n - 1)::text, c) ORDER BY n)
        FROM jsonb_array_elements(cells) WITH ORDINALITY AS e(c, n))
      WHERE import_id = $1 AND row_number = $2`,
    [importId, row, JSON.stringify(Object.fromEntries(cells))],
  );
  return rowCount === 1;
}

export async function setCancelled(tx: Db, id: number): Promise<void> {
  await tx.query(
    "UPDATE unit_imports SET state = 'CANCELLED', updated_at = clock_ms() WHERE id = $1",
    [id],
  );
  await forgetFile(tx, id);
}

/** Deletes the file of an import that has ended. */
export async function forgetFile(tx: Db, id: number): Promise<void> {
  await tx.query("DELETE FROM unit_import_files WHERE import_id = $1", [id]);
}

/** Records that a row names: yards, and sellers (D93). */
export interface NamedRecords {
  readonly yards: readonly YardPlace[];
  readonly sellers: readonly SellerName[];
}

export const namedRecords = async (db: Db): Promise<NamedRecords> => ({
  yards: await allYards(db),
  sellers: await allSellers(db),
});

export interface YardPlace {
  readonly id: number;
  readonly name: string;
  readonly city: string;
  readonly state: string;
}

async function allYards(db: Db): Promise<YardPlace[]> {
  const { rows } = await db.query<YardPlace>("SELECT id, name, city, state FROM yards");
  return rows;
}

/** SQL for the last list of an import's source before it, and the units that it described. */
const lastList = `SELECT max(e.id) AS id FROM unit_imports e JOIN unit_imports m ON m.id = $1
  WHERE lower(e.source) = lower(m.source) AND m.source <> '' AND e.id < m.id AND e.state = 'DONE'`;
/**
 * SQL for the units of that list that an import doesn't describe, also in none of its broken lines, and
 * that could still be withdrawn or are in an auction.
 */
const gone = `FROM (${lastList}) AS last
  JOIN unit_import_rows r ON r.import_id = last.id
  JOIN inventory i ON i.id = coalesce(r.inventory_id, r.matched_id)
  WHERE i.status IN ('DRAFT', 'AVAILABLE', 'UNSOLD', 'IN_AUCTION')
    AND NOT EXISTS (SELECT 1 FROM unit_import_rows o
      WHERE o.import_id = $1 AND coalesce(o.inventory_id, o.matched_id) = i.id)
    AND NOT EXISTS (SELECT 1 FROM unit_import_rows o WHERE o.import_id = $1 AND o.fault IS NOT NULL
      AND (position(i.stock_number in o.line) > 0 OR position(i.vin in o.line) > 0))`;
const isInAuction = `(i.status = 'IN_AUCTION'
  OR EXISTS (SELECT 1 FROM lots l WHERE l.inventory_id = i.id AND l.closed_at IS NULL))`;

export async function goneCount(db: Db, importId: number): Promise<number> {
  const { rows } = await db.query<{ total: number }>(`SELECT count(*) AS total ${gone}`, [
    importId,
  ]);
  return rows[0]?.total ?? 0;
}

export async function gonePage(
  db: Db,
  importId: number,
  { page, size }: { page: number; size: number },
): Promise<GoneUnit[]> {
  const { rows } = await db.query<GoneUnit>(
    `SELECT i.id, ${unitTitle} AS name, i.stock_number AS "stockNumber", i.status,
        ${isInAuction} AS "inAuction" ${gone}
      ORDER BY i.id LIMIT $2 OFFSET $3`,
    [importId, size, page * size],
  );
  return rows;
}

/** Returns the first units that are gone and in no auction. */
export async function withdrawable(db: Db, importId: number, atMost: number): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT i.id ${gone} AND NOT ${isInAuction} ORDER BY i.id LIMIT $2`,
    [importId, atMost],
  );
  return rows.map(({ id }) => id);
}

export const headOf = (record: ImportRecord): ImportHead => ({
  id: record.id,
  fileName: record.file_name,
  state: record.state,
  createdBy: record.creator,
  createdAt: record.created_at.toISOString(),
  rowCount: record.row_count,
  errorRows: record.error_rows,
  warningRows: record.warning_rows,
  doneRows: record.done_rows,
});

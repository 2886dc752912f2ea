import type { ImportHead, ImportRow, UnitImport } from "@gavelyard/contract/unit-imports";
import type { Db } from "../../db/pool.ts";

type State = UnitImport["state"];

/** A row of `unit_imports` with its creator's name. */
export interface ImportRecord {
  readonly id: number;
  readonly file_name: string;
  readonly sheet: string | null;
  readonly state: State;
  readonly created_by: number;
  readonly creator: string;
  readonly created_at: Date;
  readonly headers: readonly string[];
  readonly mapping: readonly (string | null)[];
  readonly defaults: Readonly<Record<string, string>>;
  readonly row_count: number;
  readonly error_rows: number;
  readonly done_rows: number;
  readonly failure: string;
  readonly started_by: number | null;
  readonly started_ip: string | null;
  readonly leave_out: boolean;
}

const columns = `m.id, m.file_name, m.sheet, m.state, m.created_by, u.name AS creator, m.created_at,
  m.headers, m.mapping, m.defaults, m.row_count, m.error_rows, m.done_rows, m.failure, m.started_by,
  host(m.started_ip) AS started_ip, m.leave_out`;

export interface NewImport {
  readonly fileName: string;
  readonly sheet: string | null;
  readonly createdBy: number;
  readonly headers: readonly string[];
  readonly mapping: readonly (string | null)[];
  readonly rows: readonly { readonly row: number; readonly cells: readonly string[] }[];
}

export async function insertImport(tx: Db, given: NewImport): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    `INSERT INTO unit_imports (file_name, sheet, created_by, headers, mapping, row_count)
      VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
    [
      given.fileName,
      given.sheet,
      given.createdBy,
      JSON.stringify(given.headers),
      JSON.stringify(given.mapping),
      given.rows.length,
    ],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("an import was not kept");
  await tx.query(
    `INSERT INTO unit_import_rows (import_id, row_number, cells)
      SELECT $1, n, c FROM unnest($2::int[], $3::jsonb[]) AS r(n, c)`,
    [id, given.rows.map(({ row }) => row), given.rows.map(({ cells }) => JSON.stringify(cells))],
  );
  return id;
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
  readonly errors: ImportRow["errors"];
  readonly inventoryId: number | null;
}
const rowColumns = `row_number AS row, cells, errors, inventory_id AS "inventoryId"`;

export async function rowsOf(
  db: Db,
  importId: number,
  which: "all" | "sound" = "all",
): Promise<RowRecord[]> {
  const { rows } = await db.query<RowRecord>(
    `SELECT ${rowColumns} FROM unit_import_rows
      WHERE import_id = $1 ${which === "sound" ? "AND errors = '[]'::jsonb" : ""}
      ORDER BY row_number`,
    [importId],
  );
  return rows;
}

export async function rowsPage(
  db: Db,
  importId: number,
  { page, size, faulty }: { page: number; size: number; faulty: boolean },
): Promise<{ rows: RowRecord[]; total: number }> {
  const where = `import_id = $1 ${faulty ? "AND errors <> '[]'::jsonb" : ""}`;
  const { rows } = await db.query<RowRecord>(
    `SELECT ${rowColumns} FROM unit_import_rows WHERE ${where} ORDER BY row_number LIMIT $2 OFFSET $3`,
    [importId, size, page * size],
  );
  const counted = await db.query<{ total: number }>(
    `SELECT count(*) AS total FROM unit_import_rows WHERE ${where}`,
    [importId],
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

/** Saves the result of a check: the rows whose errors changed, and the error count. */
export async function saveCheck(
  tx: Db,
  importId: number,
  changed: readonly Pick<RowRecord, "row" | "errors">[],
  { errorRows, failure }: { errorRows: number; failure: string },
): Promise<void> {
  if (changed.length > 0) {
    await tx.query(
      `UPDATE unit_import_rows r SET errors = c.errors
        FROM unnest($2::int[], $3::jsonb[]) AS c(row_number, errors)
        WHERE r.import_id = $1 AND r.row_number = c.row_number`,
      [
        importId,
        changed.map(({ row }) => row),
        changed.map(({ errors }) => JSON.stringify(errors)),
      ],
    );
  }
  await tx.query(
    `UPDATE unit_imports SET state = 'CHECKED', error_rows = $2, failure = $3, done_rows = 0,
        claimed_until = NULL, updated_at = clock_ms() WHERE id = $1`,
    [importId, errorRows, failure],
  );
}

export async function setMapping(
  tx: Db,
  id: number,
  mapping: readonly (string | null)[],
  defaults: object,
): Promise<void> {
  await tx.query("UPDATE unit_imports SET mapping = $2, defaults = $3 WHERE id = $1", [
    id,
    JSON.stringify(mapping),
    JSON.stringify(defaults),
  ]);
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
}

export interface YardPlace {
  readonly id: number;
  readonly name: string;
  readonly city: string;
  readonly state: string;
}

export async function allYards(db: Db): Promise<YardPlace[]> {
  const { rows } = await db.query<YardPlace>("SELECT id, name, city, state FROM yards");
  return rows;
}

/**
 * Returns which of these stock numbers and identifiers existing units have. Archived units don't
 * hold their identifier.
 */
export async function takenAmong(
  db: Db,
  stockNumbers: readonly string[],
  identifiers: readonly string[],
): Promise<{ stockNumbers: Set<string>; identifiers: Set<string> }> {
  const stock = await db.query<{ stock_number: string }>(
    "SELECT stock_number FROM inventory WHERE stock_number = ANY($1::text[])",
    [stockNumbers],
  );
  const vins = await db.query<{ vin: string }>(
    "SELECT vin FROM inventory WHERE vin = ANY($1::text[]) AND status <> 'ARCHIVED'",
    [identifiers],
  );
  return {
    stockNumbers: new Set(stock.rows.map((row) => row.stock_number)),
    identifiers: new Set(vins.rows.map((row) => row.vin)),
  };
}

export const headOf = (record: ImportRecord): ImportHead => ({
  id: record.id,
  fileName: record.file_name,
  state: record.state,
  createdBy: record.creator,
  createdAt: record.created_at.toISOString(),
  rowCount: record.row_count,
  errorRows: record.error_rows,
  doneRows: record.done_rows,
});

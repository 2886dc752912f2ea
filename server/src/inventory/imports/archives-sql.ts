import type { PictureArchive } from "@gavelyard/contract/inventory/unit-imports";
import type { Db } from "../../db/pool.ts";

export interface ArchiveRecord {
  readonly id: number;
  readonly import_id: number;
  readonly file_name: string;
  readonly bytes: number;
  readonly part_bytes: number;
  readonly received: readonly number[];
  readonly state: PictureArchive["state"];
  readonly failure: string;
  readonly created_by: number;
  readonly created_ip: string | null;
  readonly files: number;
  readonly placed: number;
  readonly refused: number;
  readonly problems: PictureArchive["problems"];
}

const columns = `a.id, a.import_id, a.file_name, a.bytes, a.part_bytes, a.received, a.state, a.failure,
  a.created_by, host(a.created_ip) AS created_ip, p.files, p.placed, p.refused, p.problems`;
const from = `unit_import_archives a CROSS JOIN LATERAL (
  SELECT count(*) AS files, count(*) FILTER (WHERE n.state = 'PLACED') AS placed,
    count(*) FILTER (WHERE n.state = 'REFUSED') AS refused,
    coalesce((SELECT jsonb_agg(jsonb_build_object('name', b.name, 'message', b.message) ORDER BY b.position)
      FROM (SELECT * FROM unit_import_pictures r WHERE r.archive_id = a.id AND r.state = 'REFUSED'
        ORDER BY r.position LIMIT 100) b), '[]') AS problems
  FROM unit_import_pictures n WHERE n.archive_id = a.id) p`;

export const partsOf = ({ bytes, part_bytes }: Pick<ArchiveRecord, "bytes" | "part_bytes">) =>
  Math.ceil(bytes / part_bytes);

/** Storage key of a part. Parts are kept until the ZIP's pictures are placed. */
export const partName = (
  { id, import_id }: Pick<ArchiveRecord, "id" | "import_id">,
  part: number,
) => `imports/${import_id}/${id}/${part}`;

export async function archivesOf(db: Db, importId: number): Promise<ArchiveRecord[]> {
  const { rows } = await db.query<ArchiveRecord>(
    `SELECT ${columns} FROM ${from} WHERE a.import_id = $1 ORDER BY a.id`,
    [importId],
  );
  return rows;
}

export async function archiveById(db: Db, id: number): Promise<ArchiveRecord | null> {
  const { rows } = await db.query<ArchiveRecord>(`SELECT ${columns} FROM ${from} WHERE a.id = $1`, [
    id,
  ]);
  return rows[0] ?? null;
}

export interface NewArchive {
  readonly importId: number;
  readonly fileName: string;
  readonly bytes: number;
  readonly partBytes: number;
  readonly by: { readonly userId: number; readonly ip: string | null };
}

export async function insertArchive(tx: Db, given: NewArchive): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    `INSERT INTO unit_import_archives (import_id, file_name, bytes, part_bytes, created_by, created_ip)
      VALUES ($1, $2, $3, $4, $5, $6::inet) RETURNING id`,
    [given.importId, given.fileName, given.bytes, given.partBytes, given.by.userId, given.by.ip],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("an archive was not kept");
  return id;
}

/** Records that a part is stored. Repeating it changes nothing. */
export async function addPart(db: Db, id: number, part: number): Promise<void> {
  await db.query(
    `UPDATE unit_import_archives SET received = array_append(received, $2), updated_at = clock_ms()
      WHERE id = $1 AND state = 'UPLOADING' AND NOT $2 = ANY(received)`,
    [id, part],
  );
}

/** Queues a fully uploaded ZIP for processing. Returns false if it isn't in UPLOADING anymore. */
export async function setArchiveWorking(tx: Db, id: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE unit_import_archives SET state = 'WORKING', claimed_until = NULL, updated_at = clock_ms()
      WHERE id = $1 AND state = 'UPLOADING'`,
    [id],
  );
  return rowCount === 1;
}

/** Claims a queued ZIP for 60 seconds; null if none is waiting. */
export async function claimArchive(db: Db): Promise<number | null> {
  const { rows } = await db.query<{ id: number }>(
    `UPDATE unit_import_archives SET claimed_until = clock_ms() + interval '60 seconds'
      WHERE id = (SELECT id FROM unit_import_archives
        WHERE state = 'WORKING' AND (claimed_until IS NULL OR claimed_until < clock_ms())
        ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING id`,
  );
  return rows[0]?.id ?? null;
}

/** Extends the claim on a ZIP by 60 seconds, or releases it if `goesOn` is false. */
export async function extendArchiveClaim(db: Db, id: number, hasMore: boolean): Promise<void> {
  await db.query(
    `UPDATE unit_import_archives SET claimed_until =
        CASE WHEN $2 THEN clock_ms() + interval '60 seconds' END WHERE id = $1 AND state = 'WORKING'`,
    [id, hasMore],
  );
}

/** Ends the processing of a ZIP: FAILED with a failure message, DONE if it is empty. */
export async function endArchive(db: Db, id: number, failure: string): Promise<void> {
  await db.query(
    `UPDATE unit_import_archives SET state = CASE WHEN $2 = '' THEN 'DONE' ELSE 'FAILED' END,
        failure = $2, claimed_until = NULL, updated_at = clock_ms()
      WHERE id = $1 AND state IN ('UPLOADING', 'WORKING')`,
    [id, failure],
  );
}

/** Returns up to 10 ZIPs whose upload had no progress for two days. */
export async function abandonedArchives(db: Db): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT id FROM unit_import_archives
      WHERE state = 'UPLOADING' AND updated_at < clock_ms() - interval '2 days' LIMIT 10`,
  );
  return rows.map((row) => row.id);
}

/** What names a unit in pictures' files. */
export interface NamedUnit {
  readonly id: number;
  readonly stockNumber: string;
  readonly vin: string | null;
}

/** Returns the units that an import added or found, and the cells of their rows. */
export async function namedUnits(
  db: Db,
  importId: number,
): Promise<(NamedUnit & { readonly cells: readonly string[] })[]> {
  const { rows } = await db.query<NamedUnit & { readonly cells: readonly string[] }>(
    `SELECT i.id, i.stock_number AS "stockNumber", i.vin, r.cells FROM unit_import_rows r
      JOIN inventory i ON i.id = coalesce(r.inventory_id, r.matched_id) WHERE r.import_id = $1`,
    [importId],
  );
  return rows;
}

/**
 * Returns the house's units that have one of these stock numbers, VINs or ends of one, in capitals
 * without hyphens. Units that are sold or have left keep their pictures.
 */
export async function unitsNamed(db: Db, names: readonly string[]): Promise<NamedUnit[]> {
  const { rows } = await db.query<NamedUnit>(
    `SELECT id, stock_number AS "stockNumber", vin FROM inventory
      WHERE status NOT IN ('PENDING_DECISION', 'SOLD', 'PAID', 'RELEASED', 'ARCHIVED')
        AND (translate(upper(stock_number), '-', '') = ANY ($1)
          OR vin = ANY ($1) OR right(vin, 8) = ANY ($1))`,
    [names],
  );
  return rows;
}

export interface ArchiveFile {
  readonly name: string;
  readonly inventoryId: number | null;
  /** Why the file is refused; empty if it isn't. */
  readonly message: string;
}

/** Inserts a ZIP's files in this order. Files already listed keep their state. */
export async function listFiles(
  db: Db,
  archiveId: number,
  files: readonly ArchiveFile[],
): Promise<void> {
  await db.query(
    `INSERT INTO unit_import_pictures (archive_id, position, name, inventory_id, state, message)
      SELECT $1, n - 1, f.name, f.unit, CASE WHEN f.message = '' THEN 'WAITING' ELSE 'REFUSED' END, f.message
      FROM unnest($2::text[], $3::bigint[], $4::text[]) WITH ORDINALITY AS f(name, unit, message, n)
      ON CONFLICT DO NOTHING`,
    [
      archiveId,
      files.map(({ name }) => name),
      files.map(({ inventoryId }) => inventoryId),
      files.map(({ message }) => message),
    ],
  );
}

/** Returns the next unit with waiting pictures and those pictures; null when none are left. */
export async function nextWaiting(
  db: Db,
  archiveId: number,
): Promise<{ inventoryId: number; pictures: { position: number; name: string }[] } | null> {
  const { rows } = await db.query<{ inventory_id: number; position: number; name: string }>(
    `SELECT inventory_id, position, name FROM unit_import_pictures
      WHERE archive_id = $1 AND state = 'WAITING' AND inventory_id = (
        SELECT inventory_id FROM unit_import_pictures
        WHERE archive_id = $1 AND state = 'WAITING' AND inventory_id IS NOT NULL
        ORDER BY position LIMIT 1)
      ORDER BY position`,
    [archiveId],
  );
  const [first] = rows;
  return first === undefined ? null : { inventoryId: first.inventory_id, pictures: rows };
}

export async function isPlaced(db: Db, inventoryId: number, sha256: Buffer): Promise<boolean> {
  const { rows } = await db.query(
    `SELECT 1 FROM unit_import_pictures
      WHERE inventory_id = $1 AND state = 'PLACED' AND sha256 = $2 LIMIT 1`,
    [inventoryId, sha256],
  );
  return rows.length > 0;
}

/** Sets the outcome of a waiting file. Returns false if it already has one. */
export async function setOutcome(
  db: Db,
  archiveId: number,
  position: number,
  outcome: { readonly sha256: Buffer } | { readonly message: string },
): Promise<boolean> {
  const placed = "sha256" in outcome;
  const { rowCount } = await db.query(
    `UPDATE unit_import_pictures SET state = $3, message = $4, sha256 = $5
      WHERE archive_id = $1 AND position = $2 AND state = 'WAITING'`,
    [
      archiveId,
      position,
      placed ? "PLACED" : "REFUSED",
      placed ? "" : outcome.message,
      placed ? outcome.sha256 : null,
    ],
  );
  return rowCount === 1;
}

import type { Db } from "../db/pool.ts";
import type { DocumentPurpose, DocumentType } from "./kinds.ts";

export interface DocumentRow {
  readonly id: string;
  /** Whom it concerns: the person who may read it beside staff. */
  readonly owner_id: number;
  readonly purpose: DocumentPurpose;
  readonly file_name: string;
  readonly content_type: DocumentType;
  readonly bytes: number;
}

/** Records a document whose bytes the store has taken in. */
export async function insertDocument(tx: Db, document: DocumentRow): Promise<void> {
  await tx.query(
    `INSERT INTO documents (id, owner_id, purpose, file_name, content_type, bytes)
      VALUES ($1, $2, $3, $4, $5, $6)`,
    [
      document.id,
      document.owner_id,
      document.purpose,
      document.file_name,
      document.content_type,
      document.bytes,
    ],
  );
}

export async function documentById(db: Db, id: string): Promise<DocumentRow | null> {
  const { rows } = await db.query<DocumentRow>(
    "SELECT id, owner_id, purpose, file_name, content_type, bytes FROM documents WHERE id = $1",
    [id],
  );
  return rows[0] ?? null;
}

/** Documents of a person that are listed at most. */
const LISTED = 200;

/** The documents that concern a person, newest first. */
export async function documentsOf(
  db: Db,
  ownerId: number,
): Promise<(DocumentRow & { readonly created_at: Date })[]> {
  const { rows } = await db.query<DocumentRow & { created_at: Date }>(
    `SELECT id, owner_id, purpose, file_name, content_type, bytes, created_at FROM documents
      WHERE owner_id = $1 ORDER BY created_at DESC, id LIMIT ${LISTED}`,
    [ownerId],
  );
  return rows;
}

import type { DocumentPurpose } from "@gavelyard/domain/documents";
import type { Db } from "../db/pool.ts";
import type { DocumentType } from "./kinds.ts";

export interface DocumentRow {
  readonly id: string;
  /** The only person, other than staff, who can read the document. */
  readonly owner_id: number;
  readonly purpose: DocumentPurpose;
  readonly file_name: string;
  readonly content_type: DocumentType;
  readonly bytes: number;
}

/** Inserts a stored document's row and claims its file. */
export async function insertDocument(tx: Db, document: DocumentRow): Promise<void> {
  await tx.query(
    `WITH claimed AS (DELETE FROM unclaimed_files WHERE id = $1)
    INSERT INTO documents (id, owner_id, purpose, file_name, content_type, bytes)
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

const MAX_LISTED = 200;

export async function documentsOf(
  db: Db,
  ownerId: number,
): Promise<(DocumentRow & { readonly created_at: Date })[]> {
  const { rows } = await db.query<DocumentRow & { created_at: Date }>(
    `SELECT id, owner_id, purpose, file_name, content_type, bytes, created_at FROM documents
      WHERE owner_id = $1 AND removed_at IS NULL ORDER BY created_at DESC, id LIMIT ${MAX_LISTED}`,
    [ownerId],
  );
  return rows;
}

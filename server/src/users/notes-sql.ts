import type { UserNote } from "@gavelyard/contract/users/users-staff";
import type { Db } from "../db/pool.ts";

interface NoteRow {
  readonly id: number;
  readonly user_id: number;
  readonly body: string;
  readonly is_call: boolean;
  readonly author_id: number;
  readonly author_name: string;
  readonly created_at: Date;
}

const notes = `SELECT n.id, n.user_id, n.body, n.is_call, n.author_id, u.name AS author_name, n.created_at
  FROM user_notes n JOIN users u ON u.id = n.author_id`;

const LISTED = 200;

export async function notesOf(db: Db, userId: number): Promise<UserNote[]> {
  const { rows } = await db.query<NoteRow>(
    `${notes} WHERE n.user_id = $1 ORDER BY n.id DESC LIMIT ${LISTED}`,
    [userId],
  );
  return rows.map(toNote);
}

export async function lockNote(tx: Db, id: number): Promise<UserNote | null> {
  const { rows } = await tx.query<NoteRow>(`${notes} WHERE n.id = $1 FOR UPDATE OF n`, [id]);
  return rows[0] === undefined ? null : toNote(rows[0]);
}

export async function insertNote(
  tx: Db,
  note: {
    readonly userId: number;
    readonly text: string;
    readonly call: boolean;
    readonly authorId: number;
  },
): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    "INSERT INTO user_notes (user_id, body, is_call, author_id) VALUES ($1, $2, $3, $4) RETURNING id",
    [note.userId, note.text, note.call, note.authorId],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("a note was not written");
  return id;
}

export async function deleteNote(tx: Db, id: number): Promise<void> {
  await tx.query("DELETE FROM user_notes WHERE id = $1", [id]);
}

function toNote(row: NoteRow): UserNote {
  return {
    id: row.id,
    userId: row.user_id,
    text: row.body,
    call: row.is_call,
    authorId: row.author_id,
    authorName: row.author_name,
    createdAt: row.created_at.toISOString(),
  };
}

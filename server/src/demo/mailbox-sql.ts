import type { Db } from "../db/pool.ts";

export interface StoredMail {
  readonly id: number;
  readonly recipient: string;
  readonly subject: string;
  readonly text_body: string;
  readonly html_body: string;
  readonly created_at: Date;
}

/** Returns the newest 100 emails, to one recipient or to anyone; `among` limits the recipients. */
export async function newestMails(
  db: Db,
  recipient: string | null,
  among: readonly string[] | null,
): Promise<StoredMail[]> {
  const { rows } = await db.query<StoredMail>(
    `SELECT id, recipient, subject, text_body, html_body, created_at FROM mails
      WHERE ($1::text IS NULL OR recipient = $1) AND ($2::text[] IS NULL OR recipient = ANY ($2))
      ORDER BY id DESC LIMIT 100`,
    [recipient, among],
  );
  return rows;
}

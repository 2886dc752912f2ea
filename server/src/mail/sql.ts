import type { Db } from "../db/pool.ts";
import type { ComposedMail } from "./mail.ts";

/** Returns whether one of the lots hasn't closed. */
export async function isAnyOpen(db: Db, lotIds: readonly number[]): Promise<boolean> {
  const { rows } = await db.query(
    `SELECT 1 FROM lots
      WHERE id = ANY ($1::bigint[]) AND closed_at IS NULL AND closes_at > clock_ms() LIMIT 1`,
    [lotIds],
  );
  return rows.length > 0;
}

/** Stores an email under its event's key, unless one is stored there already. */
export async function storeMail(
  db: Db,
  eventKey: string,
  recipient: string,
  mail: ComposedMail,
  { replyTo, holdsSecret }: { readonly replyTo: string | null; readonly holdsSecret: boolean },
): Promise<void> {
  await db.query(
    `INSERT INTO mails (event_key, recipient, subject, text_body, html_body, reply_to, holds_secret)
      VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (event_key) DO NOTHING`,
    [eventKey, recipient, mail.subject, mail.text, mail.html, replyTo, holdsSecret],
  );
}

export interface UnsentMail {
  readonly id: number;
  readonly recipient: string;
  readonly subject: string;
  readonly text_body: string;
  readonly html_body: string;
  /** Reply address; null for the site's own. */
  readonly reply_to: string | null;
}

/** Reads a stored email; null when it was sent. */
export async function unsentMail(db: Db, eventKey: string): Promise<UnsentMail | null> {
  const { rows } = await db.query<UnsentMail>(
    `SELECT id, recipient, subject, text_body, html_body, reply_to FROM mails
      WHERE event_key = $1 AND sent_at IS NULL`,
    [eventKey],
  );
  return rows[0] ?? null;
}

const withoutSecret = `text_body = 'We removed the text, which held a code or a link.', html_body = '', holds_secret = false`;

/** Marks an email as sent, and removes a code or link from it (D44). */
export async function markMailSent(db: Db, id: number): Promise<void> {
  await db.query(
    `WITH sent AS (UPDATE mails SET sent_at = clock_ms() WHERE id = $1 AND NOT holds_secret)
    UPDATE mails SET sent_at = clock_ms(), ${withoutSecret} WHERE id = $1 AND holds_secret`,
    [id],
  );
}

/** Removes codes and links from emails that weren't sent within an hour (D44). */
export async function forgetMailedSecrets(db: Db): Promise<void> {
  await db.query(
    `UPDATE mails SET ${withoutSecret} WHERE holds_secret AND created_at < clock_ms() - interval '1 hour'`,
  );
}

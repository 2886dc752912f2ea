import type { Db } from "../db/pool.ts";
import type { ComposedMail } from "./mail.ts";

/** Keeps a mail under its event's key, unless one is kept there already. */
export async function keepMail(
  db: Db,
  eventKey: string,
  recipient: string,
  mail: ComposedMail,
  replyTo: string | null,
): Promise<void> {
  await db.query(
    `INSERT INTO mails (event_key, recipient, subject, text_body, html_body, reply_to)
      VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (event_key) DO NOTHING`,
    [eventKey, recipient, mail.subject, mail.text, mail.html, replyTo],
  );
}

export interface ClaimedMail {
  readonly id: number;
  readonly recipient: string;
  readonly subject: string;
  readonly text_body: string;
  readonly html_body: string;
  /** Whom an answer goes to; null for the site itself. */
  readonly reply_to: string | null;
}

/**
 * Takes a mail for sending; null when it was sent or somebody else sends it now. A claim of 15
 * minutes is that of a process that died with it.
 */
export async function claimMail(db: Db, eventKey: string): Promise<ClaimedMail | null> {
  const { rows } = await db.query<ClaimedMail>(
    `UPDATE mails SET claimed_at = clock_ms()
      WHERE event_key = $1 AND sent_at IS NULL
        AND (claimed_at IS NULL OR claimed_at < clock_ms() - interval '15 minutes')
      RETURNING id, recipient, subject, text_body, html_body, reply_to`,
    [eventKey],
  );
  return rows[0] ?? null;
}

/** Gives a claim back, so that the next run may send the mail. */
export async function releaseMail(db: Db, id: number): Promise<void> {
  await db.query("UPDATE mails SET claimed_at = NULL WHERE id = $1", [id]);
}

export async function markMailSent(db: Db, id: number): Promise<void> {
  await db.query("UPDATE mails SET sent_at = clock_ms() WHERE id = $1", [id]);
}

/** Deletes what has served its time: windows, codes, sessions past exchange, refusals, imports of which nothing came, old mails. */
export async function deleteOutdated(db: Db): Promise<void> {
  await db.query("DELETE FROM rate_windows WHERE ends_at < clock_ms()");
  await db.query("DELETE FROM email_codes WHERE sent_at < clock_ms() - interval '1 day'");
  await db.query("DELETE FROM sessions WHERE expires_at < clock_ms() - interval '8 days'");
  await db.query(
    "DELETE FROM refused_requests WHERE created_at < clock_ms() - interval '25 hours'",
  );
  await db.query(
    "DELETE FROM answered_requests WHERE created_at < clock_ms() - interval '25 hours'",
  );
  await db.query(
    `DELETE FROM unit_imports WHERE state IN ('UPLOADED', 'CHECKED', 'CANCELLED')
      AND updated_at < clock_ms() - interval '30 days'`,
  );
  await db.query("DELETE FROM mails WHERE created_at < clock_ms() - interval '90 days'");
}

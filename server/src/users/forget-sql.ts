import { personalPurposes } from "@gavelyard/domain/documents";
import { deleteFactors } from "../sign-in/factors/sql.ts";
import type { Db } from "../db/pool.ts";

/** Documents for bid limits and finance applications, as opposed to records of sales. */
const personalDocuments = `purpose IN ('${personalPurposes.join("', '")}') AND removed_at IS NULL`;

/** SQL that marks documents as removed and queues their files for the next sweep (D42). */
const removal = (condition: string) => `WITH removed AS (
    UPDATE documents SET removed_at = clock_ms(), file_name = 'removed', bytes = 0
      WHERE ${personalDocuments} AND ${condition} RETURNING id)
  INSERT INTO unclaimed_files (id, since) SELECT id, clock_ms() - interval '1 day' FROM removed
    ON CONFLICT (id) DO NOTHING`;

/** SQL that clears an application; its amount, term and steps stay. */
const blankApplication =
  "application = '{}', tax_id = NULL, tax_id_last4 = NULL, tax_mark = NULL, deleted_at = coalesce(deleted_at, clock_ms())";

/** SQL that clears who a delivery went to and where; its price and days stay. */
const blankDelivery = `address = '{}', contact_name = '', contact_phone = '', instructions = ''`;

/**
 * Deletes a user's personal data (D44). Bids, awards, invoices and the audit keep the account's ID;
 * docs/privacy.md says what else stays, why and how long.
 */
export async function forgetPerson(tx: Db, userId: number, email: string): Promise<void> {
  await tx.query(
    `UPDATE users SET email = 'closed-' || id || '@closed.invalid', name = 'Closed account',
        password_hash = 'closed', phone_number = NULL, address = NULL, company_name = NULL,
        dot_number = NULL, mc_number = NULL, dealer_license = NULL, time_zone = NULL, status = 'CLOSED',
        status_reason = NULL, closed_at = clock_ms(), updated_at = clock_ms()
      WHERE id = $1`,
    [userId],
  );
  for (const table of [
    "wishlist_items",
    "saved_searches",
    "push_devices",
    "notifications",
    "new_devices",
    "calendar_links",
    "api_keys",
    "password_resets",
    "user_notes",
    "table_views",
    "finance_drafts",
    "answered_requests",
    "signals",
  ]) {
    await tx.query(`DELETE FROM ${table} WHERE user_id = $1`, [userId]);
  }
  // Records of staff listing customers' data stay (D60).
  await tx.query("DELETE FROM security_events WHERE user_id = $1 AND row_count IS NULL", [userId]);
  await deleteFactors(tx, userId);
  await tx.query(removal("owner_id = $1"), [userId]);
  await tx.query(`UPDATE finance_requests SET ${blankApplication} WHERE user_id = $1`, [userId]);
  await tx.query(
    `UPDATE limit_requests SET status = 'WITHDRAWN', decided_at = clock_ms()
      WHERE user_id = $1 AND status IN ('PENDING', 'REVIEWED')`,
    [userId],
  );
  await tx.query(
    "UPDATE limit_requests SET review_note = '', decision_note = '' WHERE user_id = $1",
    [userId],
  );
  await forgetProposals(tx);
  await tx.query(
    `UPDATE deliveries SET ${blankDelivery} WHERE award_id IN (SELECT id FROM awards WHERE user_id = $1)`,
    [userId],
  );
  // Answered questions stay for their readers, without who asked (D64).
  await tx.query("DELETE FROM unit_questions WHERE user_id = $1 AND status <> 'ANSWERED'", [
    userId,
  ]);
  await tx.query("UPDATE unit_questions SET user_id = NULL WHERE user_id = $1", [userId]);
  await tx.query("UPDATE sessions SET ip = NULL, user_agent = NULL WHERE user_id = $1", [userId]);
  await tx.query("UPDATE ledger SET ip = NULL WHERE user_id = $1 AND ip IS NOT NULL", [userId]);
  await tx.query("DELETE FROM mails WHERE recipient = $1", [email]);
  await tx.query("DELETE FROM email_codes WHERE email = $1", [email]);
  await tx.query("DELETE FROM enquiries WHERE lower(email) = $1", [email]);
}

/**
 * Deletes decided proposals that name people with closed accounts, and open ones that a closed
 * account can no longer have. The audit keeps who proposed and decided what.
 */
async function forgetProposals(db: Db): Promise<void> {
  await db.query(
    `DELETE FROM proposals p
      WHERE (p.status <> 'PENDING' OR p.kind IN ('BID_LIMIT', 'LIMIT_REQUEST'))
        AND EXISTS (SELECT FROM (
            SELECT p.subject_id AS id WHERE p.kind = 'BID_LIMIT'
            UNION ALL
            SELECT r.user_id FROM limit_requests r WHERE p.kind = 'LIMIT_REQUEST' AND r.id = p.subject_id
            UNION ALL
            SELECT g.user_id FROM ledger g WHERE p.kind = 'BID_VOID' AND g.id = p.subject_id
            UNION ALL
            SELECT g.user_id FROM ledger g
              WHERE p.kind IN ('WINNER_OVERRIDE', 'SECOND_CHANCE') AND g.lot_id = p.subject_id
          ) named JOIN users u ON u.id = named.id WHERE u.status = 'CLOSED')`,
  );
}

/** Deletes personal data whose retention time is over, as in docs/privacy.md (D44). */
export async function forgetOutdated(db: Db): Promise<void> {
  await forgetProposals(db);
  await db.query("DELETE FROM finance_drafts WHERE saved_at < clock_ms() - interval '90 days'");
  await db.query(
    removal(`id IN (SELECT document_id FROM limit_requests
        WHERE decided_at < clock_ms() - interval '1 year'
      UNION ALL
      SELECT l.document_id FROM limit_request_documents l JOIN limit_requests r ON r.id = l.request_id
        WHERE r.decided_at < clock_ms() - interval '1 year')`),
  );
  const finished = `status IN ('DECLINED', 'COMPLETED', 'WITHDRAWN', 'EXPIRED')
    AND updated_at < clock_ms() - interval '25 months'`;
  await db.query(
    removal(`id IN (SELECT document_id FROM finance_documents
      WHERE request_id IN (SELECT id FROM finance_requests WHERE ${finished}))`),
  );
  await db.query(
    `UPDATE finance_requests SET ${blankApplication} WHERE ${finished} AND application <> '{}'`,
  );
  await db.query(
    "DELETE FROM enquiries WHERE created_at < clock_ms() - interval '2 years' AND handled_at IS NOT NULL",
  );
  await db.query("DELETE FROM unit_questions WHERE ended_at < clock_ms() - interval '1 year'");
  await db.query(
    `UPDATE deliveries SET ${blankDelivery} WHERE address <> '{}'
      AND coalesce(delivered_at, ended_at, CASE status WHEN 'DECLINED' THEN answered_at END)
        < clock_ms() - interval '1 year'`,
  );
  await db.query(
    `UPDATE invoices SET bill_to = '{}' WHERE bill_to <> '{}' AND issued_at < clock_ms() - interval '7 years'
      AND EXISTS (SELECT FROM users u WHERE u.id = user_id AND u.status = 'CLOSED')`,
  );
}

import type { RootEntry } from "@gavelyard/domain/lot-proofs/lot-proof";
import { startPulse } from "../outages/sql.ts";
import { unitTitle } from "../inventory/sql.ts";
import { lineCents } from "../sales/invoices-sql.ts";
import { heldSums } from "../sales/award/clean-up-sql.ts";
import type { Db } from "../db/pool.ts";

/** Returns a page of lots that have a record, by id, after `after`. */
export async function recordedLots(
  db: Db,
  after: number,
  limit: number,
): Promise<{ id: number; closed: boolean }[]> {
  const { rows } = await db.query<{ id: number; closed: boolean }>(
    `SELECT id, closed_at IS NOT NULL AS closed FROM lots
      WHERE id > $1 AND chain_head IS NOT NULL ORDER BY id LIMIT $2`,
    [after, limit],
  );
  return rows;
}

export async function allRoots(db: Db): Promise<RootEntry[]> {
  const { rows } = await db.query<Omit<RootEntry, "closedAtMs"> & { closedAt: Date }>(
    `SELECT position, lot_id AS "lotId", encode(root, 'hex') AS root, closed_at AS "closedAt",
        encode(previous, 'hex') AS previous, encode(hash, 'hex') AS hash
      FROM lot_roots ORDER BY position`,
  );
  return rows.map(({ closedAt, ...row }) => ({ ...row, closedAtMs: closedAt.getTime() }));
}

/** Returns the mismatches between stored sums and the rows they sum, as sentences. */
export async function bookMismatches(db: Db): Promise<string[]> {
  const { rows } = await db.query<{ problem: string }>(`
    WITH held AS MATERIALIZED (
      SELECT b.user_id, b.leading_cents, b.awarded_cents,
        coalesce(h.led, 0) AS led, coalesce(h.won, 0) AS won
      FROM bidders b LEFT JOIN ${heldSums} h USING (user_id))
    SELECT format('Bidder %s: holds for leading bids don''t match the lots', user_id) AS problem
      FROM held WHERE leading_cents <> led
    UNION ALL
    SELECT format('Bidder %s: holds for awards don''t match the unpaid awards', user_id)
      FROM held WHERE awarded_cents <> won
    UNION ALL
    SELECT format('Lot %s was sold but has no award for its winner and price', l.id)
      FROM lots l WHERE outcome = 'SOLD' AND NOT EXISTS (SELECT FROM awards a WHERE a.lot_id = l.id
        AND a.user_id = l.leader_id AND a.hammer_cents = l.price_cents)
    UNION ALL
    SELECT format('Invoice %s: its lines don''t add up to its total', number)
      FROM invoices WHERE total_cents <> (
        SELECT coalesce(sum((line ->> 'cents')::bigint), 0) FROM jsonb_array_elements(lines) line)
    UNION ALL
    SELECT format('Invoice %s: its delivery doesn''t match the accepted quote', v.number)
      FROM invoices v WHERE v.status <> 'VOID' AND ${lineCents("DELIVERY")} <> (
        SELECT coalesce(sum(d.quote_cents), 0) FROM deliveries d WHERE d.award_id = v.award_id
          AND d.status IN ('ACCEPTED', 'IN_TRANSIT', 'DELIVERED'))
    UNION ALL
    SELECT format('Invoice %s is marked paid, but less than its total was received', number)
      FROM invoices i WHERE status = 'PAID' AND total_cents > (
        SELECT coalesce(sum(p.cents), 0) FROM payments p WHERE p.invoice_id = i.id
          AND NOT EXISTS (SELECT FROM payment_voids v WHERE v.payment_id = p.id))
    UNION ALL
    SELECT format('Invoice %s is void, but payments stand on it: refund and remove them', number)
      FROM invoices i WHERE status = 'VOID'
        AND EXISTS (SELECT FROM standing_payments p WHERE p.invoice_id = i.id)
    UNION ALL
    SELECT format('Invoice %s: more than its total was received', number)
      FROM invoices i WHERE status <> 'VOID' AND total_cents < (
        SELECT coalesce(sum(p.cents), 0) FROM standing_payments p WHERE p.invoice_id = i.id)
    UNION ALL
    SELECT format('Receipt %s: its payments and refunds are more than it', id)
      FROM receipt_states WHERE cents < spent_cents + refunded_cents
    UNION ALL
    SELECT format('Receipt %s was reversed, but payments or refunds of it stand', id)
      FROM receipt_states WHERE ended_as IS NOT NULL AND spent_cents + refunded_cents > 0
    UNION ALL
    SELECT format('Payment %s is another buyer''s than its receipt', p.id)
      FROM payments p JOIN invoices v ON v.id = p.invoice_id JOIN receipts r ON r.id = p.receipt_id
      WHERE r.user_id <> v.user_id`);
  return rows.map(({ problem }) => problem);
}

/** Counts what `bookMismatches` compares: money that came in, and its parts on invoices (D75). */
export async function countMoney(
  db: Db,
): Promise<{ readonly receipts: number; readonly payments: number }> {
  const { rows } = await db.query<{ receipts: number; payments: number }>(
    "SELECT (SELECT count(*) FROM receipts) AS receipts, (SELECT count(*) FROM payments) AS payments",
  );
  return rows[0] ?? { receipts: 0, payments: 0 };
}

/** Returns a page of the documents that the file store must have, by id, after `after`. */
export async function documentsAfter(
  db: Db,
  after: string,
  limit: number,
): Promise<{ id: string; bytes: number }[]> {
  const { rows } = await db.query<{ id: string; bytes: number }>(
    "SELECT id, bytes FROM documents WHERE id > $1 AND removed_at IS NULL ORDER BY id LIMIT $2",
    [after, limit],
  );
  return rows;
}

/** Returns a page of the uploaded pictures that the file store must have, by id, after `after`. */
export async function picturesAfter(db: Db, after: string, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    "SELECT id FROM media WHERE id > $1 AND source IS NULL ORDER BY id LIMIT $2",
    [after, limit],
  );
  return rows.map(({ id }) => id);
}

/** Returns a page of the videos that the file store must have, by id, after `after`. */
export async function videosAfter(
  db: Db,
  after: string,
  limit: number,
): Promise<{ id: string; bytes: number }[]> {
  const { rows } = await db.query<{ id: string; bytes: number }>(
    "SELECT id, bytes FROM unit_videos WHERE id > $1 ORDER BY id LIMIT $2",
    [after, limit],
  );
  return rows;
}

/** Whether a document, picture or video still needs its file in the store. */
export async function needsFile(db: Db, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT FROM documents WHERE id = $1 AND removed_at IS NULL
      UNION ALL SELECT FROM media WHERE id = $1
      UNION ALL SELECT FROM unit_videos WHERE id = $1`,
    [id],
  );
  return rowCount !== 0;
}

export async function serverFacts(db: Db): Promise<{ now: Date; bytes: number }> {
  const { rows } = await db.query<{ now: Date; bytes: number }>(
    "SELECT clock_ms() AS now, pg_database_size(current_database()) AS bytes",
  );
  const [facts] = rows;
  if (facts === undefined) throw new Error("the server returned no facts");
  return facts;
}

/** Where a database is. */
interface Place {
  /** Owner of the tables. */
  readonly user: string;
  readonly database: string;
  /** Null when the connection's role may not know it. */
  readonly dataDir: string | null;
}

export async function serverPlace(db: Db): Promise<Place> {
  const { rows } = await db.query<Place>(
    `SELECT (SELECT pg_get_userbyid(relowner)::text FROM pg_class WHERE oid = 'audit_log'::regclass) AS user,
        current_database()::text AS database,
        (SELECT setting FROM pg_settings WHERE name = 'data_directory') AS "dataDir"`,
  );
  const [place] = rows;
  if (place === undefined) throw new Error("the server returned no facts");
  return place;
}

export interface HouseFigures {
  /** Rows of the ledger. */
  readonly steps: number;
  /** Bids and raises among them. */
  readonly bids: number;
  readonly payments: number;
  readonly accounts: number;
}

export async function figuresOf(db: Db): Promise<HouseFigures> {
  const { rows } = await db.query<HouseFigures>(
    `SELECT (SELECT count(*) FROM ledger) AS steps,
        (SELECT count(*) FROM ledger WHERE kind IN ('BID', 'RAISE')) AS bids,
        (SELECT count(*) FROM payments) AS payments, (SELECT count(*) FROM users) AS accounts`,
  );
  const [figures] = rows;
  if (figures === undefined) throw new Error("the marketplace could not be counted");
  return figures;
}

export async function stepsOfLots(
  db: Db,
): Promise<{ lotId: number; unit: string; steps: number }[]> {
  const { rows } = await db.query<{ lotId: number; unit: string; steps: number }>(
    `SELECT l.id AS "lotId", ${unitTitle} AS unit, l.seq AS steps
      FROM lots l JOIN inventory i ON i.id = l.inventory_id WHERE l.seq > 0 ORDER BY l.id`,
  );
  return rows;
}

export async function lastNumbers(db: Db): Promise<{ name: string; last: number }[]> {
  const { rows } = await db.query<{ name: string; last: number }>(
    `SELECT quote_ident(schemaname) || '.' || quote_ident(sequencename) AS name, coalesce(last_value, 0) AS last
      FROM pg_sequences ORDER BY 1`,
  );
  return rows;
}

export async function continueNumbers(
  tx: Db,
  numbers: readonly { name: string; last: number }[],
): Promise<void> {
  await tx.query(
    `SELECT setval(n.name::regclass, n.last)
      FROM unnest($1::text[], $2::bigint[]) AS n (name, last)`,
    [numbers.map(({ name }) => name), numbers.map(({ last }) => last)],
  );
}

export async function lastWebhookNumber(db: Db): Promise<number> {
  const { rows } = await db.query<{ last: number }>("SELECT last_seq AS last FROM webhook_counter");
  return rows[0]?.last ?? 0;
}

export async function continueWebhookNumbers(tx: Db, last: number): Promise<void> {
  await tx.query("UPDATE webhook_counter SET last_seq = greatest(last_seq, $1)", [last]);
}

/**
 * Ends all sessions, and deletes all reset links, codes and challenges that could start one, and the
 * links of calendars.
 */
export async function endAllAccess(tx: Db): Promise<void> {
  await tx.query("UPDATE sessions SET revoked_at = clock_ms() WHERE revoked_at IS NULL");
  await tx.query("DELETE FROM password_resets");
  await tx.query("DELETE FROM email_codes");
  await tx.query("DELETE FROM auth_challenges");
  await tx.query("DELETE FROM calendar_links");
}

const heldFact = "held-since";

/**
 * Puts a restored marketplace on hold: it stays closed until an operator says how its lots resume.
 */
export async function hold(tx: Db, moment: string): Promise<void> {
  await tx.query(
    `INSERT INTO site_facts (name, value) VALUES ($1, to_jsonb($2::text))
      ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [heldFact, moment],
  );
}

/** Returns the moment that a marketplace on hold was restored to; null when it is not on hold. */
export async function heldSince(db: Db): Promise<Date | null> {
  const { rows } = await db.query<{ at: string }>(
    "SELECT value #>> '{}' AS at FROM site_facts WHERE name = $1",
    [heldFact],
  );
  return rows[0] === undefined ? null : new Date(rows[0].at);
}

export async function endHold(tx: Db): Promise<void> {
  // The time since the backup has been handled. From now to the start counts as an outage (D36).
  await startPulse(tx);
  await tx.query("DELETE FROM site_facts WHERE name = $1", [heldFact]);
}

/**
 * Locks and returns the auctions with open lots, and the first administrator, who is recorded as
 * the one who moves them.
 */
export async function openAuctions(
  tx: Db,
): Promise<{ auctions: number[]; administrator: number | null }> {
  const auctions = await tx.query<{ id: number }>(
    `SELECT id FROM auctions a WHERE EXISTS (
        SELECT FROM lots l WHERE l.auction_id = a.id AND l.closed_at IS NULL) ORDER BY id FOR UPDATE`,
  );
  const { rows } = await tx.query<{ administrator: number | null }>(
    "SELECT min(id) AS administrator FROM users WHERE role = 'ROLE_ADMIN'",
  );
  return {
    auctions: auctions.rows.map(({ id }) => id),
    administrator: rows[0]?.administrator ?? null,
  };
}

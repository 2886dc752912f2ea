import type { WebhookEventType } from "@gavelyard/contract/webhooks";
import type { Db } from "../db/pool.ts";

export async function webhooksDue(db: Db): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT w.id FROM webhooks w WHERE w.is_on AND EXISTS (
        SELECT FROM webhook_deliveries d
        WHERE d.webhook_id = w.id AND d.status = 'PENDING' AND d.next_attempt_at <= clock_ms())
      ORDER BY w.id`,
  );
  return rows.map(({ id }) => id);
}

export interface TargetRow {
  readonly id: number;
  readonly url: string;
  readonly secret: Buffer;
  /** The previous secret, while messages are still signed with it; then null. */
  readonly old_secret: Buffer | null;
}

/** Reads a webhook that is on. */
export async function targetOf(db: Db, id: number): Promise<TargetRow | null> {
  const { rows } = await db.query<TargetRow>(
    `SELECT id, url, secret,
        CASE WHEN old_secret_until > clock_ms() THEN old_secret END AS old_secret
      FROM webhooks WHERE id = $1 AND is_on`,
    [id],
  );
  return rows[0] ?? null;
}

export interface DueRow {
  readonly id: number;
  readonly event_id: string;
  readonly seq: number;
  readonly type: WebhookEventType;
  readonly data: object;
  readonly happened_at: Date;
  readonly attempts: number;
  readonly started_at: Date;
}

/** Reads the first due delivery of a webhook, in the order of events. */
export async function nextDelivery(db: Db, webhookId: number): Promise<DueRow | null> {
  const { rows } = await db.query<DueRow>(
    `SELECT d.id, d.event_id, d.seq, e.type, e.data, e.happened_at, d.attempts, d.started_at
      FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
      WHERE d.webhook_id = $1 AND d.status = 'PENDING' AND d.next_attempt_at <= clock_ms()
      ORDER BY d.seq LIMIT 1`,
    [webhookId],
  );
  return rows[0] ?? null;
}

export interface Attempt {
  readonly delivery: DueRow;
  readonly outcome: "DELIVERED" | "FAILED" | "PENDING";
  /** HTTP status; null when no response came. */
  readonly status: number | null;
  readonly fault: string | null;
  /** Time of the next attempt, if it is pending; else null. */
  readonly nextAttemptAt: Date | null;
}

/** Records an attempt, unless the delivery was restarted in the meantime. */
export async function recordAttempt(db: Db, attempt: Attempt): Promise<void> {
  await db.query(
    `UPDATE webhook_deliveries SET status = $2, attempts = attempts + 1, last_attempt_at = clock_ms(),
        last_status = $3, last_fault = $4,
        next_attempt_at = coalesce($5::timestamptz, next_attempt_at)
      WHERE id = $1 AND started_at = $6`,
    [
      attempt.delivery.id,
      attempt.outcome,
      attempt.status,
      attempt.fault,
      attempt.nextAttemptAt,
      attempt.delivery.started_at,
    ],
  );
}

/** Postpones all pending deliveries of an unreachable webhook until its next attempt. */
export async function postponeOthers(db: Db, webhookId: number, until: Date): Promise<void> {
  await db.query(
    `UPDATE webhook_deliveries SET next_attempt_at = greatest(next_attempt_at, $2)
      WHERE webhook_id = $1 AND status = 'PENDING'`,
    [webhookId, until],
  );
}

/** Makes deliveries due that were postponed while their webhook was unreachable. */
export async function resumeOthers(db: Db, webhookId: number): Promise<void> {
  await db.query(
    `UPDATE webhook_deliveries SET next_attempt_at = clock_ms()
      WHERE webhook_id = $1 AND status = 'PENDING' AND last_status IS NULL
        AND next_attempt_at > clock_ms()`,
    [webhookId],
  );
}

/** Makes a delivery due again, with a day of retries; returns its webhook's id, or null. */
export async function restartDelivery(tx: Db, id: number): Promise<number | null> {
  const { rows } = await tx.query<{ webhook_id: number }>(
    `UPDATE webhook_deliveries SET status = 'PENDING', attempts = 0, started_at = clock_ms(),
        next_attempt_at = clock_ms()
      WHERE id = $1 RETURNING webhook_id`,
    [id],
  );
  return rows[0]?.webhook_id ?? null;
}

export interface DeliveryRow {
  readonly id: number;
  readonly event_id: string;
  readonly seq: number;
  readonly type: WebhookEventType;
  readonly happened_at: Date;
  readonly status: "PENDING" | "DELIVERED" | "FAILED";
  readonly attempts: number;
  readonly last_attempt_at: Date | null;
  readonly last_status: number | null;
  readonly last_fault: string | null;
  readonly next_attempt_at: Date;
}

/** Reads a page of a webhook's log, newest event first, and the total. */
export async function deliveriesOf(
  db: Db,
  webhookId: number,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const { rows } = await db.query<DeliveryRow>(
    `SELECT d.id, d.event_id, d.seq, e.type, e.happened_at, d.status, d.attempts, d.last_attempt_at,
        d.last_status, d.last_fault, d.next_attempt_at
      FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
      WHERE d.webhook_id = $1 ORDER BY d.seq DESC LIMIT $2 OFFSET $3`,
    [webhookId, size, page * size],
  );
  const counted = await db.query<{ total: number }>(
    "SELECT count(*) AS total FROM webhook_deliveries WHERE webhook_id = $1",
    [webhookId],
  );
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

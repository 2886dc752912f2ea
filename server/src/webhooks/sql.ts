import type { WebhookEventType } from "@gavelyard/contract/webhooks";
import type { Db } from "../db/pool.ts";

export interface WebhookRow {
  readonly id: number;
  readonly url: string;
  readonly description: string;
  readonly events: WebhookEventType[];
  readonly is_on: boolean;
  readonly created_at: Date;
  readonly old_secret_until: Date | null;
  readonly pending: number;
  readonly failed: number;
  readonly last_delivered_at: Date | null;
}

const webhookRows = `SELECT w.id, w.url, w.description, w.events, w.is_on, w.created_at,
    CASE WHEN w.old_secret_until > clock_ms() THEN w.old_secret_until END AS old_secret_until,
    d.pending, d.failed, d.last_delivered_at
  FROM webhooks w CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE status = 'PENDING') AS pending,
      count(*) FILTER (WHERE status = 'FAILED') AS failed,
      max(last_attempt_at) FILTER (WHERE status = 'DELIVERED') AS last_delivered_at
    FROM webhook_deliveries WHERE webhook_id = w.id) d`;

export async function allWebhooks(db: Db): Promise<WebhookRow[]> {
  const { rows } = await db.query<WebhookRow>(`${webhookRows} ORDER BY w.id`);
  return rows;
}

export async function webhookById(db: Db, id: number): Promise<WebhookRow | null> {
  const { rows } = await db.query<WebhookRow>(`${webhookRows} WHERE w.id = $1`, [id]);
  return rows[0] ?? null;
}

/** Locks the table against other changes, to enforce the limit; returns how many there are. */
export async function lockAndCountWebhooks(tx: Db): Promise<number> {
  await tx.query("LOCK TABLE webhooks IN SHARE ROW EXCLUSIVE MODE");
  const { rows } = await tx.query<{ count: number }>("SELECT count(*) FROM webhooks");
  return rows[0]?.count ?? 0;
}

/** Reserves a new webhook's id, because its secret is bound to it. */
export async function nextWebhookId(tx: Db): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    "SELECT nextval(pg_get_serial_sequence('webhooks', 'id')) AS id",
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("no id for a webhook");
  return id;
}

export interface WebhookFields {
  readonly url: string;
  readonly description: string;
  readonly events: readonly WebhookEventType[];
}

export async function insertWebhook(
  tx: Db,
  id: number,
  { url, description, events }: WebhookFields,
  { secret, userId }: { readonly secret: Buffer; readonly userId: number },
): Promise<void> {
  await tx.query(
    `INSERT INTO webhooks (id, url, description, events, secret, created_by)
      OVERRIDING SYSTEM VALUE VALUES ($1, $2, $3, $4::text[], $5, $6)`,
    [id, url, description, events, secret, userId],
  );
}

export async function updateWebhook(
  tx: Db,
  id: number,
  { url, description, events, isOn }: WebhookFields & { readonly isOn: boolean },
): Promise<void> {
  await tx.query(
    `UPDATE webhooks SET url = $2, description = $3, events = $4::text[], is_on = $5,
        updated_at = clock_ms() WHERE id = $1`,
    [id, url, description, events, isOn],
  );
}

/** Sets a new secret; messages are also signed with the previous one for a day. */
export async function rotateSecret(tx: Db, id: number, secret: Buffer): Promise<void> {
  await tx.query(
    `UPDATE webhooks SET old_secret = secret, old_secret_until = clock_ms() + interval '24 hours',
        secret = $2, updated_at = clock_ms() WHERE id = $1`,
    [id, secret],
  );
}

export async function removeWebhook(tx: Db, id: number): Promise<void> {
  await tx.query("DELETE FROM webhooks WHERE id = $1", [id]);
}

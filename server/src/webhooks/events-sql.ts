import type { WebhookEvent } from "@gavelyard/contract/webhooks";
import type { Db } from "../db/pool.ts";

/**
 * Records events for webhooks in the transaction that caused them; skips events that no webhook
 * subscribes to. A job numbers and sends them after the commit (D51).
 */
export async function recordForWebhooks(tx: Db, events: readonly WebhookEvent[]): Promise<void> {
  if (events.length === 0) return;
  await tx.query({
    name: "record-for-webhooks",
    text: `WITH inserted AS (
        INSERT INTO webhook_events (type, data)
        SELECT e ->> 'type', e -> 'data'
        FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS input(e, n)
        WHERE EXISTS (SELECT FROM webhooks w WHERE w.is_on AND e ->> 'type' = ANY(w.events))
        ORDER BY n RETURNING 1)
      SELECT graphile_worker.add_job('number-webhook-events', '{}') FROM (SELECT FROM inserted LIMIT 1) one`,
    values: [JSON.stringify(events)],
  });
}

/** Numbers up to `most` new events, in one process at a time; returns how many. */
export async function numberEvents(tx: Db, most: number): Promise<number> {
  const { rows } = await tx.query<{ last_seq: number }>(
    "SELECT last_seq FROM webhook_counter FOR UPDATE",
  );
  const lastSeq = rows[0]?.last_seq ?? 0;
  // A separate statement, so that it sees what was committed while waiting for the lock.
  const { rowCount } = await tx.query(
    `WITH fresh AS (
        SELECT id, $1::bigint + row_number() OVER (ORDER BY position) AS seq
        FROM webhook_events WHERE seq IS NULL ORDER BY position LIMIT $2),
      numbered AS (
        UPDATE webhook_events e SET seq = fresh.seq FROM fresh WHERE e.id = fresh.id
        RETURNING e.id, e.seq, e.type),
      counted AS (
        UPDATE webhook_counter SET last_seq = (SELECT max(seq) FROM numbered)
        WHERE EXISTS (SELECT FROM numbered)),
      delivered AS (
        INSERT INTO webhook_deliveries (webhook_id, event_id, seq)
        SELECT w.id, n.id, n.seq FROM numbered n JOIN webhooks w ON w.is_on AND n.type = ANY(w.events))
      SELECT id FROM numbered`,
    [lastSeq, most],
  );
  return rowCount ?? 0;
}

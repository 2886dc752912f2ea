import { msg, t } from "@gavelyard/messages/text";
import * as contract from "@gavelyard/contract/webhooks";
import type { Context } from "../context.ts";
import { actorOf } from "../http/actor.ts";
import { notFound } from "../refusal.ts";
import { pageOf } from "../http/page.ts";
import { faultMessage } from "../network/post.ts";
import type { Serve } from "../http/serve.ts";
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  resendDelivery,
  rotateWebhookSecret,
} from "./change-webhooks.ts";
import { deliveriesOf, type DeliveryRow } from "./deliveries-sql.ts";
import { allWebhooks, webhookById, type WebhookRow } from "./sql.ts";

/** Routes for webhooks and the log of their deliveries (D51). */
export function webhookRoutes(serve: Serve, context: Context): void {
  const { pool } = context;

  serve(contract.webhooks, async () => (await allWebhooks(pool)).map(toWebhook));
  serve(contract.createWebhook, async ({ body, user, request }) => {
    const { row, secret } = await createWebhook(context, body, actorOf(user, request));
    return { webhook: toWebhook(row), secret };
  });
  serve(contract.changeWebhook, async ({ params, body, user, request }) =>
    toWebhook(await changeWebhook(context, params.id, body, actorOf(user, request))),
  );
  serve(contract.deleteWebhook, async ({ params, user, request }) => {
    await deleteWebhook(context, params.id, actorOf(user, request));
    return { message: t("Webhook deleted") };
  });
  serve(contract.rotateWebhookSecret, async ({ params, user, request }) => {
    const by = actorOf(user, request);
    const { row, secret } = await rotateWebhookSecret(context, params.id, by);
    return { webhook: toWebhook(row), secret };
  });
  serve(contract.webhookDeliveries, async ({ params, query }) => {
    if ((await webhookById(pool, params.id)) === null) throw notFound(msg("Webhook not found"));
    const { rows, total } = await deliveriesOf(pool, params.id, query);
    return pageOf(rows.map(toDelivery), total, query);
  });
  serve(contract.resendWebhook, async ({ params, user, request }) => {
    await resendDelivery(context, params.id, actorOf(user, request));
    return { message: t("Delivery queued") };
  });
}

function toWebhook(row: WebhookRow): contract.Webhook {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    events: row.events,
    isOn: row.is_on,
    createdAt: row.created_at.toISOString(),
    oldSecretUntil: row.old_secret_until?.toISOString() ?? null,
    pending: row.pending,
    failed: row.failed,
    lastDeliveredAt: row.last_delivered_at?.toISOString() ?? null,
  };
}

function faultOf({ status, last_status, last_fault }: DeliveryRow): string | null {
  if (status === "DELIVERED") return null;
  if (last_status !== null) return t("Responded with status {status}", { status: last_status });
  return last_fault === null ? null : faultMessage(last_fault);
}

function toDelivery(row: DeliveryRow): contract.WebhookDelivery {
  return {
    id: row.id,
    eventId: row.event_id,
    sequence: row.seq,
    type: row.type,
    happenedAt: row.happened_at.toISOString(),
    status: row.status,
    attempts: row.attempts,
    lastAttemptAt: row.last_attempt_at?.toISOString() ?? null,
    lastStatus: row.last_status,
    lastFault: faultOf(row),
    nextAttemptAt: row.status === "PENDING" ? row.next_attempt_at.toISOString() : null,
  };
}

import { msg } from "@gavelyard/messages/text";
import type { PoolClient } from "pg";
import { insertAudit } from "../audit/sql.ts";
import type { Context } from "../context.ts";
import { act } from "../events/act.ts";
import type { Actor } from "../http/actor.ts";
import { badFields, Refusal, notFound } from "../refusal.ts";
import { restartDelivery } from "./deliveries-sql.ts";
import { isClosedHost } from "../network/post.ts";
import { enqueueSend, sealedSecret } from "./send.ts";
import { newSecret } from "./sign.ts";
import {
  insertWebhook,
  lockAndCountWebhooks,
  nextWebhookId,
  removeWebhook,
  rotateSecret,
  updateWebhook,
  webhookById,
  type WebhookFields,
  type WebhookRow,
} from "./sql.ts";

const MAX_WEBHOOKS = 20;

const noSuchWebhook = () => notFound(msg("Webhook not found"));

async function rowOf(tx: PoolClient, id: number): Promise<WebhookRow> {
  const row = await webhookById(tx, id);
  if (row === null) throw noSuchWebhook();
  return row;
}

const audited = ({ url, description, events, is_on: isOn }: WebhookRow) => ({
  url,
  description,
  events,
  isOn,
});

/**
 * Refuses an address that no webhook can be sent to.
 * @throws Refusal 400
 */
function requirePublicUrl({ settings }: Pick<Context, "settings">, address: string): void {
  if (settings.privateWebhooks) return;
  const url = new URL(address);
  const message =
    url.protocol === "https:"
      ? msg("This address is private. Webhooks go to public addresses only.")
      : msg("Enter an address that starts with https://");
  if (url.protocol !== "https:" || isClosedHost(url)) throw badFields([{ path: "url", message }]);
}

/**
 * Creates a webhook; returns its secret, which is stored encrypted.
 * @throws Refusal 400; 409 at the limit
 */
export async function createWebhook(
  context: Context,
  fields: WebhookFields,
  by: Actor,
): Promise<{ row: WebhookRow; secret: string }> {
  requirePublicUrl(context, fields.url);
  const secret = newSecret();
  const cipher = context.secrets.cipher("webhook secrets");
  const row = await act(context, async (tx) => {
    if ((await lockAndCountWebhooks(tx)) >= MAX_WEBHOOKS)
      throw new Refusal(
        "limit-reached",
        msg("You can have up to {MAX_WEBHOOKS} webhooks. Delete one first.", { MAX_WEBHOOKS }),
      );
    const id = await nextWebhookId(tx);
    const sealed = cipher.seal(sealedSecret(id), secret);
    await insertWebhook(tx, id, fields, { secret: sealed, userId: by.userId });
    const created = await rowOf(tx, id);
    await insertAudit(tx, {
      actorId: by.userId,
      action: "webhook-created",
      subjectType: "webhook",
      subjectId: id,
      after: audited(created),
      ip: by.ip,
    });
    return created;
  });
  return { row, secret };
}

/**
 * Changes a webhook. One that is turned on again gets the deliveries that waited.
 * @throws Refusal 400, 404
 */
export async function changeWebhook(
  context: Context,
  id: number,
  fields: WebhookFields & { readonly isOn: boolean },
  by: Actor,
): Promise<WebhookRow> {
  requirePublicUrl(context, fields.url);
  return act(context, async (tx) => {
    await lockAndCountWebhooks(tx);
    const before = await rowOf(tx, id);
    await updateWebhook(tx, id, fields);
    const after = await rowOf(tx, id);
    await insertAudit(tx, {
      actorId: by.userId,
      action: "webhook-changed",
      subjectType: "webhook",
      subjectId: id,
      before: audited(before),
      after: audited(after),
      ip: by.ip,
    });
    return after;
  });
}

/**
 * Gives a webhook a new secret; messages are also signed with the old one for a day.
 * @throws Refusal 404
 */
export async function rotateWebhookSecret(
  context: Context,
  id: number,
  by: Actor,
): Promise<{ row: WebhookRow; secret: string }> {
  const secret = newSecret();
  const cipher = context.secrets.cipher("webhook secrets");
  const row = await act(context, async (tx) => {
    await rowOf(tx, id);
    await rotateSecret(tx, id, cipher.seal(sealedSecret(id), secret));
    await insertAudit(tx, {
      actorId: by.userId,
      action: "webhook-secret-rotated",
      subjectType: "webhook",
      subjectId: id,
      ip: by.ip,
    });
    return rowOf(tx, id);
  });
  return { row, secret };
}

/**
 * Deletes a webhook and its log.
 * @throws Refusal 404
 */
export async function deleteWebhook(context: Context, id: number, by: Actor): Promise<void> {
  await act(context, async (tx) => {
    await lockAndCountWebhooks(tx);
    const before = await rowOf(tx, id);
    await removeWebhook(tx, id);
    await insertAudit(tx, {
      actorId: by.userId,
      action: "webhook-deleted",
      subjectType: "webhook",
      subjectId: id,
      before: audited(before),
      ip: by.ip,
    });
  });
}

/**
 * Sends a delivery again now, with a day of retries.
 * @throws Refusal 404
 */
export async function resendDelivery(context: Context, id: number, by: Actor): Promise<void> {
  await act(context, async (tx) => {
    const webhookId = await restartDelivery(tx, id);
    if (webhookId === null) throw notFound(msg("Delivery not found"));
    await enqueueSend(tx, webhookId);
    await insertAudit(tx, {
      actorId: by.userId,
      action: "webhook-resent",
      subjectType: "webhook",
      subjectId: webhookId,
      after: { deliveryId: id },
      ip: by.ip,
    });
  });
}

import { nextAttemptMs } from "@gavelyard/domain/webhook-retries";
import { mark } from "@gavelyard/messages/text";
import type { Context } from "../context.ts";
import { clockNow } from "../db/clock.ts";
import { inTransaction } from "../db/transaction.ts";
import { enqueue } from "../jobs/enqueue.ts";
import {
  nextDelivery,
  postponeOthers,
  recordAttempt,
  resumeOthers,
  targetOf,
  webhooksDue,
  type DueRow,
  type TargetRow,
} from "./deliveries-sql.ts";
import { numberEvents } from "./events-sql.ts";
import { post, type Answer } from "../network/post.ts";
import { signedHeaders } from "./sign.ts";

const NUMBERED_AT_ONCE = 1_000;
/** Ms after which a job starts no more deliveries, so that other webhooks get their turn. */
const SEND_MS = 30_000;

type SendContext = Pick<Context, "pool" | "settings" | "secrets">;

/** The row name that a webhook's encrypted secret is bound to. */
export const sealedSecret = (id: number): string => `webhook:${id}`;

/**
 * Job `number-webhook-events`: numbers new events, and enqueues a job for each webhook with due
 * deliveries. Also runs every minute to retry, and to continue after a crash.
 */
export async function numberWebhookEvents({ pool }: SendContext): Promise<void> {
  await inTransaction(pool, async (tx) => {
    while ((await numberEvents(tx, NUMBERED_AT_ONCE)) === NUMBERED_AT_ONCE);
    for (const webhookId of await webhooksDue(tx)) await enqueueSend(tx, webhookId);
  });
}

/**
 * Enqueues the job that sends a webhook's due deliveries, unless one is already waiting. Its queue
 * runs one such job at a time.
 */
export async function enqueueSend(
  tx: Parameters<typeof enqueue>[0],
  webhookId: number,
): Promise<void> {
  const name = `send-webhooks:${webhookId}`;
  await enqueue(tx, "send-webhooks", { webhookId }, { jobKey: name, queue: name });
}

/**
 * Job `send-webhooks`: sends the due deliveries of one webhook, one at a time in the order of
 * events (D51). Stops at a webhook that doesn't respond, until the next retry.
 */
export async function sendWebhooks(context: SendContext, webhookId: number): Promise<void> {
  const { pool } = context;
  const untilMs = performance.now() + SEND_MS;
  while (performance.now() < untilMs) {
    const target = await targetOf(pool, webhookId);
    const delivery = target === null ? null : await nextDelivery(pool, webhookId);
    if (target === null || delivery === null) return;
    if (!(await send(context, target, delivery))) return;
  }
  await enqueueSend(pool, webhookId);
}

/** Sends one delivery and records the result; false when the webhook didn't respond. */
async function send(context: SendContext, target: TargetRow, delivery: DueRow): Promise<boolean> {
  const { pool } = context;
  const answer = await postSigned(context, target, delivery);
  const status = "status" in answer ? answer.status : null;
  if (status !== null && status >= 200 && status < 300) {
    await recordAttempt(pool, {
      delivery,
      outcome: "DELIVERED",
      status,
      fault: null,
      nextAttemptAt: null,
    });
    await resumeOthers(pool, target.id);
    return true;
  }
  const tried = { attempts: delivery.attempts + 1, startedAtMs: delivery.started_at.getTime() };
  const nextMs = nextAttemptMs(tried, (await clockNow(pool)).getTime());
  const nextAttemptAt = nextMs === null ? null : new Date(nextMs);
  await recordAttempt(pool, {
    delivery,
    outcome: nextAttemptAt === null ? "FAILED" : "PENDING",
    status,
    fault: "fault" in answer ? answer.fault : null,
    nextAttemptAt,
  });
  if (status === null && nextAttemptAt !== null)
    await postponeOthers(pool, target.id, nextAttemptAt);
  return status !== null;
}

async function postSigned(
  { pool, settings, secrets: site }: SendContext,
  { id, url, secret, old_secret: oldSecret }: TargetRow,
  delivery: DueRow,
): Promise<Answer> {
  const cipher = site.cipher("webhook secrets");
  const secrets = [secret, oldSecret].flatMap((sealed) => {
    const opened = sealed === null ? null : cipher.open(sealedSecret(id), sealed);
    return opened === null ? [] : [opened];
  });
  if (secrets.length === 0) return { fault: mark("The signing secret can't be read. Rotate it.") };
  const body = JSON.stringify({
    type: delivery.type,
    timestamp: delivery.happened_at.toISOString(),
    sequence: delivery.seq,
    data: delivery.data,
  });
  const atMs = (await clockNow(pool)).getTime();
  const headers = signedHeaders(secrets, { id: delivery.event_id, atMs, body });
  return post(url, headers, body, { allowPrivate: settings.privateWebhooks });
}

import { sayNotice } from "@gavelyard/domain/users/push-notices";
import { inLanguage } from "../http/reader-language.ts";
import {
  decidePush,
  type NotificationKind,
  type PushVerdict,
} from "@gavelyard/domain/users/notifications";
import { quietUntil } from "@gavelyard/domain/users/quiet-hours";
import webPush from "web-push";
import { z } from "zod";
import type { Context } from "../context.ts";
import { TaskQueue } from "../task-queue.ts";
import { enqueue, enqueueAll, job, type PushOrder } from "../jobs/enqueue.ts";
import { isPushEndpoint } from "./push-endpoint.ts";
import { devicesOf, forgetDevice, type DeviceRow } from "./sql.ts";

const ANSWER_WITHIN_MS = 5_000;
/** Maximum messages of one urgent kind on their way; further ones wait. */
const MAX_PARALLEL = 20;
/** Maximum time to live of a message, in seconds: push services keep one for up to four weeks. */
const MAX_TTL_SEC = 28 * 86_400;

const urgent: ReadonlySet<NotificationKind> = new Set(["OUTBID", "ENDING_SOON"]);
type UrgentKind = Extract<NotificationKind, "OUTBID" | "ENDING_SOON">;
const vapidKeys = z.object({ publicKey: z.string(), privateKey: z.string() });

type PushContext = Pick<Context, "pool" | "log" | "settings" | "secrets">;

type DeviceKeys = Pick<DeviceRow, "endpoint" | "p256dh" | "auth">;

/** Sends notifications to devices by Web Push (RFC 8030, RFC 8291, RFC 8292). */
export class Pushes {
  readonly #context: PushContext;
  readonly #keys: z.infer<typeof vapidKeys>;
  readonly #sending: Readonly<Record<UrgentKind, TaskQueue>> = {
    OUTBID: new TaskQueue(MAX_PARALLEL, Infinity),
    ENDING_SOON: new TaskQueue(MAX_PARALLEL, Infinity),
  };

  constructor(context: PushContext) {
    this.#context = context;
    this.#keys = vapidKeys.parse(JSON.parse(context.secrets.get("vapid-keys")));
  }

  get publicKey(): string {
    return this.#keys.publicKey;
  }

  /** Whether messages can be encrypted for a subscription, and its endpoint is allowed. */
  accepts(device: DeviceKeys): boolean {
    if (!isPushEndpoint(device.endpoint, this.#context.settings.pushOrigins)) return false;
    try {
      this.#request(device, "{}", {});
      return true;
    } catch {
      // The key isn't a point on the curve.
      return false;
    }
  }

  /**
   * Sends urgent pushes once to all devices of the users, without retries. `current` is called right
   * before each message is sent, since it may have waited behind others, also of earlier calls. It
   * returns what is true by then, or null to send nothing.
   */
  async sendNow<Order extends PushOrder>(
    orders: readonly Order[],
    kind: UrgentKind,
    current: (order: Order) => Promise<PushOrder | null>,
  ): Promise<void> {
    if (orders.length === 0) return;
    const users = orders.map(({ userId }) => userId);
    const devices = await devicesOf(this.#context.pool, users, kind);
    const messages = orders.flatMap((order) =>
      devices
        .filter((device) => device.user_id === order.userId && judge(device, order) === "send")
        .map((device) => ({ order, device })),
    );
    await Promise.all(
      messages.map(({ order, device }) =>
        this.#sending[kind].take(async () => {
          const sent = await current(order);
          if (sent !== null) await this.#deliver(device, sent);
        }),
      ),
    );
  }

  /**
   * Job `send-push`: sends to a user's devices; several devices get a job each. In quiet hours the
   * job is postponed.
   * @throws Error when the push service must be retried
   */
  readonly sendPush = async (order: PushOrder): Promise<void> => {
    const { pool } = this.#context;
    const all = await devicesOf(pool, [order.userId], order.kind);
    const devices = all.filter(({ id }) => order.deviceId === null || id === order.deviceId);
    const [first] = devices;
    if (first === undefined) return;
    const verdict = judge(first, order);
    if (verdict === "drop") return;
    if (verdict !== "send") {
      await enqueue(pool, "send-push", order, { runAt: new Date(verdict.atMs) });
      return;
    }
    if (devices.length > 1) {
      await enqueueAll(
        pool,
        devices.map(({ id }) => job("send-push", { ...order, deviceId: id })),
      );
      return;
    }
    if ((await this.#deliver(first, order)) === "failed") throw new Error("a push was not taken");
  };

  async #deliver(device: DeviceRow, order: PushOrder): Promise<"done" | "failed"> {
    try {
      const notice = inLanguage(device.language, () => sayNotice(order.notice));
      const { endpoint, headers, body } = this.#request(device, JSON.stringify(notice), {
        TTL: Math.min(
          MAX_TTL_SEC,
          Math.ceil((Date.parse(order.goodUntil) - device.now.getTime()) / 1_000),
        ),
        urgency: urgent.has(order.kind) ? "high" : "normal",
        topic: order.notice.tag.slice(0, 32),
      });
      const answer = await fetch(endpoint, {
        method: "POST",
        headers,
        body: new Uint8Array(body ?? []),
        redirect: "error",
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      await answer.body?.cancel();
      if (answer.status === 404 || answer.status === 410)
        await forgetDevice(this.#context.pool, device);
      const isTransient = answer.status === 429 || answer.status >= 500;
      if (!answer.ok && !isTransient)
        this.#context.log.debug({ status: answer.status, device: device.id }, "push refused");
      return isTransient ? "failed" : "done";
    } catch (error) {
      // The endpoint is a secret between the browser and us, so it isn't logged.
      this.#context.log.debug({ err: error, device: device.id }, "push service not reached");
      return "failed";
    }
  }

  /** @throws Error for an invalid key */
  #request(
    { endpoint, p256dh, auth }: DeviceKeys,
    payload: string,
    options: webPush.RequestOptions,
  ) {
    return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      ...options,
      vapidDetails: { subject: `mailto:${this.#context.settings.site.email}`, ...this.#keys },
    });
  }
}

function judge(device: DeviceRow, { kind, goodUntil }: PushOrder): PushVerdict {
  const { quiet_from_hour: fromHour, quiet_until_hour: untilHour } = device;
  const quiet = fromHour === null || untilHour === null ? null : { fromHour, untilHour };
  const nowMs = device.now.getTime();
  return decidePush(kind, {
    nowMs,
    goodUntilMs: Date.parse(goodUntil),
    quietUntilMs: quietUntil(nowMs, quiet, device.time_zone),
  });
}

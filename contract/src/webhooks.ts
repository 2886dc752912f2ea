import { t } from "@gavelyard/messages/text";
import { z } from "zod";
import { dollars, done, id, idParam, instant, line, page, pageQuery } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { lotOutcomes } from "./inventory/inventory-fields.ts";
import { laterRoutes } from "./later-routes.ts";

const unit = { inventoryId: id };
const lot = { lotId: id, auctionId: id, ...unit };

const payment = {
  ...lot,
  awardId: id,
  userId: id,
  paymentId: id,
  invoiceNumber: z.string(),
  amount: dollars,
  balance: dollars,
};

/** Payloads by event. They have no personal data or gate PINs; clients fetch details by ID. */
export const webhookData = {
  "unit.published": z.object({ ...unit, stockNumber: z.string(), title: z.string() }),
  "auction.published": z.object({ auctionId: id, name: z.string() }),
  "lot.closed": z.object({
    ...lot,
    outcome: z.enum(lotOutcomes),
    /** Null without bids. */
    price: dollars.nullable(),
  }),
  "award.declared": z.object({ ...lot, awardId: id, userId: id, amount: dollars }),
  "payment.recorded": z.object(payment),
  /** It was recorded by mistake or refunded, also from a paid invoice. */
  "payment.removed": z.object(payment),
  "unit.released": z.object({ ...lot, awardId: id }),
  "user.verified": z.object({ userId: id }),
} as const;
export type WebhookEventType = keyof typeof webhookData;

export const webhookEventTypes = Object.keys(webhookData) as WebhookEventType[];

export type WebhookEvent = {
  [Type in WebhookEventType]: {
    readonly type: Type;
    readonly data: z.output<(typeof webhookData)[Type]>;
  };
}[WebhookEventType];

const events = z
  .array(z.enum(webhookEventTypes))
  .min(1, t("Choose at least one"))
  .max(webhookEventTypes.length)
  .transform((types): WebhookEventType[] => [...new Set(types)]);

/** The target is checked again on every delivery. */
const url = z
  .url({ protocol: /^https?$/, error: t("Enter an address that starts with https://") })
  .max(500)
  .regex(
    /^https?:\/\/[^/?#@\\]+(?:[/?][^#]*)?$/i,
    t("Leave out user names, passwords and #fragments"),
  );

const webhook = z
  .object({
    id,
    url: z.string(),
    description: z.string(),
    events: z.array(z.enum(webhookEventTypes)),
    isOn: z.boolean(),
    createdAt: instant,
    /** Messages are also signed with the previous secret until then. */
    oldSecretUntil: instant.nullable(),
    pending: z.int(),
    /** In the last 30 days. */
    failed: z.int(),
    lastDeliveredAt: instant.nullable(),
  })
  .meta({ id: "Webhook" });
export type Webhook = z.output<typeof webhook>;

export const webhookDelivery = z
  .object({
    id,
    /** `webhook-id` of the message; the same on every attempt. */
    eventId: z.string(),
    sequence: z.int(),
    type: z.enum(webhookEventTypes),
    happenedAt: instant,
    status: z.enum(["PENDING", "DELIVERED", "FAILED"]),
    attempts: z.int(),
    lastAttemptAt: instant.nullable(),
    /** Null when there was no response. */
    lastStatus: z.int().nullable(),
    lastFault: z.string().nullable(),
    /** Null unless it is pending. */
    nextAttemptAt: instant.nullable(),
  })
  .meta({ id: "WebhookDelivery" });
export type WebhookDelivery = z.output<typeof webhookDelivery>;

const fields = z.object({ url, description: line(1, 80), events });
const withSecret = z.object({
  webhook,
  /** Only in this response. */
  secret: z.string(),
});

const tag = "Webhooks";
const params = z.object({ id: idParam });

export const webhooks = endpoint(laterRoutes.webhooks, {
  tag,
  summary: "Webhooks with their status",
  access: "staff",
  permission: "settings",
  people: null,
  response: z.array(webhook),
});

export const createWebhook = endpoint(laterRoutes.createWebhook, {
  confirmAgain: true,
  tag,
  summary: "Create a webhook; the response is the only one that contains its signing secret (D51)",
  access: "admin",
  permission: "settings",
  body: fields,
  response: withSecret,
  errors: [409],
});

export const changeWebhook = endpoint(laterRoutes.changeWebhook, {
  confirmAgain: true,
  tag,
  summary: "Change a webhook, or turn it on or off",
  access: "admin",
  permission: "settings",
  params,
  body: fields.extend({ isOn: z.boolean() }),
  response: webhook,
  errors: [404],
});

export const deleteWebhook = endpoint(laterRoutes.deleteWebhook, {
  confirmAgain: true,
  tag,
  summary: "Delete a webhook with its delivery log",
  access: "admin",
  permission: "settings",
  params,
  response: done,
  errors: [404],
});

export const rotateWebhookSecret = endpoint(laterRoutes.rotateWebhookSecret, {
  confirmAgain: true,
  tag,
  summary: "Create a new signing secret; for 24 hours messages are signed with both",
  access: "admin",
  permission: "settings",
  params,
  response: withSecret,
  errors: [404],
});

export const webhookDeliveries = endpoint(laterRoutes.webhookDeliveries, {
  tag,
  summary: "A webhook's deliveries of the last 30 days, newest event first",
  access: "staff",
  permission: "settings",
  people: null,
  params,
  query: pageQuery,
  response: page(webhookDelivery),
  errors: [404],
});

export const resendWebhook = endpoint(laterRoutes.resendWebhook, {
  tag,
  summary: "Send a delivery again now, whatever its status",
  access: "admin",
  permission: "settings",
  params,
  response: done,
  errors: [404],
});

import {
  notificationKindNames,
  type NotificationKind,
} from "@gavelyard/domain/users/notifications";
import type { PushNotice } from "@gavelyard/domain/users/push-notices";
import { languages, type Language } from "@gavelyard/messages/languages";
import { message } from "@gavelyard/contract/common";
import { z } from "zod";
import { closedLot, mailContent, type MailContent } from "./mail-content.ts";

/** Connections to the mail server, each for one email at a time. */
export const MAIL_CONNECTIONS = 5;

/** An email to send because of one event. */
export interface MailOrder {
  /** Names the event and the recipient; only the first order with a key is sent. */
  readonly eventKey: string;
  readonly to: string;
  readonly content: MailContent;
  /** Language of the requesting page, for an address without an account. */
  readonly language?: Language | undefined;
}

export interface PushOrder {
  readonly userId: number;
  readonly kind: NotificationKind;
  readonly notice: PushNotice;
  /** When the notification expires, as ISO 8601. */
  readonly goodUntil: string;
  readonly deviceId: number | null;
}

const losersToMail = z.object({
  lotId: z.int().positive(),
  leaderId: z.int().positive().nullable(),
  content: z.object(closedLot),
});
/** A closed lot, for the emails to bidders other than its leader. */
export type LosersToMail = z.infer<typeof losersToMail>;

export interface TaskPayloads {
  readonly "send-mail": MailOrder;
  readonly "send-push": PushOrder;
  readonly "mail-losers": LosersToMail;
  /** Ends a lot's negotiation whose deadline has passed (D63). */
  readonly "end-negotiation": { readonly lotId: number };
  /** Tells a buyer that a unit can be picked up, once its money is cleared (D76). */
  readonly "announce-release": {
    readonly awardId: number;
    readonly clearsAtMs?: number | undefined;
  };
  /** Tells a buyer that a tax certificate ends soon (D95). */
  readonly "remind-certificate": { readonly certificateId: number };
  /** Notifies watchers and bidders about a unit's new answers (D64). */
  readonly "tell-answers": { readonly inventoryId: number };
  /** Carries out an act on many units (D87). */
  readonly "run-unit-act": { readonly actId: number; readonly ip: string | null };
  /** Deletes data past its retention; runs every hour. */
  readonly tidy: Readonly<Record<never, never>>;
  /** Computes the daily figures of past days; runs every hour. */
  readonly "sum-days": Readonly<Record<never, never>>;
  /** Publishes the audit root of the previous day; runs daily. */
  readonly "publish-audit-root": Readonly<Record<never, never>>;
  /** Numbers new webhook events and enqueues their sending; also runs every minute. */
  readonly "number-webhook-events": Readonly<Record<never, never>>;
  /** Sends the due deliveries of one webhook. */
  readonly "send-webhooks": { readonly webhookId: number };
}
export type TaskName = keyof TaskPayloads;

/** Schemas of payloads, which may have been enqueued by an older version of the code. */
export const taskPayloads: { readonly [T in TaskName]: z.ZodType<TaskPayloads[T]> } = {
  "send-mail": z.object({
    eventKey: z.string().min(1).max(200),
    to: z.email().max(254),
    content: mailContent,
    language: z.enum(languages).optional(),
  }),
  "send-push": z.object({
    userId: z.int().positive(),
    kind: z.enum(notificationKindNames),
    notice: z.object({
      title: message,
      body: message,
      path: z.string(),
      tag: z.string(),
      action: message.optional(),
    }),
    goodUntil: z.iso.datetime(),
    deviceId: z.int().positive().nullable(),
  }),
  "mail-losers": losersToMail,
  "end-negotiation": z.object({ lotId: z.int().positive() }),
  "announce-release": z.object({ awardId: z.int().positive(), clearsAtMs: z.int().optional() }),
  "remind-certificate": z.object({ certificateId: z.int().positive() }),
  "tell-answers": z.object({ inventoryId: z.int().positive() }),
  "run-unit-act": z.object({ actId: z.int().positive(), ip: z.string().nullable() }),
  tidy: z.object({}),
  "sum-days": z.object({}),
  "publish-audit-root": z.object({}),
  "number-webhook-events": z.object({}),
  "send-webhooks": z.object({ webhookId: z.int().positive() }),
};

export const taskNames = Object.keys(taskPayloads) as TaskName[];

/** The handler of each task. A task that throws is retried with growing delays. */
export type TaskHandlers = {
  readonly [T in TaskName]: (payload: TaskPayloads[T]) => Promise<void>;
};

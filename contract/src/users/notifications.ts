import { t } from "@gavelyard/messages/text";
import { z } from "zod";
import { done, id, idParam, instant } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { userEvent } from "../realtime.ts";
import { routes } from "../routes.ts";
import { laterRoutes } from "../later-routes.ts";

const own = { tag: "Notifications", access: "customer", subject: "userId" } as const;
const user = z.object({ userId: idParam });
const ofBytes = (bytes: number) => t("Must be {bytes} bytes in base64url", { bytes });
const base64url = (bytes: number) =>
  z
    .base64url({ error: () => ofBytes(bytes) })
    .length(Math.ceil((bytes * 4) / 3), { error: () => ofBytes(bytes) });
/** Normalized, so that each browser's subscription has one address. */
const endpointUrl = z
  .url({ protocol: /^https?$/, normalize: true })
  .max(1_000)
  .transform((text) => text.replace(/#.*$/, ""));

/** An event that was also sent over the live connection; only the newest one about each lot. */
export const notification = z
  .object({ id, event: userEvent, read: z.boolean() })
  .meta({ id: "Notification" });
export type Notification = z.infer<typeof notification>;

export const ownNotifications = endpoint(routes.ownNotifications, {
  tag: "Notifications",
  summary: "Your notifications of the last 30 days, newest first, up to 10 (D72)",
  access: "user",
  permission: null,
  response: z.array(notification),
});

export const changeNotifications = endpoint(laterRoutes.changeNotifications, {
  tag: "Notifications",
  summary:
    "Mark your notifications as read, clear them, or restore those cleared last; safe to repeat",
  access: "user",
  permission: null,
  body: z.object({
    change: z.enum(["READ", "CLEARED", "RESTORED"]),
    /** Leaves newer ones as they are: they weren't shown yet. */
    upTo: instant,
  }),
  response: done,
});

export const pushKey = endpoint(laterRoutes.pushKey, {
  tag: "Notifications",
  summary: "The public key with which a browser subscribes to push notifications (VAPID)",
  access: "customer",
  response: z.object({ key: z.string() }),
});

export const addPushDevice = endpoint(laterRoutes.addPushDevice, {
  ...own,
  summary: "Send push notifications to this browser until its session ends; safe to repeat (D49)",
  params: user,
  body: z.object({
    endpoint: endpointUrl,
    keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
  }),
  response: done,
  errors: [409, 422],
});

export const removePushDevice = endpoint(laterRoutes.removePushDevice, {
  ...own,
  summary: "Stop push notifications to a browser; safe to repeat",
  params: user,
  body: z.object({ endpoint: endpointUrl }),
  response: done,
});

/** Mail programs post `List-Unsubscribe=One-Click` (RFC 8058). Only the token matters. */
export const unsubscribe = endpoint(laterRoutes.unsubscribe, {
  tag: "Notifications",
  summary: "Unsubscribe from one kind of email with its link, without signing in",
  access: "public",
  input: "anywhere",
  body: z.object({ token: z.string().max(100) }),
  response: done,
  errors: [404],
});

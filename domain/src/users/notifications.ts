export const channels = ["email", "push"] as const;
export type Channel = (typeof channels)[number];

/**
 * Kinds of notifications, with the channels on which customers can turn each off (D49). A kind
 * without `email` is either never emailed or, like a win, always.
 */
export const notificationKinds = {
  OUTBID: ["email", "push"],
  ENDING_SOON: ["email", "push"],
  SEARCH_ALERT: ["email", "push"],
  NEW_ANSWERS: ["email", "push"],
  AUCTION_LIVE: ["email"],
  LOST: ["email"],
  WON: ["push"],
  OFFER: ["push"],
  PAYMENT_DUE: ["push"],
  PICKUP: ["push"],
} as const satisfies Readonly<Record<string, readonly Channel[]>>;
export type NotificationKind = keyof typeof notificationKinds;

const isKind = (name: string): name is NotificationKind => Object.hasOwn(notificationKinds, name);

export const notificationKindNames = Object.keys(notificationKinds).filter(isKind);

export function isOptional(kind: string, channel: Channel): kind is NotificationKind {
  return isKind(kind) && (notificationKinds[kind] as readonly Channel[]).includes(channel);
}

/**
 * Kinds that wait until quiet hours end. A late push about a bid or a close would be useless (D49).
 */
const delayable: ReadonlySet<NotificationKind> = new Set([
  "SEARCH_ALERT",
  "NEW_ANSWERS",
  "WON",
  "OFFER",
  "PAYMENT_DUE",
  "PICKUP",
]);

/** What to do with a push: send it now, send it at a time (ms), or drop it. */
export type PushVerdict = "send" | "drop" | { readonly atMs: number };

/**
 * Decides on a push (D49). `quietUntilMs` is null outside quiet hours. A push is dropped once it is
 * outdated, or when quiet hours end after that time.
 */
export function decidePush(
  kind: NotificationKind,
  times: {
    readonly nowMs: number;
    readonly goodUntilMs: number;
    readonly quietUntilMs: number | null;
  },
): PushVerdict {
  const { nowMs, goodUntilMs, quietUntilMs } = times;
  if (nowMs >= goodUntilMs) return "drop";
  if (quietUntilMs === null) return "send";
  return delayable.has(kind) && quietUntilMs < goodUntilMs ? { atMs: quietUntilMs } : "drop";
}

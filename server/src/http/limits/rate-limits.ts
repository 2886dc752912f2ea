import type { LimitName } from "@gavelyard/domain/rate-limit-names";
import { msg, pluralMsg, type Message } from "@gavelyard/messages/text";
import { isIP, isIPv6 } from "node:net";
import { recordSecurityEvent } from "../../audit/security-sql.ts";
import type { Context } from "../../context.ts";
import { countTry, uncountTry } from "../../db/rate-windows.ts";
import { tooMany } from "../../refusal.ts";

/** At most `tries` in a window that starts with the first try. */
export interface RateLimit {
  /** Prefix of the limit's buckets, and its name in the security log. */
  readonly name: LimitName;
  readonly tries: number;
  readonly windowSec: number;
  /** Start of the message, instead of "Too many attempts."; the time to wait follows. */
  readonly refusal?: Message;
}

export interface CountedTry {
  /** Uncounts the try, because it was legitimate. */
  readonly forgive: () => Promise<void>;
}

/**
 * Counts a try by the caller's network, within the limit scaled by `RATE_LIMITS`.
 * @throws Refusal 429 over the limit
 */
export async function limitByAddress(
  { pool, settings }: Pick<Context, "pool" | "settings">,
  limit: RateLimit,
  ip: string,
): Promise<CountedTry> {
  if (settings.rateLimits === 0) return { forgive: async () => {} };
  const tries = Math.ceil(limit.tries * settings.rateLimits);
  return count(pool, { ...limit, tries }, networkOf(ip), { ip });
}

/**
 * Counts a try by its target, such as a mailbox. `RATE_LIMITS` doesn't scale it.
 * @param weight how many tries it counts for
 * @throws Refusal 429 over the limit
 */
export async function limitByTarget(
  { pool }: Pick<Context, "pool">,
  limit: RateLimit,
  target: string,
  weight = 1,
): Promise<CountedTry> {
  return count(pool, limit, target, { weight });
}

async function count(
  pool: Context["pool"],
  limit: RateLimit,
  key: string,
  { weight = 1, ip = "none" }: { readonly weight?: number; readonly ip?: string },
): Promise<CountedTry> {
  const bucket = bucketOf(limit, key);
  const { hits, endsInSec } = await countTry(pool, bucket, limit.windowSec, weight);
  if (hits > limit.tries) {
    // One entry in each window, since attackers try very often (D54).
    if (hits - weight <= limit.tries) {
      await recordSecurityEvent(pool, {
        kind: "LIMIT_REACHED",
        user: null,
        device: { ip: isIP(ip) === 0 ? null : ip, userAgent: null },
        detail: limit.name,
      });
    }
    const { refusal = msg("Too many attempts.") } = limit;
    throw tooMany(
      msg("{refusal} Try again in {time}.", { refusal, time: duration(endsInSec) }),
      endsInSec,
    );
  }
  return { forgive: () => uncountTry(pool, bucket) };
}

export const bucketOf = ({ name }: RateLimit, key: string): string => `${name}:${key}`;

function duration(seconds: number): Message {
  if (seconds < 60) return pluralMsg(seconds, "{n} second", "{n} seconds");
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 90
    ? pluralMsg(minutes, "{n} minute", "{n} minutes")
    : pluralMsg(Math.ceil(minutes / 60), "{n} hour", "{n} hours");
}

/** Returns the network of one subscriber: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(ip: string): string {
  const bare = ip.replace(/%.*$/, "");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare);
  if (mapped?.[1] !== undefined) return mapped[1];
  if (!isIPv6(bare)) return bare;
  const [head = "", tail] = bare.split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail === undefined || tail === "" ? [] : tail.split(":");
  const missing = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length);
  const groups = [...front, ...Array.from({ length: missing }, () => "0"), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}

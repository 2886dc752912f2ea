import { isIPv6 } from "node:net";
import type { Context } from "../context.ts";
import { countTry, uncountTry } from "../db/rate-windows.ts";
import { tooMany } from "./errors.ts";

/** At most `tries` within a window that begins with the first of them. */
export interface RateLimit {
  /** Names the limit in its buckets. */
  readonly name: string;
  readonly tries: number;
  readonly windowSec: number;
}

/** A try that was counted. */
export interface CountedTry {
  /** Takes it back, since it was an honest one. */
  readonly forgive: () => Promise<void>;
}

/**
 * Counts a try by the caller's network address, within the limit scaled by `RATE_LIMITS`.
 * @throws HttpError 429 beyond it
 */
export async function limitByAddress(
  { pool, settings }: Pick<Context, "pool" | "settings">,
  limit: RateLimit,
  ip: string,
): Promise<CountedTry> {
  if (settings.rateLimits === 0) return { forgive: async () => {} };
  const tries = Math.ceil(limit.tries * settings.rateLimits);
  return count(pool, { ...limit, tries }, networkOf(ip));
}

/**
 * Counts a try by what it is aimed at, such as a mailbox; nothing scales this one.
 * @throws HttpError 429 beyond the limit
 */
export async function limitByTarget(
  { pool }: Pick<Context, "pool">,
  limit: RateLimit,
  target: string,
): Promise<CountedTry> {
  return count(pool, limit, target);
}

async function count(pool: Context["pool"], limit: RateLimit, key: string): Promise<CountedTry> {
  const bucket = `${limit.name}:${key}`;
  const { hits, endsInSec } = await countTry(pool, bucket, limit.windowSec);
  if (hits > limit.tries) {
    throw tooMany(`Too many attempts. Try again in ${duration(endsInSec)}.`, endsInSec);
  }
  return { forgive: () => uncountTry(pool, bucket) };
}

function duration(seconds: number): string {
  if (seconds < 60) return `${seconds} ${seconds === 1 ? "second" : "seconds"}`;
  const minutes = Math.ceil(seconds / 60);
  return `${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
}

/** What one customer of a provider has: an IPv4 address, or the /64 network of an IPv6 one. */
function networkOf(ip: string): string {
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

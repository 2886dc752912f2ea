import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { Pool } from "pg";
import { shareHits } from "../db/rate-windows.ts";
import { tooMany } from "./errors.ts";

/** Calls a minute before a caller is asked to slow down, times the setting's factor. */
const CALLS_A_MINUTE = { address: 900, account: 600 } as const;
const SHARE_EVERY_MS = 1_000;
/** The part of what is allowed from which a caller's count is shared with other processes. */
const BUSY = 0.1;

interface Count {
  readonly endsAtMs: number;
  readonly busyFrom: number;
  own: number;
  /** How many of `own` the other processes know of. */
  shared: number;
  others: number;
}

/**
 * Counts of calls in windows of the clock, kept in memory; of busy callers all processes add up
 * theirs in the database every second, so that no call waits for it.
 */
export class CallCounts {
  readonly #counts = new Map<string, Count>();
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Counts one more call of a caller, and tells how many there were in this window and when it ends. */
  add(caller: string, windowMs: number, most: number): { current: number; ttl: number } {
    const now = Date.now();
    const endsAtMs = (Math.floor(now / windowMs) + 1) * windowMs;
    const key = `calls:${caller}:${endsAtMs}`;
    let count = this.#counts.get(key);
    if (count === undefined) {
      count = { endsAtMs, busyFrom: Math.ceil(most * BUSY), own: 0, shared: 0, others: 0 };
      this.#counts.set(key, count);
    }
    count.own += 1;
    return { current: count.own + count.others, ttl: endsAtMs - now };
  }

  /** Tells other processes of the busy callers and hears of theirs; forgets windows that are over. */
  async share(): Promise<void> {
    const now = Date.now();
    const busy: { bucket: string; hits: number; endsAt: Date; count: Count }[] = [];
    for (const [bucket, count] of this.#counts) {
      if (count.endsAtMs <= now) this.#counts.delete(bucket);
      else if (count.own > count.shared && count.own >= count.busyFrom) {
        const hits = count.own - count.shared;
        busy.push({ bucket, hits, endsAt: new Date(count.endsAtMs), count });
      }
    }
    if (busy.length === 0) return;
    const totals = await shareHits(this.#pool, busy);
    for (const { bucket, hits, count } of busy) {
      count.shared += hits;
      count.others = Math.max(0, (totals.get(bucket) ?? 0) - count.shared);
    }
  }
}

/** Asks who calls too often, by address or by account, to slow down. */
export interface CallRates {
  /**
   * Counts a call of an account, from whatever address.
   * @throws {HttpError} 429 beyond the limit
   */
  readonly countAccount: (request: FastifyRequest) => Promise<void>;
  /**
   * Counts a request that no route takes, a page for instance, by its address; routes count their own.
   * @throws {HttpError} 429 beyond the limit
   */
  readonly countAddress: (request: FastifyRequest) => Promise<void>;
}

/**
 * Limits every call by network, an IPv4 address or an IPv6 /64, and makes the limit by account; pictures
 * and built files are free. A factor of 0 means no limit.
 */
export async function registerCallRates(
  http: FastifyInstance,
  {
    pool,
    factor,
    log,
    isOwn,
  }: {
    pool: Pool;
    factor: number;
    log: Logger;
    /** Whether the process itself calls, for a page that it draws. */
    isOwn: (request: FastifyRequest) => boolean;
  },
): Promise<CallRates> {
  if (factor === 0) return { countAccount: async () => {}, countAddress: async () => {} };
  const counts = new CallCounts(pool);
  const timer = setInterval(() => {
    counts.share().catch((error: unknown) => log.warn({ err: error }, "call rates not shared"));
  }, SHARE_EVERY_MS);
  timer.unref();
  http.addHook("onClose", async () => clearInterval(timer));
  class Store {
    incr(
      caller: string,
      done: (error: Error | null, result?: { current: number; ttl: number }) => void,
      windowMs: number,
      most: number,
    ) {
      done(null, counts.add(caller, windowMs, most));
    }
    child() {
      return this;
    }
  }
  await http.register(rateLimit, {
    max: Math.ceil(CALLS_A_MINUTE.address * factor),
    timeWindow: 60_000,
    store: Store,
    // By the route that takes a request: `/assets/../about` is the address of a page.
    allowList: (request) =>
      /^\/(?:media|assets)\//.test(request.routeOptions.url ?? "") || isOwn(request),
  });
  const refuseBeyond =
    (limit: ReturnType<typeof http.createRateLimit>, whose: string) =>
    async (request: FastifyRequest) => {
      const rate = await limit(request);
      if (!rate.isAllowed && rate.isExceeded) {
        throw tooMany(
          `Too many requests ${whose}. Try again in ${rate.ttlInSeconds} seconds.`,
          rate.ttlInSeconds,
        );
      }
    };
  const byAccount = http.createRateLimit({
    max: Math.ceil(CALLS_A_MINUTE.account * factor),
    keyGenerator: (request) => `user-${request.principal?.userId ?? "none"}`,
    allowList: (request) => request.principal === null,
  });
  return {
    countAccount: refuseBeyond(byAccount, "of one account"),
    countAddress: refuseBeyond(http.createRateLimit(), "from one address"),
  };
}

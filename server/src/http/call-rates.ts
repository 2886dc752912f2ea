import { msg, pluralMsg, type Message } from "@gavelyard/messages/text";
import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { Pool } from "pg";
import { shareHits } from "../db/rate-windows.ts";
import { tooMany } from "./errors.ts";

/** Calls per minute, times the setting's factor. */
const CALLS_A_MINUTE = { address: 900, account: 600, key: 300 } as const;
const SHARE_EVERY_MS = 1_000;
/** Share of the limit from which a caller's count is shared with other processes. */
const BUSY = 0.1;

interface Count {
  readonly endsAtMs: number;
  readonly busyFrom: number;
  own: number;
  /** Part of `own` that is already in the database. */
  shared: number;
  others: number;
}

/**
 * Counts calls in fixed time windows in memory. Every second the processes add up the counts of
 * busy callers in the database, so that no call waits for it.
 */
export class CallCounts {
  readonly #counts = new Map<string, Count>();
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Counts a call. Returns the calls so far in this window and the ms until it ends. */
  add(caller: string, windowMs: number, max: number): { current: number; ttl: number } {
    const now = Date.now();
    const endsAtMs = (Math.floor(now / windowMs) + 1) * windowMs;
    const key = `calls:${caller}:${endsAtMs}`;
    let count = this.#counts.get(key);
    if (count === undefined) {
      count = { endsAtMs, busyFrom: Math.ceil(max * BUSY), own: 0, shared: 0, others: 0 };
      this.#counts.set(key, count);
    }
    count.own += 1;
    return { current: count.own + count.others, ttl: endsAtMs - now };
  }

  /**
   * Adds the counts of busy callers to the database and reads the totals. Deletes windows that are
   * over.
   */
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

export interface CallRates {
  /**
   * Counts a call of an account or an API key (D50), from any address.
   * @throws {HttpError} 429 over the limit
   */
  readonly countAccount: (request: FastifyRequest) => Promise<void>;
  /**
   * Counts a request without a route, such as a page, by its address. Routes are counted
   * automatically.
   * @throws {HttpError} 429 over the limit
   */
  readonly countAddress: (request: FastifyRequest) => Promise<void>;
}

/**
 * Limits all calls by network, an IPv4 address or an IPv6 /64, and returns the limits by account.
 * Pictures, built files and health checks aren't counted. A factor of 0 turns the limits off.
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
    /** Whether the process itself made the call, to render a page. */
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
      max: number,
    ) {
      done(null, counts.add(caller, windowMs, max));
    }
    child() {
      return this;
    }
  }
  await http.register(rateLimit, {
    max: Math.ceil(CALLS_A_MINUTE.address * factor),
    timeWindow: 60_000,
    store: Store,
    // Checks the route, not the URL: `/assets/../about` is a page. A balancer that asks whether
    // processes are ready may share an address with visitors.
    allowList: (request) =>
      /^\/(?:media\/|assets\/|healthz$|readyz$)/.test(request.routeOptions.url ?? "") ||
      isOwn(request),
  });
  const refuseBeyond =
    (limit: ReturnType<typeof http.createRateLimit>, refusal: Message) =>
    async (request: FastifyRequest) => {
      const rate = await limit(request);
      if (!rate.isAllowed && rate.isExceeded) {
        const time = pluralMsg(rate.ttlInSeconds, "{n} second", "{n} seconds");
        throw tooMany(msg("{refusal} Try again in {time}.", { refusal, time }), rate.ttlInSeconds);
      }
    };
  const byAccount = http.createRateLimit({
    max: Math.ceil(CALLS_A_MINUTE.account * factor),
    keyGenerator: (request) => `user-${request.principal?.userId ?? "none"}`,
    allowList: (request) => request.principal === null,
  });
  const byKey = http.createRateLimit({
    max: Math.ceil(CALLS_A_MINUTE.key * factor),
    keyGenerator: (request) => `key-${request.principal?.key?.id ?? "none"}`,
  });
  const ofAccount = refuseBeyond(byAccount, msg("Too many requests from your account."));
  const ofKey = refuseBeyond(byKey, msg("Too many requests with this API key."));
  return {
    countAccount: (request) =>
      request.principal?.key === undefined ? ofAccount(request) : ofKey(request),
    countAddress: refuseBeyond(http.createRateLimit(), msg("Too many requests from your address.")),
  };
}

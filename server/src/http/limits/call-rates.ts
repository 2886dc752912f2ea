import { msg, pluralMsg, type Message } from "@gavelyard/messages/text";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { Duplex } from "node:stream";
import type { Pool } from "pg";
import { shareHits } from "../../db/rate-windows.ts";
import type { Principal } from "../access.ts";
import { tooMany } from "../../refusal.ts";
import { networkOf } from "./rate-limits.ts";

/**
 * Calls per minute, times the setting's factor. Networks are counted before anything is looked up,
 * accounts and keys as soon as they are known, so refused calls count too. Calls that bid have
 * counts of their own, which reading can't use up.
 */
const CALLS_A_MINUTE = {
  network: 900,
  "network-bids": 900,
  "network-live": 3_000,
  user: 600,
  key: 300,
  "user-bids": 600,
  "lot-bids": 120,
} as const;
type Counted = keyof typeof CALLS_A_MINUTE;

const WINDOW_MS = 60_000;
const SHARE_EVERY_MS = 1_000;
/** Wait for a refusal of a flood, spread so that its connections don't call at the same time. */
const FLOOD_WAIT_MS = { least: 1_000, spread: 2_000 } as const;
const MAX_WAITING = 2_000;
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
  add(caller: string, windowMs: number, max: number): { current: number; endsInMs: number } {
    const now = Date.now();
    const endsAtMs = (Math.floor(now / windowMs) + 1) * windowMs;
    const key = `calls:${caller}:${endsAtMs}`;
    let count = this.#counts.get(key);
    if (count === undefined) {
      count = { endsAtMs, busyFrom: Math.ceil(max * BUSY), own: 0, shared: 0, others: 0 };
      this.#counts.set(key, count);
    }
    count.own += 1;
    return { current: count.own + count.others, endsInMs: endsAtMs - now };
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

/** A caller over a limit. */
interface Over {
  /** Seconds until the caller may call again. */
  readonly seconds: number;
  /** Whether the caller has gone on for another whole limit. */
  readonly isFlood: boolean;
}

/** The limits of all calls, by network, account and API key (D50). A factor of 0 turns them off. */
export class CallRates {
  readonly #counts: CallCounts;
  readonly #factor: number;
  readonly #sharing: NodeJS.Timeout;
  /** Connections of floods that wait for a refusal. */
  readonly #waiting = new Set<Duplex>();

  constructor({ pool, factor, log }: { pool: Pool; factor: number; log: Logger }) {
    this.#counts = new CallCounts(pool);
    this.#factor = factor;
    this.#sharing = setInterval(() => {
      this.#counts
        .share()
        .catch((error: unknown) => log.warn({ err: error }, "call rates not shared"));
    }, SHARE_EVERY_MS);
    this.#sharing.unref();
  }

  stop(): void {
    clearInterval(this.#sharing);
  }

  /**
   * Counts a call of a network, an IPv4 address or an IPv6 /64. Over the limit it returns false and
   * calls `refuse` with the seconds until the network may call again. A network that goes on for
   * another whole limit waits for its refusals: answering a flood as fast as it can send would delay
   * everyone else's calls.
   */
  admits(
    calls: "network" | "network-bids" | "network-live",
    ip: string,
    socket: Duplex,
    refuse: (seconds: number) => void,
  ): boolean {
    const over = this.#over(calls, networkOf(ip));
    if (over === null) return true;
    if (over.isFlood) this.#wait(socket, () => refuse(over.seconds));
    else refuse(over.seconds);
    return false;
  }

  /**
   * Counts a call of an account or an API key, from any address. `bidOn` is the lot or the bid that
   * the call is about if it places, raises or retracts a bid, else null.
   * @throws {Refusal} 429 over the limit
   */
  countCaller({ userId, key }: Principal, bidOn: string | null): void {
    if (bidOn !== null) {
      refuse(this.#over("lot-bids", `${userId}:${bidOn}`), TOO_MANY_BIDS);
      refuse(this.#over("user-bids", String(userId)), TOO_MANY_BIDS);
    } else if (key === undefined) {
      refuse(this.#over("user", String(userId)), msg("Too many requests from your account."));
    } else {
      refuse(this.#over("key", String(key.id)), msg("Too many requests with this API key."));
    }
  }

  #wait(socket: Duplex, answer: () => void): void {
    // A client that sends on without waiting for answers could fill the memory.
    if (this.#waiting.size >= MAX_WAITING || this.#waiting.has(socket)) {
      socket.destroy();
      return;
    }
    this.#waiting.add(socket);
    setTimeout(
      () => {
        this.#waiting.delete(socket);
        if (!socket.destroyed) answer();
      },
      FLOOD_WAIT_MS.least + Math.random() * FLOOD_WAIT_MS.spread,
    );
  }

  #over(calls: Counted, caller: string): Over | null {
    if (this.#factor === 0) return null;
    const max = Math.ceil(CALLS_A_MINUTE[calls] * this.#factor);
    const { current, endsInMs } = this.#counts.add(`${calls}:${caller}`, WINDOW_MS, max);
    if (current <= max) return null;
    return { seconds: Math.ceil(endsInMs / 1_000), isFlood: current > 2 * max };
  }
}

const TOO_MANY_BIDS = msg("Too many bids from your account. Nothing was changed.");

const refusal = (because: Message, seconds: number) =>
  tooMany(
    msg("{refusal} Try again in {time}.", {
      refusal: because,
      time: pluralMsg(seconds, "{n} second", "{n} seconds"),
    }),
    seconds,
  );

function refuse(over: Over | null, because: Message): void {
  if (over !== null) throw refusal(because, over.seconds);
}

/** Routes that aren't counted. A load balancer may share an address with visitors. */
const uncounted = /^\/(?:media\/|assets\/|healthz$|readyz$)/;

/**
 * Counts every request by its network before its route does anything, also requests without a
 * route, such as pages.
 */
export function countNetworks(
  http: FastifyInstance,
  rates: CallRates,
  options: {
    /** Whether the process itself made the call, to render a page. */
    readonly isOwn: (request: FastifyRequest) => boolean;
    /** Answers a request for a page over the limit. Returns false if it isn't one. */
    readonly answerPage: (request: FastifyRequest, reply: FastifyReply, seconds: number) => boolean;
  },
): void {
  http.addHook("onRequest", (request, reply, done) => {
    // Checks the route, not the URL: `/assets/../about` is a page.
    const { url = "", config } = request.routeOptions;
    if (uncounted.test(url) || options.isOwn(request)) return done();
    const calls = config.bids === true ? "network-bids" : "network";
    const isWithin = rates.admits(calls, request.ip, request.raw.socket, (seconds) => {
      if (options.answerPage(request, reply, seconds)) return;
      done(refusal(msg("Too many requests from your address."), seconds));
    });
    if (isWithin) done();
  });
}

import autocannon, { type Request, type Result } from "autocannon";

/** Bids a second of the steady stream that benches run alongside other load. */
export const BIDS_A_SECOND = 200;

export interface LoadResult {
  /** Responses with status 200, per second. */
  readonly acceptedPerSec: number;
  /** All responses, per second. */
  readonly answeredPerSec: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly faults: number;
}

export interface Ask {
  readonly path: string;
  readonly method?: "POST";
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface LoadOptions {
  readonly url: string;
  readonly clients: number;
  readonly seconds: number;
  /** Requests a second over all clients; unlimited by default. */
  readonly rate?: number;
  readonly method?: "GET" | "POST";
  /** Called with each response's status and duration in ms. */
  readonly onAnswer?: (status: number, ms: number) => void;
  readonly next?: () => Ask;
}

/** Runs load on a server from this process. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const { url, clients, seconds, rate, method = "GET", next, onAnswer } = options;
  const request: Request =
    next === undefined
      ? { method }
      : {
          method,
          setupRequest: (template: Request) => {
            const { headers = {}, ...ask } = next();
            return { ...template, ...ask, headers: { ...template.headers, ...headers } };
          },
        };
  const result = await new Promise<Result>((resolve, reject) => {
    const run = autocannon(
      {
        url,
        connections: clients,
        duration: seconds,
        ...(rate === undefined ? {} : { overallRate: Math.ceil(rate) }),
        requests: [request],
      },
      (error: Error | null, done) => (error === null ? resolve(done) : reject(error)),
    );
    if (onAnswer !== undefined)
      run.on("response", (_client, status, _bytes, ms) => onAnswer(status, ms));
  });
  const accepted = result.statusCodeStats?.["200"]?.count ?? 0;
  return {
    acceptedPerSec: accepted / result.duration,
    answeredPerSec: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    faults: result.errors + result.timeouts + result["5xx"],
  };
}

/** Returns bids that rotate through bidders and lots, each one dollar above the previous one. */
export function bidsInTurn(
  lots: readonly number[],
  bidders: readonly { readonly userId: number; readonly jwt: string }[],
): NonNullable<LoadOptions["next"]> {
  let amount = 0;
  return () => {
    const bidder = bidders[++amount % bidders.length];
    return {
      path: `/api/bids/inventory/${lots[amount % lots.length]}/user/${bidder?.userId}?amount=${amount}`,
      headers: { authorization: `Bearer ${bidder?.jwt}` },
    };
  };
}

/**
 * Returns bids that rotate through bidders and lots, each above earlier bids of all processes:
 * amounts in dollars count tenths of ms since `sinceMs`.
 */
export function bidsByTheClock(
  lots: readonly number[],
  bidders: readonly { readonly userId: number; readonly jwt: string }[],
  sinceMs: number,
): NonNullable<LoadOptions["next"]> {
  let turn = 0;
  let amount = 0;
  return () => {
    const bidder = bidders[++turn % bidders.length];
    amount = Math.max(
      amount + 1,
      Math.ceil((performance.timeOrigin + performance.now() - sinceMs) * 10),
    );
    return {
      path: `/api/bids/inventory/${lots[turn % lots.length]}/user/${bidder?.userId}?amount=${amount}`,
      headers: { authorization: `Bearer ${bidder?.jwt}` },
    };
  };
}

/**
 * Returns bids that rotate through users, each one dollar above the previous one, in the format of
 * the bare servers.
 */
export function insertsInTurn(users: number): NonNullable<LoadOptions["next"]> {
  let amount = 0;
  return () => ({ path: `/bid?amount=${++amount}&user=${amount % users}` });
}

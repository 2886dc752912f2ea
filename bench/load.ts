import autocannon, { type Request, type Result } from "autocannon";

/** The steady stream of bids that benches run beside other work. */
export const BIDS_A_SECOND = 200;

/** What a run of load came to. */
export interface LoadResult {
  /** Answers with status 200, each second. */
  readonly acceptedPerSec: number;
  /** All answers, each second. */
  readonly answeredPerSec: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Requests that got no answer, or one that is a fault of the server. */
  readonly faults: number;
}

export interface LoadOptions {
  readonly url: string;
  readonly clients: number;
  readonly seconds: number;
  /** Requests a second over all clients; as many as can be without it. */
  readonly rate?: number;
  readonly method?: "GET" | "POST";
  /** Hears of each answer and of the ms that it took. */
  readonly onAnswer?: (status: number, ms: number) => void;
  /** Makes each next request. */
  readonly next?: () => { path: string; headers?: Readonly<Record<string, string>> };
}

/** Puts load on a server from this process. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const { url, clients, seconds, rate, method = "GET", next, onAnswer } = options;
  const request: Request =
    next === undefined
      ? { method }
      : {
          method,
          setupRequest: (template: Request) => {
            const { path, headers = {} } = next();
            return { ...template, path, headers: { ...template.headers, ...headers } };
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

/** Bids of some bidders on lots in turn, each a dollar above the one before. */
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
 * Bids of some bidders on lots in turn, each above those that any process placed before: the dollars
 * count tenths of milliseconds since `sinceMs`.
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

/** Bids of so many users, each a dollar above the one before, as the bare servers take them. */
export function insertsInTurn(users: number): NonNullable<LoadOptions["next"]> {
  let amount = 0;
  return () => ({ path: `/bid?amount=${++amount}&user=${amount % users}` });
}

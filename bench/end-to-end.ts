import { setTimeout as sleep } from "node:timers/promises";
import { lotMessage } from "@gavelyard/contract/realtime";
import { lotTopic } from "@gavelyard/contract/topics";
import { Client, type IMessage } from "@stomp/stompjs";
import { WebSocket } from "ws";
import { startProduct } from "../tests/product.ts";
import { gather } from "./listeners.ts";
import { BIDS_A_SECOND } from "./load.ts";
import { judge, percentile, say, shown } from "./report.ts";
import { STOMP_PATH } from "./watchers.ts";
import { makeBidders, makeLots, openYard, type BenchBidder } from "./yard.ts";

const WATCHERS = 1_000;
const LOTS = 40;
const WARM_SEC = 3;
const SECONDS = 10;

/**
 * Measures the time from a bid's HTTP request until another client, `@stomp/stompjs`, receives it,
 * while 1,000 others watch from another process. The time targets cover bids over all lots of a
 * sale; times on one lot are only reported, because each bid there is a thousand messages, more
 * than a bare broadcast can send at that rate.
 */
export async function endToEnd(): Promise<boolean> {
  const yard = await openYard();
  try {
    const bidders = await makeBidders(yard, 16);
    const lots = await makeLots(yard.pool, LOTS);
    const product = await startProduct(yard.env);
    try {
      const hot = await measure(product.url, lots.slice(0, 1), bidders);
      say(`one lot: p50 ${shown(hot.p50)} ms, p99 ${shown(hot.p99)} ms`);
      const sale = await measure(product.url, lots, bidders);
      const ms = { sense: "at most", unit: " ms" } as const;
      return judge([
        { what: "HTTP bid to STOMP message, p50", actual: sale.p50, target: 10, ...ms },
        { what: "HTTP bid to STOMP message, p99", actual: sale.p99, target: 40, ...ms },
        {
          what: "accepted bids that the other client received",
          actual: 100 * Math.min(sale.received, hot.received),
          target: 100,
          sense: "at least",
          unit: " %",
        },
      ]);
    } finally {
      await product.stop();
    }
  } finally {
    await yard.close();
  }
}

async function measure(
  url: string,
  lots: readonly number[],
  bidders: readonly BenchBidder[],
): Promise<{ p50: number; p99: number; received: number }> {
  const topics = lots.map(lotTopic);
  const crowd = await gather({ url, topics, watchers: WATCHERS });
  const placedAt = new Map<number, number>();
  const tookMs: number[] = [];
  const observer = await follow(url, topics, (amount) => {
    const since = placedAt.get(amount);
    if (since !== undefined) tookMs.push(performance.now() - since);
  });
  let placed = 0;
  const place = async () => {
    const own = ++amount;
    const bidder = bidders[own % bidders.length];
    const bid = `/api/bids/inventory/${lots[own % lots.length]}/user/${bidder?.userId}?amount=${own}`;
    placedAt.set(own, performance.now());
    const reply = await fetch(url + bid, {
      method: "POST",
      headers: { authorization: `Bearer ${bidder?.jwt}` },
    });
    await reply.arrayBuffer();
    if (reply.status === 200) placed += 1;
  };
  const bidFor = async (seconds: number) => {
    const under: Promise<void>[] = [];
    const startedAt = performance.now();
    for (let sent = 0; sent < seconds * BIDS_A_SECOND; sent += 1) {
      const early = startedAt + (sent * 1_000) / BIDS_A_SECOND - performance.now();
      if (early > 1) await sleep(early);
      under.push(place());
    }
    await Promise.all(under);
  };
  await bidFor(WARM_SEC);
  await sleep(500);
  tookMs.length = 0;
  placed = 0;
  const before = await crowd.received();
  await bidFor(SECONDS);
  await sleep(1_000);
  const received = (await crowd.received()) - before;
  say(
    `${shown(lots.length)} lots: ${shown(placed / SECONDS)} bids accepted and ${shown(received / SECONDS)} messages received by the others a second`,
  );
  await observer.deactivate();
  await crowd.leave();
  return {
    p50: percentile(tookMs, 0.5),
    p99: percentile(tookMs, 0.99),
    received: tookMs.length / placed,
  };
}

/** Last amount in dollars; every bid is one dollar higher. */
let amount = 0;

/** Subscribes to topics with a standard client. Resolves when each lot's state has arrived. */
async function follow(
  url: string,
  topics: readonly string[],
  onPrice: (amount: number) => void,
): Promise<Client> {
  const client = new Client({
    webSocketFactory: () => new WebSocket(url.replace("http", "ws") + STOMP_PATH, ["v12.stomp"]),
  });
  await new Promise<void>((resolve) => {
    let states = 0;
    const hear = ({ body }: IMessage) => {
      const message = lotMessage.parse(JSON.parse(body));
      if (message.type !== "STATE") onPrice(message.amount ?? 0);
      else if (++states === topics.length) resolve();
    };
    client.onConnect = () => {
      for (const topic of topics) client.subscribe(topic, hear);
    };
    client.activate();
  });
  return client;
}

import { fork } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { lotTopic, pricesTopic, questionsTopic, userQueue } from "@gavelyard/contract/topics";
import { unawaited } from "@gavelyard/domain/unawaited";
import { z } from "zod";
import { startProduct } from "../tests/product.ts";
import { judge, median, percentile, say, shown, type Claim } from "./report.ts";
import { openWatcher, sendText, stompFrame, stompGreeting, type Watcher } from "./watchers.ts";
import { makeBidders, makeLots, openYard, type BenchBidder } from "./yard.ts";

const PEOPLE = 1_000;
const BIDDING = 20;
const BIDS_A_SECOND = 20;
/** Alternating turns, which together are a minute of each kind of crowd. */
const TURNS = 3;
const TURN_SEC = 20;
const HEARTBEAT_MS = 4_000;
const OPENED_AT_ONCE = 20;
const CATCH_UP_SEC = 15;

/**
 * What 1,000 people on one lot cost: `listening` connections only follow the lot; `pages` do what
 * our pages do (their first calls, all of their subscriptions, heartbeats, and the calls after a
 * bid and after being outbid). What a page asks for otherwise, nothing, is held by
 * `tests/e2e/live.test.ts`.
 */
type Kind = "listening" | "pages";

interface CrowdOrder {
  readonly url: string;
  readonly kind: Kind;
  readonly inventoryId: number;
  readonly people: readonly BenchBidder[];
}

interface Measured {
  /** Milliseconds from a bid's request to its answer. */
  readonly bidMs: readonly number[];
  readonly cpuSec: number;
  readonly calls: number;
  /** Accepted bids; one that another overtook on its way is too low. */
  readonly rows: number;
  readonly messages: number;
  /** How many answers had another status than 200, by status. */
  readonly refused: Readonly<Record<number, number>>;
}

/**
 * Measures bids on a hot lot, 20 a second with rate limits on, before a crowd of real pages and, by
 * turns, before one that only listens.
 */
export async function crowd(): Promise<boolean> {
  const yard = await openYard();
  try {
    const people = await makeBidders(yard, PEOPLE);
    // A limit that can be shown.
    await yard.pool.query("UPDATE bidders SET limit_cents = 100000000");
    const [inventoryId = 0] = await makeLots(yard.pool, 1);
    const product = await startProduct({ ...yard.env, RATE_LIMITS: "1", TRUST_PROXY: "127.0.0.1" });
    try {
      const measured: Record<Kind, Measured[]> = { listening: [], pages: [] };
      let dollars = 1;
      for (let turn = 0; turn < TURNS; turn += 1) {
        for (const kind of ["listening", "pages"] as const) {
          const one = await measure({ url: product.url, kind, inventoryId, people }, dollars);
          dollars += TURN_SEC * BIDS_A_SECOND;
          measured[kind].push(one);
          print(kind, one);
        }
      }
      return judge(claims(measured));
    } finally {
      await product.stop();
    }
  } finally {
    await yard.close();
  }
}

function claims({ listening, pages }: Readonly<Record<Kind, readonly Measured[]>>): Claim[] {
  const p99 = ({ bidMs }: Measured) => percentile(bidMs, 0.99);
  const all = [...listening, ...pages];
  const refused = all.reduce(
    (sum, one) => sum + (one.refused[429] ?? 0) + (one.refused[503] ?? 0),
    0,
  );
  return [
    {
      what: "p99 of bids before pages against before listeners, the median turn",
      actual: median(pages.map(p99)) / median(listening.map(p99)),
      target: 1.3,
      sense: "at most",
      unit: " times",
    },
    {
      what: "calls with 429 or 503",
      actual: refused,
      target: 0,
      sense: "at most",
      unit: "",
    },
    {
      what: "rows that the crowd received, the worst turn",
      actual: 100 * Math.min(...all.map(({ messages, rows }) => messages / PEOPLE / rows)),
      target: 100,
      sense: "at least",
      unit: " %",
    },
  ];
}

function print(kind: Kind, { bidMs, cpuSec, calls, messages, refused }: Measured): void {
  say(
    `${kind.padEnd(9)}  bids p50 ${shown(percentile(bidMs, 0.5))} ms, p99 ${shown(percentile(bidMs, 0.99))} ms; ` +
      `${shown(calls / TURN_SEC)} calls a second, ${shown(messages / TURN_SEC)} messages a second, ` +
      `${shown((100 * cpuSec) / TURN_SEC)} % of a core; refused ${JSON.stringify(refused)}`,
  );
}

/** An address of its own for each person, since calls are limited by network. */
const addressOf = ({ userId }: BenchBidder) =>
  `10.${Math.floor(userId / 65_536) % 256}.${Math.floor(userId / 256) % 256}.${userId % 256}`;

async function measure(order: CrowdOrder, fromDollars: number): Promise<Measured> {
  const { url, kind, inventoryId, people } = order;
  const child = fork(import.meta.filename, ["crowd"]);
  const received = async (message: object) => {
    child.send(message);
    const ended = once(child, "exit").then(() => {
      throw new Error("the crowd ended early");
    });
    return z.int().parse((await Promise.race([once(child, "message"), ended]))[0]);
  };
  const refused: Record<number, number> = {};
  let calls = 0;
  const call = async (person: BenchBidder, path: string, method: "GET" | "POST" = "GET") => {
    calls += 1;
    const answer = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${person.jwt}`,
        "x-forwarded-for": addressOf(person),
        ...(method === "POST" && { "idempotency-key": randomUUID() }),
      },
    });
    await answer.arrayBuffer();
    if (answer.status !== 200) refused[answer.status] = (refused[answer.status] ?? 0) + 1;
  };
  const bidMs: number[] = [];
  const bid = async (index: number) => {
    const [person, outbid] = [people[index % BIDDING], people[(index + BIDDING - 1) % BIDDING]];
    if (person === undefined || outbid === undefined) throw new Error("nobody bids");
    const startedAt = performance.now();
    const { userId } = person;
    const amount = fromDollars + index;
    await call(
      person,
      `/api/bids/inventory/${inventoryId}/user/${userId}?amount=${amount}`,
      "POST",
    );
    bidMs.push(performance.now() - startedAt);
    if (kind === "listening") return;
    // The bid form reads position, history and limit again, and so does the outbid one its limit.
    await Promise.all([
      call(person, `/api/bids/inventory/${inventoryId}`),
      call(person, `/api/bids/inventory/${inventoryId}/highest`),
      call(person, `/api/bid-limit-status/${userId}`),
      call(outbid, `/api/bid-limit-status/${outbid.userId}`),
    ]);
  };
  try {
    const before = await received(order);
    await sleep(1_000);
    const cpuBefore = await cpuSecOf(url);
    const bids: Promise<void>[] = [];
    const startedAt = performance.now();
    for (let index = 0; index < TURN_SEC * BIDS_A_SECOND; index += 1) {
      const early = startedAt + (index * 1_000) / BIDS_A_SECOND - performance.now();
      if (early > 1) await sleep(early);
      bids.push(bid(index));
    }
    await Promise.all(bids);
    const cpuSec = (await cpuSecOf(url)) - cpuBefore;
    const rows = bidMs.length - (refused[409] ?? 0);
    let messages = 0;
    // The crowd shares the machine, and may read behind.
    for (let waited = 0; waited < CATCH_UP_SEC && messages < rows * people.length; waited += 1) {
      await sleep(1_000);
      messages = (await received({})) - before;
    }
    return { bidMs, cpuSec, calls, rows, messages, refused };
  } finally {
    child.disconnect();
    await once(child, "exit");
  }
}

async function cpuSecOf(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(metrics)?.[1]);
}

/** Opens the crowd. Returns how many messages it has received. */
async function gather({ url, kind, inventoryId, people }: CrowdOrder): Promise<() => number> {
  const open = async (person: BenchBidder) => {
    const headers = { "x-forwarded-for": addressOf(person) };
    if (kind === "listening")
      return openWatcher(url, { ...stompGreeting(lotTopic(inventoryId)), headers }, () => {});
    for (const path of [
      `/inventory/${inventoryId}`,
      `/api/bids/inventory/${inventoryId}`,
      `/api/bids/inventory/${inventoryId}/highest`,
      `/api/bid-limit-status/${person.userId}`,
    ]) {
      const answer = await fetch(url + path, {
        headers: { ...headers, authorization: `Bearer ${person.jwt}` },
      });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    }
    return openWatcher(url, { ...pageGreeting(inventoryId, person), headers }, () => {});
  };
  const all: Watcher[] = [];
  for (let from = 0; from < people.length; from += OPENED_AT_ONCE)
    all.push(...(await Promise.all(people.slice(from, from + OPENED_AT_ONCE).map(open))));
  if (kind === "pages") keepAlive(all);
  return () => all.reduce((sum, { messages }) => sum + messages, 0);
}

/** What a lot's page sends over SockJS. Only messages of the lot are counted. */
function pageGreeting(inventoryId: number, { jwt }: BenchBidder) {
  const topics = [userQueue, lotTopic(inventoryId), questionsTopic(inventoryId), pricesTopic];
  const frames = [
    stompFrame("CONNECT", {
      "accept-version": "1.2",
      host: "gavelyard",
      "heart-beat": `${HEARTBEAT_MS},${HEARTBEAT_MS}`,
      Authorization: `Bearer ${jwt}`,
    }),
    ...topics.map((destination, index) =>
      stompFrame("SUBSCRIBE", { id: `sub-${index}`, destination }),
    ),
  ];
  return {
    path: `/ws-bid/000/${randomBytes(4).toString("hex")}/websocket`,
    frames: frames.map((frame) => JSON.stringify([frame])),
    end: Buffer.from(`MESSAGE\\ndestination:${lotTopic(inventoryId)}\\n`),
  };
}

/** Sends the heartbeats of all connections, spread over time. */
function keepAlive(all: readonly Watcher[]): void {
  let next = 0;
  setInterval(() => {
    const watcher = all[next++ % all.length];
    if (watcher !== undefined) sendText(watcher.socket, '["\\n"]');
  }, HEARTBEAT_MS / all.length);
}

if (process.argv[2] === "crowd") {
  let received: (() => number) | null = null;
  process.on("message", (order: CrowdOrder) => {
    unawaited(
      (async () => {
        received ??= await gather(order);
        process.send?.(received());
      })(),
    );
  });
  process.on("disconnect", () => process.exit(0));
}

import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { lotTopic } from "@gavelyard/contract/topics";
import { WebSocket } from "ws";
import { z } from "zod";
import type { FanOutOrder, FanOutWish } from "./fan-out-server.ts";
import { judge, median, say, shown, type Claim } from "./report.ts";
import { openWatcher, sendStomp, type Watcher } from "./watchers.ts";
import { makeBidders, makeLots, openYard } from "./yard.ts";

const WATCHERS = 1_000;
const ROUNDS = 3;
const SECONDS = 4;
/** Messages under way at a time: one by one as in a calm sale, and as in the last seconds of a hot lot. */
const paces = [1, 8] as const;
const STOMP_PATH = "/ws-bid/websocket";

/** Deliveries of one lot's messages to its watchers, each second, and what each costs the server. */
interface Delivered {
  readonly perSec: number;
  /** Microseconds of the server's CPU. */
  readonly cpuMicros: number;
  readonly lost: number;
}

/**
 * Live fan-out to 1,000 watchers of one lot: bids placed at the desk until all have heard of each,
 * against a bare WebSocket broadcast of the same bytes.
 */
export async function fanOut(): Promise<boolean> {
  const yard = await openYard();
  try {
    const bidders = await makeBidders(yard, 2);
    const [inventoryId = 0] = await makeLots(yard.pool, 1);
    const product = await startServer({
      kind: "product",
      env: yard.env,
      inventoryId,
      userIds: bidders.map(({ userId }) => userId),
    });
    const bare = await startServer({
      kind: "bare",
      frame: await messageOf(product, lotTopic(inventoryId)),
    });
    const claims: Claim[] = [];
    for (const pace of paces) {
      const ours: Delivered[] = [];
      const limit: Delivered[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        ours.push(await measure(product, lotTopic(inventoryId), pace));
        limit.push(await measure(bare, null, pace));
      }
      claims.push(...compare(ours, limit, pace));
    }
    await product.stop();
    await bare.stop();
    return judge(claims);
  } finally {
    await yard.close();
  }
}

function compare(
  ours: readonly Delivered[],
  limit: readonly Delivered[],
  pace: number,
): readonly Claim[] {
  const figure = (runs: readonly Delivered[], key: keyof Delivered) =>
    median(runs.map((run) => run[key]));
  for (const [name, runs] of [
    ["product", ours],
    ["bare   ", limit],
  ] as const) {
    say(
      `${pace} at a time: ${name} ${shown(figure(runs, "perSec"))} deliveries a second, ${shown(figure(runs, "cpuMicros"))} µs of CPU each`,
    );
  }
  return [
    {
      what: `deliveries to ${shown(WATCHERS)} watchers, ${pace} at a time, against a bare broadcast`,
      actual: (100 * figure(ours, "perSec")) / figure(limit, "perSec"),
      target: 70,
      sense: "at least",
      unit: " %",
    },
    {
      what: "messages lost",
      actual: ours.reduce((sum, run) => sum + run.lost, 0),
      target: 0,
      sense: "at most",
      unit: "",
    },
  ];
}

interface FanOutServer {
  readonly url: string;
  send(count: number): void;
  cpuMicros(): Promise<number>;
  stop(): Promise<void>;
}

async function startServer(order: FanOutOrder): Promise<FanOutServer> {
  const child = fork(path.join(import.meta.dirname, "fan-out-server.ts"));
  child.send(order);
  const { url } = z.object({ url: z.url() }).parse(await nextMessage(child));
  const wish = (message: FanOutWish) => child.send(message);
  return {
    url,
    send: (count) => wish({ send: count }),
    cpuMicros: async () => {
      wish({ cpu: true });
      return z.object({ cpuMicros: z.number() }).parse(await nextMessage(child)).cpuMicros;
    },
    stop: async () => {
      const exited = once(child, "exit");
      child.disconnect();
      await exited;
    },
  };
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  return (await once(child, "message"))[0];
}

/** The bytes of one message of the product, as a watcher hears it. */
async function messageOf(server: FanOutServer, topic: string): Promise<string> {
  const socket = new WebSocket(`${server.url.replace("http", "ws")}${STOMP_PATH}`, ["v12.stomp"]);
  const heard = async () => String((await once(socket, "message"))[0]);
  await once(socket, "open");
  socket.send("CONNECT\naccept-version:1.2\nhost:gavelyard\nheart-beat:0,0\n\n\0");
  await heard();
  socket.send(`SUBSCRIBE\nid:sub-0\ndestination:${topic}\n\n\0`);
  await heard();
  server.send(1);
  const message = await heard();
  socket.terminate();
  return message;
}

/** Keeps messages under way to 1,000 watchers, who subscribe to `topic` when there is one. */
async function measure(
  server: FanOutServer,
  topic: string | null,
  pace: number,
): Promise<Delivered> {
  const rounds: number[] = [];
  let sent = 0;
  let over = false;
  let counting = false;
  let deliveries = 0;
  const onMessages = (watcher: Watcher) => {
    if (!counting) return;
    for (
      let round = watcher.messages;
      round > 0 && (heardBy.get(watcher) ?? 0) < round;
      round -= 1
    ) {
      rounds[round] = (rounds[round] ?? 0) + 1;
      deliveries += 1;
      if (rounds[round] === WATCHERS && !over) {
        sent += 1;
        server.send(1);
      }
    }
    heardBy.set(watcher, watcher.messages);
  };
  const heardBy = new Map<Watcher, number>();
  const watchers: Watcher[] = [];
  for (let opened = 0; opened < WATCHERS; opened += 1) {
    const watcher = await openWatcher(server.url, topic === null ? "/" : STOMP_PATH, onMessages);
    watchers.push(watcher);
    if (topic === null) continue;
    sendStomp(watcher, "CONNECT", {
      "accept-version": "1.2",
      host: "gavelyard",
      "heart-beat": "0,0",
    });
    sendStomp(watcher, "SUBSCRIBE", { id: "sub-0", destination: topic });
  }
  // Each hears the lot's state first.
  while (topic !== null && watchers.some((watcher) => watcher.messages < 1)) await sleep(20);
  for (const watcher of watchers) watcher.messages = 0;
  counting = true;
  sent = pace;
  const cpuBefore = await server.cpuMicros();
  const startedAt = performance.now();
  server.send(pace);
  await sleep(SECONDS * 1_000);
  const seconds = (performance.now() - startedAt) / 1_000;
  const perSec = deliveries / seconds;
  const cpuMicros = ((await server.cpuMicros()) - cpuBefore) / deliveries;
  over = true;
  await sleep(1_000);
  const lost = sent * WATCHERS - watchers.reduce((sum, watcher) => sum + watcher.messages, 0);
  for (const { socket } of watchers) socket.destroy();
  await sleep(300);
  return { perSec, cpuMicros, lost };
}

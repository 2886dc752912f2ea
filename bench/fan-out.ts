import { once } from "node:events";
import { lotTopic } from "@gavelyard/contract/topics";
import { WebSocket } from "ws";
import { measureDeliveries, startFanOutServer, type FanOutServer } from "./deliveries.ts";
import type { Peer } from "./fan-out-server.ts";
import { judge, median, say, shown, type Claim } from "./report.ts";
import { STOMP_PATH, stompGreeting, type Greeting } from "./watchers.ts";
import { makeBidders, makeLots, openYard } from "./yard.ts";

const crowds = [1_000, 2_000] as const;
const ROUNDS = 3;
/** Messages in flight: one as in a calm sale, eight as in the last seconds of a hot lot. */
const paces = [1, 8] as const;

/** How to subscribe to each peer. Both frameworks write the message's final 0 byte as JSON does. */
const greetings: Readonly<Record<Peer, Greeting>> = {
  ws: { path: "/", frames: [], end: Buffer.from("}\0") },
  "socket.io": {
    path: "/socket.io/?EIO=4&transport=websocket",
    frames: ["40"],
    end: Buffer.from('\\u0000"]'),
  },
  sockjs: { path: "/echo/000/watcher/websocket", frames: [], end: Buffer.from('\\u0000"]') },
};
const peers = ["ws", "socket.io", "sockjs"] as const;

/** Deliveries of one lot's messages to its watchers per second, and the server's cost of each. */
interface Delivered {
  readonly perSec: number;
  /** CPU of the server, in microseconds. */
  readonly cpuMicros: number;
  readonly lost: number;
}

/**
 * Measures live fan-out of one lot to 1,000 and 2,000 watchers, from bids at the bid desk until all
 * have received each, against a bare WebSocket broadcast of the same bytes, Socket.IO and
 * sockjs-node.
 */
export async function fanOut(): Promise<boolean> {
  const yard = await openYard();
  const servers: Stand[] = [];
  try {
    const bidders = await makeBidders(yard, 2);
    const [inventoryId = 0] = await makeLots(yard.pool, 1);
    const greeting = stompGreeting(lotTopic(inventoryId));
    const product = await startFanOutServer({
      kind: "product",
      env: yard.env,
      inventoryId,
      userIds: bidders.map(({ userId }) => userId),
    });
    servers.push({ name: "product", server: product, greeting });
    const frame = await messageOf(product, lotTopic(inventoryId));
    for (const peer of peers) {
      const server = await startFanOutServer({ kind: peer, frame });
      servers.push({ name: peer, server, greeting: greetings[peer] });
    }
    const claims: Claim[] = [];
    for (const watchers of crowds) {
      for (const pace of paces) claims.push(...(await compare(servers, watchers, pace)));
    }
    return judge(claims);
  } finally {
    for (const { server } of servers) await server.stop();
    await yard.close();
  }
}

interface Stand {
  readonly name: "product" | Peer;
  readonly server: FanOutServer;
  readonly greeting: Greeting;
}

async function compare(
  servers: readonly Stand[],
  watchers: number,
  pace: number,
): Promise<Claim[]> {
  const runs = new Map(servers.map(({ name }): [string, Delivered[]] => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { name, server, greeting } of servers)
      runs.get(name)?.push(await measure(server, greeting, watchers, pace));
  }
  const figure = (name: Stand["name"], key: keyof Delivered) =>
    median((runs.get(name) ?? []).map((run) => run[key]));
  for (const { name } of servers) {
    say(
      `${shown(watchers)} watchers, ${pace} at a time: ${name.padEnd(9)} ${shown(figure(name, "perSec")).padStart(7)} deliveries a second, ${shown(figure(name, "cpuMicros"))} µs of CPU each`,
    );
  }
  const what = (rest: string) => `${shown(watchers)} watchers, ${pace} at a time: ${rest}`;
  const cpu = (name: Stand["name"], target: number): Claim => ({
    what: what(`CPU of a delivery against ${name}`),
    actual: figure("product", "cpuMicros") / figure(name, "cpuMicros"),
    target,
    sense: "at most",
    unit: " times",
  });
  return [
    {
      what: what("deliveries a second against ws"),
      actual: (100 * figure("product", "perSec")) / figure("ws", "perSec"),
      target: 70,
      sense: "at least",
      unit: " %",
    },
    cpu("ws", 1.1),
    cpu("socket.io", 1),
    cpu("sockjs", 1),
    {
      what: what("messages lost"),
      actual: (runs.get("product") ?? []).reduce((sum, run) => sum + run.lost, 0),
      target: 0,
      sense: "at most",
      unit: "",
    },
  ];
}

async function messageOf(server: FanOutServer, topic: string): Promise<string> {
  const socket = new WebSocket(`${server.url.replace("http", "ws")}${STOMP_PATH}`, ["v12.stomp"]);
  const received = async () => String((await once(socket, "message"))[0]);
  await once(socket, "open");
  socket.send("CONNECT\naccept-version:1.2\nhost:gavelyard\nheart-beat:0,0\n\n\0");
  await received();
  socket.send(`SUBSCRIBE\nid:sub-0\ndestination:${topic}\n\n\0`);
  await received();
  server.send(1);
  const message = await received();
  socket.terminate();
  return message;
}

async function measure(
  server: FanOutServer,
  greeting: Greeting,
  watchers: number,
  pace: number,
): Promise<Delivered> {
  const run = await measureDeliveries(server, [{ server, greeting, watchers }], pace);
  const [cpuMicros = 0] = run.cpuMicros;
  return { perSec: run.perSec, cpuMicros: cpuMicros / run.deliveries, lost: run.lost };
}

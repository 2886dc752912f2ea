import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { FanOutOrder, FanOutCommand } from "./fan-out-server.ts";
import { openWatcher, type Greeting, type Watcher } from "./watchers.ts";

const SECONDS = 4;

/** A child process running `fan-out-server.ts`. */
export interface FanOutServer {
  readonly url: string;
  send(count: number): void;
  cpuMicros(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a server process. It ends on `stop` or with its parent. */
export async function startFanOutServer(order: FanOutOrder): Promise<FanOutServer> {
  const child = fork(path.join(import.meta.dirname, "fan-out-server.ts"));
  child.send(order);
  const { url } = z.object({ url: z.url() }).parse(await nextMessage(child));
  const command = (message: FanOutCommand) => child.send(message);
  return {
    url,
    send: (count) => command({ send: count }),
    cpuMicros: async () => {
      command({ cpu: true });
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

/** The watchers of one server, and the greeting it sends first. */
export interface Watching {
  readonly server: FanOutServer;
  readonly greeting: Greeting;
  readonly watchers: number;
}

export interface Deliveries {
  readonly deliveries: number;
  readonly perSec: number;
  /** CPU of each watched server, in microseconds. */
  readonly cpuMicros: readonly number[];
  readonly lost: number;
}

/** Keeps `pace` messages of `sender` in flight until all watchers have received each. */
export async function measureDeliveries(
  sender: FanOutServer,
  watching: readonly Watching[],
  pace: number,
): Promise<Deliveries> {
  const all = watching.reduce((sum, { watchers }) => sum + watchers, 0);
  const rounds: number[] = [];
  let sent = 0;
  let over = false;
  let counting = false;
  let deliveries = 0;
  const heardBy = new Map<Watcher, number>();
  const onMessages = (watcher: Watcher) => {
    if (!counting) return;
    for (
      let round = watcher.messages;
      round > 0 && (heardBy.get(watcher) ?? 0) < round;
      round -= 1
    ) {
      rounds[round] = (rounds[round] ?? 0) + 1;
      deliveries += 1;
      if (rounds[round] === all && !over) {
        sent += 1;
        sender.send(1);
      }
    }
    heardBy.set(watcher, watcher.messages);
  };
  const watchers: Watcher[] = [];
  for (const each of watching) watchers.push(...(await openWatchers(each, onMessages)));
  const cpu = () => Promise.all(watching.map(({ server }) => server.cpuMicros()));
  counting = true;
  sent = pace;
  const cpuBefore = await cpu();
  const startedAt = performance.now();
  sender.send(pace);
  await sleep(SECONDS * 1_000);
  const seconds = (performance.now() - startedAt) / 1_000;
  const counted = deliveries;
  const cpuMicros = (await cpu()).map((micros, index) => micros - (cpuBefore[index] ?? 0));
  over = true;
  await sleep(1_000);
  const lost = sent * all - watchers.reduce((sum, watcher) => sum + watcher.messages, 0);
  for (const { socket } of watchers) socket.destroy();
  await sleep(300);
  return { deliveries: counted, perSec: counted / seconds, cpuMicros, lost };
}

async function openWatchers(
  { server, greeting, watchers: count }: Watching,
  onMessages: (watcher: Watcher) => void,
): Promise<Watcher[]> {
  const watchers: Watcher[] = [];
  for (let opened = 0; opened < count; opened += 1)
    watchers.push(await openWatcher(server.url, greeting, onMessages));
  while (watchers.some((watcher) => watcher.messages < 1)) await sleep(20);
  for (const watcher of watchers) watcher.messages = 0;
  return watchers;
}

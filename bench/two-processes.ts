import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { lotTopic } from "@gavelyard/contract/topics";
import { testBuses, type TestBus } from "../server/src/testing/buses.ts";
import { measureBus } from "./bus-lines.ts";
import {
  measureDeliveries,
  startFanOutServer,
  type Deliveries,
  type FanOutServer,
} from "./deliveries.ts";
import { judge, median, percentile, say, shown, type Claim } from "./report.ts";
import { openWatcher, stompGreeting } from "./watchers.ts";
import { makeBidders, makeLots, openYard, type Yard } from "./yard.ts";

const WATCHERS = 1_000;
const ROUNDS = 3;
const PACE = 4;
const BIDS = 300;

interface Load {
  readonly inventoryId: number;
  readonly userIds: readonly number[];
}

interface House {
  readonly topic: string;
  /** Server that takes the bids and has no watchers, to separate the cost of bidding. */
  readonly desk: FanOutServer;
  readonly servers: readonly [FanOutServer, FanOutServer];
}

/**
 * Measures fan-out of one lot to 1,000 watchers at one process, and to 500 at each of two, with
 * bids placed at a third. Also measures how much later another process delivers than the process
 * that took the bid.
 *
 * A process's capacity is judged by the CPU time of its deliveries: the bench's watchers need as
 * much CPU as the servers, so on a small machine wall-clock time doesn't show what two dedicated
 * cores would achieve.
 */
export async function twoProcesses(): Promise<boolean> {
  const yard = await openYard();
  try {
    const claims: Claim[] = [];
    say(`${availableParallelism()} cores for servers, watchers and database`);
    const buses = await testBuses();
    const userIds = (await makeBidders(yard, 2)).map(({ userId }) => userId);
    const lots = await makeLots(yard.pool, buses.length);
    for (const [index, bus] of buses.entries()) {
      const load = { inventoryId: lots[index] ?? 0, userIds };
      if (bus.answers) claims.push(...(await measureOn(bus, yard, load)));
      else say(`${bus.name}: SKIPPED, no server answers`);
    }
    return judge(claims);
  } finally {
    await yard.close();
  }
}

async function measureOn(bus: TestBus, yard: Yard, load: Load): Promise<Claim[]> {
  const line = await measureBus(bus, yard);
  say(
    `${bus.name}: from one process to another ${shown(line.p50Ms)} ms, p99 ${shown(line.p99Ms)} ms; ${shown(line.perSec)} messages a second`,
  );
  const house = await openHouse(bus, yard, load);
  const one: Deliveries[] = [];
  const two: Deliveries[] = [];
  const [first, second] = house.servers;
  const greeting = stompGreeting(house.topic);
  for (let round = 0; round < ROUNDS; round += 1) {
    one.push(
      await measureDeliveries(house.desk, [{ server: first, greeting, watchers: WATCHERS }], PACE),
    );
    two.push(
      await measureDeliveries(
        house.desk,
        [first, second].map((server) => ({ server, greeting, watchers: WATCHERS / 2 })),
        PACE,
      ),
    );
  }
  const lag = await lagOf(house);
  await Promise.all([house.desk, first, second].map((server) => server.stop()));
  const capacity = (runs: readonly Deliveries[]) => median(runs.map(perBusiestCpuSecond));
  for (const [name, runs] of [
    ["one process  ", one],
    ["two processes", two],
  ] as const) {
    say(
      `${bus.name}: ${name} ${shown(capacity(runs))} deliveries for each CPU second of the busiest, ${shown(median(runs.map(({ perSec }) => perSec)))} a second seen here`,
    );
  }
  say(
    `${bus.name}: a watcher at another process gets a bid ${shown(median(lag))} ms later than one at the bid's process, p99 ${shown(percentile(lag, 0.99))} ms`,
  );
  return [
    {
      what: `fan-out of two processes against one, ${bus.name} between them`,
      actual: capacity(two) / capacity(one),
      target: 1.6,
      sense: "at least",
      unit: " times",
    },
    {
      what: `messages lost, ${bus.name} between them`,
      actual: [...one, ...two].reduce((sum, run) => sum + run.lost, 0),
      target: 0,
      sense: "at most",
      unit: "",
    },
  ];
}

/** Returns deliveries per CPU second of the busiest process. */
function perBusiestCpuSecond({ deliveries, cpuMicros }: Deliveries): number {
  return deliveries / (Math.max(...cpuMicros) / 1_000_000);
}

async function openHouse({ url }: TestBus, yard: Yard, load: Load): Promise<House> {
  const start = () =>
    startFanOutServer({
      kind: "product",
      env: { ...yard.env, ...(url === null ? {} : { BUS_URL: url }) },
      ...load,
    });
  const [desk, first, second] = [await start(), await start(), await start()];
  return { topic: lotTopic(load.inventoryId), desk, servers: [first, second] };
}

/**
 * Returns how many ms later a watcher at another server receives bids than one at the server that
 * took them.
 */
async function lagOf({ desk, servers: [other], topic }: House): Promise<number[]> {
  const lags: number[] = [];
  let nearAt = 0;
  let bothArrived: () => void = () => {};
  const watch = (server: FanOutServer, onMessage: () => void) =>
    openWatcher(server.url, stompGreeting(topic), onMessage);
  let farAt = 0;
  const both = () => {
    if (nearAt > 0 && farAt > 0) bothArrived();
  };
  const near = await watch(desk, () => {
    nearAt = performance.now();
    both();
  });
  const far = await watch(other, () => {
    farAt = performance.now();
    both();
  });
  while (near.messages === 0 || far.messages === 0) await sleep(20);
  for (let bid = 0; bid < BIDS; bid += 1) {
    nearAt = farAt = 0;
    const received = new Promise<void>((resolve) => (bothArrived = resolve));
    desk.send(1);
    await received;
    lags.push(farAt - nearAt);
  }
  near.socket.destroy();
  far.socket.destroy();
  return lags;
}

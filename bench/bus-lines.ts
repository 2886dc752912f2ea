import { chooseCarrier } from "../server/src/events/carrier.ts";
import type { Line } from "../server/src/events/line.ts";
import { postgresLine } from "../server/src/events/postgres-line.ts";
import type { TestBus } from "../server/src/testing/buses.ts";
import { median, percentile } from "./report.ts";
import type { Yard } from "./yard.ts";

const ONE_BY_ONE = 500;
const AT_ONCE = 64;
const MANY = 5_000;
/** Payload as long as a bid's event. */
const TEXT = "x".repeat(200);

export interface BusSpeed {
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Messages a second, with many in flight. */
  readonly perSec: number;
}

/** Measures a bus between two of its own connections, without the server. */
export async function measureBus({ url }: TestBus, yard: Yard): Promise<BusSpeed> {
  const carrier = await chooseCarrier(url, yard.pool);
  const open = carrier?.open ?? postgresLine(yard.url);
  let received: () => void = () => {};
  const speaker = await open({ onText: () => {}, onLost: () => {} });
  const listener = await open({ onText: () => received(), onLost: () => {} });
  const times: number[] = [];
  for (let turn = 0; turn < ONE_BY_ONE; turn += 1) {
    const startedAt = performance.now();
    const arrived = new Promise<void>((resolve) => (received = resolve));
    await Promise.all([speaker.publish(TEXT), arrived.then(() => times.push(performance.now()))]);
    times[turn] = (times[turn] ?? 0) - startedAt;
  }
  const perSec = await flood(speaker, (onText) => (received = onText));
  await speaker.close();
  await listener.close();
  return { p50Ms: median(times), p99Ms: percentile(times, 0.99), perSec };
}

async function flood(speaker: Line, hear: (onText: () => void) => void): Promise<number> {
  const startedAt = performance.now();
  await new Promise<void>((resolve, reject) => {
    let sent = 0;
    let arrived = 0;
    const send = () => {
      sent += 1;
      speaker.publish(TEXT).catch(reject);
    };
    hear(() => {
      arrived += 1;
      if (arrived === MANY) resolve();
      else if (sent < MANY) send();
    });
    for (let first = 0; first < AT_ONCE; first += 1) send();
  });
  return MANY / ((performance.now() - startedAt) / 1_000);
}

import { setTimeout as sleep } from "node:timers/promises";
import { lotTopic } from "@gavelyard/contract/topics";
import { startProduct } from "../tests/product.ts";
import { gather } from "./listeners.ts";
import { judge, say, shown } from "./report.ts";
import { makeLots, openYard } from "./yard.ts";

const CONNECTIONS = 10_000;
const WARM_CONNECTIONS = 1_000;
const LOTS = 100;
const KIB = 1_024;

/** Measures the memory of 10,000 connections that each follow a lot and receive nothing. */
export async function idle(): Promise<boolean> {
  const yard = await openYard();
  try {
    const lots = await makeLots(yard.pool, LOTS);
    const product = await startProduct(yard.env);
    const open = (watchers: number) =>
      gather({
        url: product.url,
        topics: lots.map(lotTopic),
        watchers,
      });
    try {
      const warm = await open(WARM_CONNECTIONS);
      const before = await residentBytes(product.url);
      const crowd = await open(CONNECTIONS);
      const resident = await residentBytes(product.url);
      const received = await crowd.received();
      say(
        `${shown(CONNECTIONS)} connections: ${shown((resident - before) / KIB / KIB)} MiB more than ${shown(before / KIB / KIB)} MiB`,
      );
      await crowd.leave();
      await warm.leave();
      return judge([
        {
          what: "memory of an idle connection",
          actual: (resident - before) / CONNECTIONS / KIB,
          target: 15,
          sense: "at most",
          unit: " KiB",
        },
        {
          what: "connections that received their lot's state and stay open",
          actual: received,
          target: CONNECTIONS,
          sense: "at least",
          unit: "",
        },
      ]);
    } finally {
      await product.stop();
    }
  } finally {
    await yard.close();
  }
}

/** Returns the server's resident memory in bytes after five idle seconds. */
async function residentBytes(url: string): Promise<number> {
  await sleep(5_000);
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const bytes = /^process_resident_memory_bytes (\d+)/m.exec(metrics)?.[1];
  if (bytes === undefined) throw new Error("the metrics have no resident memory");
  return Number(bytes);
}

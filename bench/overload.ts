import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { startProduct } from "../tests/product.ts";
import { BIDS_A_SECOND, load, type LoadOptions } from "./load.ts";
import { makeVehicles } from "./many-vehicles.ts";
import { judge, median, say, shown } from "./report.ts";
import { makeBidders, makeLots, openYard } from "./yard.ts";

const VEHICLES = 10_000;
const LOTS = 200;
const TIMES_TOO_MANY = 3;
const SECONDS = 12;
const CALM_SEC = 4;
const NORMAL_AFTER_MS = 5_000;

/**
 * Runs three times the browsing load that the server can handle, lists and pages, with a steady
 * stream of bids. Measures the accepted share of peak throughput, how fast the rest is shed, and
 * how bids slow down.
 */
export async function overload(): Promise<boolean> {
  const yard = await openYard();
  try {
    await makeVehicles(yard.pool, VEHICLES);
    const bidders = await makeBidders(yard, 32);
    const lots = await makeLots(yard.pool, LOTS);
    const product = await startProduct(yard.env);
    try {
      const { url } = product;
      const next = await visits(yard.pool);
      const browse = (options: Pick<LoadOptions, "clients" | "seconds" | "rate" | "onAnswer">) =>
        load({ url, next, ...options });
      const bids = (seconds: number, onAnswer: NonNullable<LoadOptions["onAnswer"]>) =>
        load({
          url,
          clients: 16,
          seconds,
          rate: BIDS_A_SECOND,
          method: "POST",
          next: nextBid,
          onAnswer,
        });
      let turn = 0;
      const nextBid = () => {
        const [lot, bidder] = [lots[turn % LOTS], bidders[turn % bidders.length]];
        const amount = 1 + Math.floor(turn++ / LOTS);
        return {
          path: `/api/bids/inventory/${lot}/user/${bidder?.userId}?amount=${amount}`,
          headers: { authorization: `Bearer ${bidder?.jwt}` },
        };
      };

      await browse({ clients: 12, seconds: CALM_SEC });
      const peak = await browse({ clients: 12, seconds: SECONDS });
      const calmRate = peak.acceptedPerSec / 10;
      const calm = await browse({ clients: 12, seconds: CALM_SEC, rate: calmRate });
      const alone = tally();
      await bids(CALM_SEC, alone.add);

      const memory = watchMemory(url);
      const [visitsSeen, bidsSeen] = [tally(), tally()];
      const rate = peak.acceptedPerSec * TIMES_TOO_MANY;
      const [flood] = await Promise.all([
        browse({ clients: 400, seconds: SECONDS, rate, onAnswer: visitsSeen.add }),
        bids(SECONDS, bidsSeen.add),
      ]);
      const endedAt = performance.now();
      const bytes = await memory.end();
      let normalMs = Number.POSITIVE_INFINITY;
      while (performance.now() - endedAt < NORMAL_AFTER_MS) {
        const after = await browse({ clients: 12, seconds: 1, rate: calmRate });
        if (after.faults === 0 && after.p50 <= Math.max(2 * calm.p50, calm.p50 + 2)) {
          normalMs = performance.now() - endedAt;
          break;
        }
      }

      // On a shared machine no response can be faster than bids without other load.
      const bidsAloneMs = alone.p(200, 0.99);
      say(`browsing at most   ${shown(peak.acceptedPerSec)} a second, calm p50 ${calm.p50} ms`);
      say(
        `asked ${shown(flood.answeredPerSec)} a second, served ${shown(flood.acceptedPerSec)}, p50 of these ${shown(visitsSeen.p(200, 0.5))} ms`,
      );
      say(`bids alone         p99 ${shown(bidsAloneMs)} ms`);
      say(`bids during it     p99 ${shown(bidsSeen.p(200, 0.99))} ms`);
      say(`memory             ${bytes.map((each) => `${shown(each / 2 ** 20)} MiB`).join(", ")}`);
      return judge([
        {
          what: `browsing served at ${TIMES_TOO_MANY} times the peak load, against the peak`,
          actual: (100 * flood.acceptedPerSec) / peak.acceptedPerSec,
          target: 80,
          sense: "at least",
          unit: " %",
        },
        {
          what: "p99 until the rest is shed",
          actual: visitsSeen.p(503, 0.99),
          target: Math.max(100, 3 * bidsAloneMs),
          sense: "at most",
          unit: " ms",
        },
        {
          what: "p99 of bids during it",
          actual: bidsSeen.p(200, 0.99),
          target: Math.max(100, 5 * bidsAloneMs),
          sense: "at most",
          unit: " ms",
        },
        {
          what: "bids that were not accepted",
          actual: bidsSeen.count() - bidsSeen.count(200),
          target: 0,
          sense: "at most",
          unit: "",
        },
        {
          what: "memory in its last third against the first",
          actual: (100 * (bytes.at(-1) ?? Number.NaN)) / (bytes[0] ?? Number.NaN),
          target: 125,
          sense: "at most",
          unit: " %",
        },
        {
          what: "until browsing is as fast as before",
          actual: normalMs,
          target: NORMAL_AFTER_MS,
          sense: "at most",
          unit: " ms",
        },
        {
          what: "visits that were neither served nor shed",
          actual: visitsSeen.count() - visitsSeen.count(200) - visitsSeen.count(503),
          target: 0,
          sense: "at most",
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

/** Returns visits in turn: mostly lists, every fifth a unit's page, without close repeats. */
async function visits(pool: Pool): Promise<NonNullable<LoadOptions["next"]>> {
  const { rows } = await pool.query<{ id: number }>(
    "SELECT id FROM inventory WHERE status = 'AVAILABLE' ORDER BY id LIMIT 2000",
  );
  let visit = 0;
  return () => {
    visit += 1;
    return visit % 5 === 0
      ? { path: `/truck/${rows[visit % rows.length]?.id}`, headers: { accept: "text/html" } }
      : { path: `/inventories?size=24&page=${visit % 20}&sort=CLOSING_SOON` };
  };
}

function tally() {
  const seen = new Map<number, number[]>();
  return {
    add: (status: number, ms: number) => {
      const times = seen.get(status) ?? [];
      seen.set(status, times);
      times.push(ms);
    },
    count: (status?: number) =>
      status === undefined
        ? [...seen.values()].reduce((sum, times) => sum + times.length, 0)
        : (seen.get(status)?.length ?? 0),
    /** Returns a percentile of a status's response times; 0 without responses. */
    p: (status: number, share: number) => {
      const times = (seen.get(status) ?? []).toSorted((a, b) => a - b);
      return times[Math.floor(times.length * share)] ?? 0;
    },
  };
}

/** Samples a server's memory until stopped. Then returns the median of each third of that time. */
function watchMemory(url: string) {
  const bytes: number[] = [];
  let over = false;
  const watching = (async () => {
    while (!over) {
      const text = await (await fetch(`${url}/metrics`)).text();
      bytes.push(Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]));
      await sleep(250);
    }
  })();
  return {
    end: async (): Promise<number[]> => {
      over = true;
      await watching;
      const third = Math.ceil(bytes.length / 3);
      return [0, 1, 2].map((part) => median(bytes.slice(part * third, (part + 1) * third)));
    },
  };
}

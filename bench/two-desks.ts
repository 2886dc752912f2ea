import { startProduct } from "../tests/product.ts";
import { startLoad, type LoadApart } from "./load-apart.ts";
import { judge, median, say, shown } from "./report.ts";
import { makeBidders, makeLots, openYard } from "./yard.ts";

const CLIENTS = 64;
const MANY_LOTS = 1_000;
/** Number of alternating runs per case, because a machine's speed varies over time. */
const TURNS = 9;
const TURN_SEC = 1.5;

/**
 * Measures bids through two server processes on one database, each with half of the clients,
 * against all clients at one process: on one hot lot, on separate lots and bidders per process, and
 * on a shared hot lot plus shared lots.
 */
export async function twoDesks(): Promise<boolean> {
  const yard = await openYard();
  try {
    const bidders = await makeBidders(yard, CLIENTS);
    const [hot = 0, hotOfOne = 0, ...lots] = await makeLots(yard.pool, 2 + MANY_LOTS);
    const products = [await startProduct(yard.env), await startProduct(yard.env)];
    const sinceMs = Date.now();
    /**
     * Starts half of the load at each URL. With several lots, each half has its own lots and
     * bidders.
     */
    const halves = (urls: readonly [string, string], on: readonly number[]) =>
      startLoad(
        urls.map((url, half) => ({
          url,
          clients: CLIENTS / 2,
          requests: {
            kind: "bids",
            lots: on.length === 1 ? on : on.filter((_, index) => index % 2 === half),
            bidders: bidders.filter((_, index) => index % 2 === half),
            sinceMs,
          },
        })),
      );
    const [one = "", two = ""] = products.map(({ url }) => url);
    // Half of the bids of both halves are on the hot lot.
    const mixed = lots.flatMap((lot) => [lot, lot, hot, hot]);
    const cases: Readonly<Record<string, LoadApart>> = {
      "one hot lot, one process": halves([one, one], [hotOfOne]),
      "one hot lot, two processes": halves([one, two], [hot]),
      "lots of their own, one process": halves([one, one], lots),
      "lots of their own, two processes": halves([one, two], lots),
      "a hot lot and others, two processes": halves([one, two], mixed),
    };
    const names = Object.keys(cases);
    const rates = new Map(names.map((name): [string, number[]] => [name, []]));
    const slowest = new Map(names.map((name): [string, number[]] => [name, []]));
    let faults = 0;
    try {
      for (let turn = 0; turn <= TURNS; turn += 1) {
        for (const [name, load] of Object.entries(cases)) {
          const result = await load.run(TURN_SEC);
          faults += result.faults;
          if (turn === 0) continue;
          rates.get(name)?.push(result.acceptedPerSec);
          slowest.get(name)?.push(result.p99);
        }
      }
      const rate = (name: string) => median(rates.get(name) ?? []);
      for (const name of names) {
        say(
          `${name.padEnd(36)} ${shown(rate(name))} accepted a second, p99 ${shown(median(slowest.get(name) ?? []))} ms`,
        );
      }
      const shares = (rates.get("lots of their own, two processes") ?? []).map(
        (two, turn) => (100 * two) / (rates.get("lots of their own, one process")?.[turn] ?? 0),
      );
      return judge([
        {
          what: "accepted bids on lots of their own, two processes against one",
          actual: median(shares),
          target: 90,
          sense: "at least",
          unit: " %",
        },
        { what: "faults", actual: faults, target: 0, sense: "at most", unit: "" },
      ]);
    } finally {
      for (const load of Object.values(cases)) await load.stop();
      for (const product of products) await product.stop();
    }
  } finally {
    await yard.close();
  }
}

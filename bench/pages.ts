import { startProduct } from "../tests/product.ts";
import { makePlainUnits, PLAIN_ROWS } from "./inventory-pages.ts";
import { startLimit } from "./limit.ts";
import { load } from "./load.ts";
import { makeVehicles } from "./many-vehicles.ts";
import { judge, median, say, shown, type Claim } from "./report.ts";
import { openYard } from "./yard.ts";

const UNITS = 1_500;
/**
 * Units whose pages are requested in turn: more than a process caches, and never twice in a second.
 */
const SHOWN_UNITS = 1_000;
const DRAWINGS = 300;
const CLIENTS = 32;
const SECONDS = 5;
const ROUNDS = Number(process.env["ROUNDS"] ?? 5);
const headers = { accept: "text/html", "accept-encoding": "br" };

/**
 * Measures the rendering of pages that aren't cached: CPU time of the server's process for one, and
 * the rate of units' pages against a bare Fastify route that reads a plain row and returns a short
 * page.
 */
export async function pages(): Promise<boolean> {
  const yard = await openYard();
  try {
    await makeVehicles(yard.pool, UNITS);
    await makePlainUnits(yard.pool);
    const product = await startProduct({ ...yard.env, WARM_PICTURES: "0" });
    const limit = await startLimit({ kind: "units", databaseUrl: yard.url });
    const { rows } = await yard.pool.query<{ id: number }>(
      "SELECT id FROM inventory WHERE status IN ('AVAILABLE', 'IN_AUCTION') ORDER BY id LIMIT $1",
      [SHOWN_UNITS],
    );
    const kinds = {
      list: (turn: number) => `/vehicles?odometerTo=${2_000_000 + turn}`,
      unit: (turn: number) => `/truck/${rows[turn % rows.length]?.id ?? 0}`,
    };
    const cpuMs = { list: [] as number[], unit: [] as number[] };
    const rates = { ours: [] as number[], bare: [] as number[] };
    let turn = 0;
    const draw = async (pathAt: (turn: number) => string) => {
      const page = await fetch(product.url + pathAt(++turn), { headers });
      if (page.status !== 200) throw new Error(`a page returned ${page.status}`);
      await page.arrayBuffer();
    };
    const rate = async (url: string, pathAt: (turn: number) => string) => {
      const next = () => ({ path: pathAt(++turn), headers });
      return (await load({ url, next, clients: CLIENTS, seconds: SECONDS })).acceptedPerSec;
    };
    try {
      for (let round = 0; round <= ROUNDS; round += 1) {
        for (const [kind, pathAt] of [
          ["list", kinds.list],
          ["unit", kinds.unit],
        ] as const) {
          const before = await cpuMsOf(product.url);
          for (let drawing = 0; drawing < DRAWINGS; drawing += 1) await draw(pathAt);
          // The first round only compiles.
          if (round > 0) cpuMs[kind].push(((await cpuMsOf(product.url)) - before) / DRAWINGS);
        }
        const ours = await rate(product.url, kinds.unit);
        const bare = await rate(limit.url, (n) => `/page/${n % PLAIN_ROWS}`);
        if (round === 0) continue;
        rates.ours.push(ours);
        rates.bare.push(bare);
      }
    } finally {
      await limit.stop();
      await product.stop();
    }
    say(
      `pages of ${SHOWN_UNITS} units: ${shown(median(rates.ours))} a second, bare ${shown(median(rates.bare))}`,
    );
    const drawing = { sense: "at most", unit: " ms of CPU" } as const;
    const claims: Claim[] = [
      { ...drawing, what: "one drawing of /vehicles", actual: median(cpuMs.list), target: 12 },
      { ...drawing, what: "one drawing of /truck/{id}", actual: median(cpuMs.unit), target: 6 },
    ];
    return judge(claims);
  } finally {
    await yard.close();
  }
}

async function cpuMsOf(url: string): Promise<number> {
  const figures = await (await fetch(`${url}/metrics`)).text();
  const [, seconds] = /^process_cpu_seconds_total (\S+)/m.exec(figures) ?? [];
  return Number(seconds) * 1_000;
}

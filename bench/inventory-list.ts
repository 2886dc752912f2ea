import type { QueryConfig } from "pg";
import type { Pool } from "pg";
import { countPublished, listCards } from "../server/src/inventory/list-sql.ts";
import { startProduct } from "../tests/product.ts";
import { startLimit } from "./limit.ts";
import { load } from "./load.ts";
import { makeVehicles } from "./many-vehicles.ts";
import { judge, median, say, shown, type Claim } from "./report.ts";
import { openYard } from "./yard.ts";

const VEHICLES = 10_000;
const CLIENTS = 64;
const SECONDS = 4;
const ROUNDS = 3;
const sorts = ["CLOSING_SOON", "PRICE_LOW", "YEAR_NEW"] as const;

/**
 * `GET /inventories` (24 of 10,000, sorted) against a bare route that runs the same page's SQL and
 * sends the same bytes; in turns, the median of each.
 */
export async function inventoryList(): Promise<boolean> {
  const yard = await openYard();
  try {
    await makeVehicles(yard.pool, VEHICLES);
    const product = await startProduct(yard.env);
    try {
      const claims: Claim[] = [];
      for (const sort of sorts) claims.push(await compare(yard, product.url, sort));
      return judge(claims);
    } finally {
      await product.stop();
    }
  } finally {
    await yard.close();
  }
}

async function compare(
  yard: { readonly url: string; readonly pool: Pool },
  productUrl: string,
  sort: (typeof sorts)[number],
): Promise<Claim> {
  const target = `${productUrl}/inventories?size=24&sort=${sort}`;
  const bytes = await (await fetch(target)).text();
  const limit = await startLimit({
    kind: "page",
    databaseUrl: yard.url,
    statements: await statementsOf(yard.pool, async (pool) => {
      await listCards(pool, { sort, page: 0, size: 24 });
      await countPublished(pool);
    }),
    bytes,
  });
  const ours: number[] = [];
  const bare: number[] = [];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [url, into] of [
        [target, ours],
        [limit.url, bare],
      ] as const) {
        const { acceptedPerSec, faults } = await load({ url, clients: CLIENTS, seconds: SECONDS });
        if (faults > 0) throw new Error(`${url} failed ${faults} times`);
        into.push(acceptedPerSec);
      }
    }
  } finally {
    await limit.stop();
  }
  say(`${sort}: ${shown(median(ours))} pages a second, bare route ${shown(median(bare))}`);
  return {
    what: `24 of ${VEHICLES.toLocaleString("en-US")} by ${sort} against a bare route`,
    actual: (100 * median(ours)) / median(bare),
    target: 60,
    sense: "at least",
    unit: " %",
  };
}

/** The statements that `work` runs on a pool. */
async function statementsOf(pool: Pool, work: (pool: Pool) => Promise<void>) {
  const statements: { name: string; text: string; values: unknown[] }[] = [];
  const watched = new Proxy(pool, {
    get: (target, property) => {
      if (property !== "query") return Reflect.get(target, property);
      return (config: QueryConfig) => {
        const { name = "", text, values = [] } = config;
        statements.push({ name, text, values });
        return target.query(config);
      };
    },
  });
  await work(watched);
  return statements;
}

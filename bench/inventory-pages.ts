import type { QueryConfig } from "pg";
import type { Pool } from "pg";
import { countPublished, listCards } from "../server/src/inventory/list-sql.ts";
import { startProduct } from "../tests/product.ts";
import { besideBareRoute } from "./beside-bare-route.ts";
import { makeVehicles } from "./many-vehicles.ts";
import { judge, type Claim } from "./report.ts";
import { openYard } from "./yard.ts";

const VEHICLES = 10_000;
const sorts = ["CLOSING_SOON", "PRICE_LOW", "YEAR_NEW"] as const;

/**
 * `GET /inventories` (24 of 10,000, sorted) against a bare route that runs the same page's SQL, and
 * `GET /inventory/{id}` against one that reads one row by its key; each sends the same bytes.
 */
export async function inventoryPages(): Promise<boolean> {
  const yard = await openYard();
  try {
    await makeVehicles(yard.pool, VEHICLES);
    const product = await startProduct(yard.env);
    try {
      const claims: Claim[] = [];
      for (const sort of sorts) {
        const statements = await statementsOf(yard.pool, async (pool) => {
          await listCards(pool, { sort, page: 0, size: 24 });
          await countPublished(pool);
        });
        claims.push(
          await besideBareRoute({
            what: `24 of ${VEHICLES.toLocaleString("en-US")} by ${sort} against a bare route`,
            databaseUrl: yard.url,
            targets: [`${product.url}/inventories?size=24&sort=${sort}`],
            statements,
          }),
        );
      }
      const { rows } = await yard.pool.query<{ id: number }>(
        "SELECT id FROM inventory WHERE status = 'IN_AUCTION' ORDER BY id LIMIT 100",
      );
      claims.push(
        await besideBareRoute({
          what: "one vehicle against a bare route that reads one row by its key",
          databaseUrl: yard.url,
          targets: rows.map(({ id }) => `${product.url}/inventory/${id}`),
          statements: [
            { name: "row", text: "SELECT * FROM inventory WHERE id = $1", values: [rows[0]?.id] },
          ],
        }),
      );
      return judge(claims);
    } finally {
      await product.stop();
    }
  } finally {
    await yard.close();
  }
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

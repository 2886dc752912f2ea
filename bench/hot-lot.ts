import { startProduct } from "../tests/product.ts";
import { startLimit } from "./limit.ts";
import { bidsInTurn, load } from "./load.ts";
import { judge, say, shown } from "./report.ts";
import { makeBidders, makeLots, openYard } from "./yard.ts";

const CLIENTS = 64;
const WARM_SEC = 3;
const SECONDS = 8;

/**
 * Bids on one hot lot over HTTP, against a plain transaction for each bid (lock, check, insert,
 * update, commit, pool of 16) behind a bare server of the same kind on the same database.
 */
export async function hotLot(): Promise<boolean> {
  const yard = await openYard();
  try {
    const plain = await plainBids(yard.url, yard.pool);
    const bidders = await makeBidders(yard, CLIENTS);
    const [inventoryId] = await makeLots(yard.pool, 1);
    const product = await startProduct(yard.env);
    const next = bidsInTurn(inventoryId, bidders);
    try {
      const bids = { url: product.url, clients: CLIENTS, method: "POST", next } as const;
      await load({ ...bids, seconds: WARM_SEC });
      const full = await load({ ...bids, seconds: SECONDS });
      const half = await load({ ...bids, seconds: SECONDS, rate: full.answeredPerSec / 2 });
      say(`bid desk           ${shown(full.acceptedPerSec)} accepted a second, p99 ${full.p99} ms`);
      say(
        `plain transactions ${shown(plain.acceptedPerSec)} accepted a second, p99 ${plain.p99} ms`,
      );
      return judge([
        {
          what: "accepted bids on one lot against a plain transaction for each",
          actual: full.acceptedPerSec / plain.acceptedPerSec,
          target: 10,
          sense: "at least",
          unit: " times",
        },
        { what: "p99 at half load", actual: half.p99, target: 50, sense: "at most", unit: " ms" },
        {
          what: "faults",
          actual: full.faults + half.faults,
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

async function plainBids(url: string, pool: Awaited<ReturnType<typeof openYard>>["pool"]) {
  await pool.query(`
    CREATE TABLE plain_lots (id int PRIMARY KEY, price bigint NOT NULL, leader bigint,
      closes_at timestamptz NOT NULL) WITH (fillfactor = 50);
    CREATE TABLE plain_bids (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      lot_id int NOT NULL REFERENCES plain_lots, user_id bigint NOT NULL, cents bigint NOT NULL,
      at timestamptz NOT NULL DEFAULT clock_timestamp());
    INSERT INTO plain_lots VALUES (1, 0, NULL, now() + interval '1 day')`);
  const limit = await startLimit({ kind: "bid", databaseUrl: url });
  let amount = 0;
  const next = () => ({ path: `/bid?amount=${++amount}&user=${amount % CLIENTS}` });
  try {
    const bids = { url: limit.url, clients: CLIENTS, method: "POST", next } as const;
    await load({ ...bids, seconds: WARM_SEC });
    return await load({ ...bids, seconds: SECONDS });
  } finally {
    await limit.stop();
  }
}

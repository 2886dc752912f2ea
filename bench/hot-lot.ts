import { startProduct } from "../tests/product.ts";
import { startLimit } from "./limit.ts";
import { bidsInTurn, load, type LoadResult } from "./load.ts";
import { judge, say, shown } from "./report.ts";
import { makeBidders, makeLots, openYard, type Yard } from "./yard.ts";

const CLIENTS = 64;
const MANY_LOTS = 1_000;
const WARM_SEC = 3;
const SECONDS = 8;

/**
 * Bids over HTTP on one hot lot and on many, beside bare servers of the same kind on the same database:
 * one with a plain transaction for each bid (lock, check, insert, update, commit), one that inserts a row
 * for each call. Each has a pool of 16.
 */
export async function hotLot(): Promise<boolean> {
  const yard = await openYard();
  try {
    const plain = await besides(yard, "bid");
    const inserts = await besides(yard, "insert");
    const bidders = await makeBidders(yard, CLIENTS);
    const lots = await makeLots(yard.pool, 1 + MANY_LOTS);
    const product = await startProduct(yard.env);
    try {
      const clients = { url: product.url, clients: CLIENTS, method: "POST" } as const;
      const hot = { ...clients, next: bidsInTurn(lots.slice(0, 1), bidders) };
      await load({ ...hot, seconds: WARM_SEC });
      const full = await load({ ...hot, seconds: SECONDS });
      const half = await load({ ...hot, seconds: SECONDS, rate: full.answeredPerSec / 2 });
      const many = { ...clients, next: bidsInTurn(lots.slice(1), bidders) };
      await load({ ...many, seconds: WARM_SEC });
      const spread = await load({ ...many, seconds: SECONDS });
      tell("bids on one lot", full);
      tell(`bids on ${shown(MANY_LOTS)} lots`, spread);
      tell("plain transactions", plain);
      tell("single inserts", inserts);
      return judge([
        {
          what: "accepted bids on one lot against a plain transaction for each",
          actual: full.acceptedPerSec / plain.acceptedPerSec,
          target: 10,
          sense: "at least",
          unit: " times",
        },
        {
          what: "accepted bids on one lot beside a bare route with an insert for each",
          actual: (100 * full.acceptedPerSec) / inserts.acceptedPerSec,
          target: 100,
          sense: "at least",
          unit: " %",
        },
        {
          what: `accepted bids on ${shown(MANY_LOTS)} lots beside the same route`,
          actual: (100 * spread.acceptedPerSec) / inserts.acceptedPerSec,
          target: 100,
          sense: "at least",
          unit: " %",
        },
        { what: "p99 at half load", actual: half.p99, target: 50, sense: "at most", unit: " ms" },
        {
          what: "faults",
          actual: full.faults + half.faults + spread.faults,
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

function tell(what: string, { acceptedPerSec, p99 }: LoadResult): void {
  say(`${what.padEnd(20)} ${shown(acceptedPerSec)} accepted a second, p99 ${p99} ms`);
}

const tables = {
  bid: `
    CREATE TABLE plain_lots (id int PRIMARY KEY, price bigint NOT NULL, leader bigint,
      closes_at timestamptz NOT NULL) WITH (fillfactor = 50);
    CREATE TABLE plain_bids (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      lot_id int NOT NULL REFERENCES plain_lots, user_id bigint NOT NULL, cents bigint NOT NULL,
      at timestamptz NOT NULL DEFAULT clock_timestamp());
    INSERT INTO plain_lots VALUES (1, 0, NULL, now() + interval '1 day')`,
  insert: `
    CREATE TABLE plain_inserts (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, lot_id int,
      user_id bigint, cents bigint, at timestamptz DEFAULT clock_timestamp())`,
} as const;

async function besides({ url, pool }: Yard, kind: keyof typeof tables): Promise<LoadResult> {
  await pool.query(tables[kind]);
  const limit = await startLimit({ kind, databaseUrl: url });
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

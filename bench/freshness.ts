import {
  filteredInventories,
  type FilteredInventories,
} from "@gavelyard/contract/inventory/inventory";
import { inTransaction } from "../server/src/db/transaction.ts";
import { seedDemo } from "../server/src/demo/seed.ts";
import { startProduct } from "../tests/product.ts";
import { judge, percentile, say, shown } from "./report.ts";
import { search } from "./search.ts";
import { makeBidders, makeLots, openYard, signInAs, type Yard } from "./yard.ts";

const BIDS = 1_000;
const LOTS = 50;
const READS = 10_000;
const READERS = 8;
/** Time that a transaction of another program stays open meanwhile. */
const HELD_MS = 10_000;
/** Time between two cuts of the lines on which processes tell each other of events. */
const CUT_EVERY_MS = 100;

/**
 * Measures how soon one server process shows what another did: the time from an accepted bid to the
 * other's list, and whether the other shows a unit after its withdrawal, while the bus is cut again
 * and again and a transaction stays open.
 */
export async function freshness(): Promise<boolean> {
  const yard = await openYard();
  try {
    await inTransaction(yard.pool, (tx) => seedDemo(tx));
    // The bench's administrator has no second factor.
    const env = { ...yard.env, STAFF_FACTOR_FROM: "2099-01-01" };
    const products = await Promise.all([1, 2].map(() => startProduct(env)));
    const [one = "", other = ""] = products.map(({ url }) => url);
    try {
      const lags = await bidLags(yard, one, other);
      say(
        `bid to list: p50 ${shown(percentile(lags, 0.5))} ms, p99 ${shown(percentile(lags, 0.99))} ms`,
      );
      const { reads, stale, withdrawn, cuts } = await readWithdrawn(yard, one, other);
      say(`${shown(reads)} reads, ${withdrawn} units withdrawn, ${cuts} lines cut`);
      return judge([
        {
          what: `from an accepted bid to the other process's list, longest of ${shown(BIDS)}`,
          actual: Math.max(...lags),
          target: 500,
          sense: "at most",
          unit: " ms",
        },
        { what: "reads", actual: reads, target: READS, sense: "at least", unit: "" },
        {
          what: "reads that show a withdrawn unit",
          actual: stale,
          target: 0,
          sense: "at most",
          unit: "",
        },
      ]);
    } finally {
      await Promise.all(products.map((product) => product.stop()));
    }
  } finally {
    await yard.close();
  }
}

/** Bids at one process and reads at the other until its list has the bid. Returns the ms of each. */
async function bidLags(yard: Yard, one: string, other: string): Promise<number[]> {
  const lots = await makeLots(yard.pool, LOTS);
  const bidders = await makeBidders(yard, 4);
  const { rows } = await yard.pool.query<{ id: number }>(
    "SELECT max(auction_id) AS id FROM lots WHERE inventory_id = ANY($1)",
    [lots],
  );
  const filter = { auctionId: rows[0]?.id, size: LOTS };
  const lags: number[] = [];
  for (let bid = 0; bid < BIDS; bid += 1) {
    const unit = lots[bid % LOTS];
    const bidder = bidders[bid % bidders.length];
    const count = Math.floor(bid / LOTS) + 1;
    const path = `/api/bids/inventory/${unit}/user/${bidder?.userId}?amount=${bid + 1}`;
    const headers = { authorization: `Bearer ${bidder?.jwt}` };
    const reply = await fetch(one + path, { method: "POST", headers });
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    await reply.arrayBuffer();
    const acceptedAt = performance.now();
    for (;;) {
      const content = await cardsOf(other, filter);
      if ((content.find(({ id }) => id === unit)?.lot?.bidCount ?? 0) >= count) break;
    }
    lags.push(performance.now() - acceptedAt);
  }
  return lags;
}

/** Withdraws units at one process while readers ask the other for lists and units. */
async function readWithdrawn(
  yard: Yard,
  one: string,
  other: string,
): Promise<{ reads: number; stale: number; withdrawn: number; cuts: number }> {
  const { pool } = yard;
  const { rows } = await pool.query<{ id: number }>(
    "SELECT id FROM inventory WHERE status = 'AVAILABLE' ORDER BY id",
  );
  const { rows: admins } = await pool.query<{ id: number }>(
    `INSERT INTO users (email, name, password_hash, role, email_verified_at)
      VALUES ('admin@bench.example', 'Bench Admin', 'none', 'ROLE_ADMIN', clock_ms()) RETURNING id`,
  );
  const [admin] = await signInAs(
    yard,
    admins.map(({ id }) => id),
  );
  const gone = new Set<number>();
  let [reads, stale, cuts, isOver] = [0, 0, 0, false];

  const held = await pool.connect();
  await held.query("BEGIN");
  await held.query("UPDATE inventory SET odometer = 1 WHERE id = (SELECT max(id) FROM inventory)");
  const startedAt = performance.now();
  const reader = async () => {
    while (!isOver) {
      const before = new Set(gone);
      const last = [...before].at(-1);
      const content = await cardsOf(other, { sort: "YEAR_OLD", size: 100 });
      if (content.some(({ id }) => before.has(id))) stale += 1;
      reads += 1;
      if (last === undefined) continue;
      const reply = await fetch(`${other}/inventory/${last}`);
      await reply.arrayBuffer();
      if (reply.status !== 404) stale += 1;
      reads += 1;
    }
  };
  const cutting = setInterval(() => {
    pool
      .query<{ cut: boolean }>(
        "SELECT pg_terminate_backend(pid) AS cut FROM pg_stat_activity WHERE query LIKE 'LISTEN %'",
      )
      .then((result) => (cuts += result.rows.length))
      .catch(() => {});
  }, CUT_EVERY_MS);
  const readers = Promise.all(Array.from({ length: READERS }, reader));
  try {
    for (const { id } of rows) {
      const reply = await fetch(`${one}/api/adminsupport/inventory/${id}/withdraw`, {
        method: "POST",
        headers: { authorization: `Bearer ${admin?.jwt}` },
      });
      if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`);
      await reply.arrayBuffer();
      gone.add(id);
      if (reads >= READS && performance.now() - startedAt >= HELD_MS) break;
    }
    while (reads < READS || performance.now() - startedAt < HELD_MS)
      await Promise.race([readers, new Promise((later) => setTimeout(later, CUT_EVERY_MS))]);
  } finally {
    isOver = true;
    await readers;
    clearInterval(cutting);
    await held.query("ROLLBACK");
    held.release();
  }
  return { reads, stale, withdrawn: gone.size, cuts };
}

async function cardsOf(url: string, filter: object): Promise<FilteredInventories["content"]> {
  return filteredInventories.parse(JSON.parse(await search(url, filter))).content;
}

import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { LotChain } from "../server/src/bidding/chain-sql.ts";
import { notRequested } from "../server/src/bidding/ledger-sql.ts";
import { lotColumns, type LotRow } from "../server/src/bidding/lot-sql.ts";
import { startProduct } from "../tests/product.ts";
import { BIDS_A_SECOND, bidsInTurn, load } from "./load.ts";
import { judge, percentile, say, shown } from "./report.ts";
import { makeBidders, makeLots, openYard, type BenchBidder } from "./yard.ts";

/** Two auctions, because lot numbers in an auction end at 9,999. */
const AUCTIONS = 2;
const LOTS_OF_AUCTION = 5_000;
const BIDDERS = 1_000;
const BIDDERS_OF_LOT = 100;
const OTHER_LOTS = 200;
const CALM_SEC = 5;
/** Time from the rescheduling until the first close. */
const NOTICE_MS = 3_000;
const CLOSED_WITHIN_MS = 30_000;
/** Target for a bid end to end at that rate (docs/scaling.md). */
const BID_P99_MS = 40;

/**
 * Closes 10,000 lots with 100 bidders each within one second, while the same people bid on other
 * lots. Measures how long all closes take and how bids slow down, against the same bids without
 * closes.
 */
export async function closing(): Promise<boolean> {
  const yard = await openYard();
  try {
    const bidders = await makeBidders(yard, BIDDERS);
    const others = await makeLots(yard.pool, OTHER_LOTS);
    const due: number[] = [];
    for (let created = 0; created < AUCTIONS; created += 1) {
      due.push(...(await makeLots(yard.pool, LOTS_OF_AUCTION)));
    }
    await bidOnAll(yard.pool, due, bidders);
    const product = await startProduct(yard.env);
    try {
      const next = bidsInTurn(others, bidders);
      const bidFor = async (seconds: number): Promise<{ took: number[]; failed: number }> => {
        const took: number[] = [];
        let failed = 0;
        const onAnswer = (status: number, ms: number) => {
          if (status === 200) took.push(ms);
          else failed += 1;
        };
        const rate = BIDS_A_SECOND;
        await load({
          url: product.url,
          clients: 16,
          seconds,
          rate,
          method: "POST",
          next,
          onAnswer,
        });
        return { took, failed };
      };
      await bidFor(CALM_SEC);
      const alone = percentile((await bidFor(CALM_SEC)).took, 0.99);

      await setDue(yard.pool, due);
      const dueAt = performance.now() + NOTICE_MS + 1_000;
      await sleep(NOTICE_MS);
      let closedMs: number | null = null;
      const watching = (async () => {
        while ((await openOf(yard.pool, due)) > 0) await sleep(50);
        closedMs = performance.now() - dueAt;
      })();
      const beside: { took: number[]; failed: number }[] = [];
      while (closedMs === null) beside.push(await bidFor(2));
      await watching;

      const p99 = percentile(
        beside.flatMap(({ took }) => took),
        0.99,
      );
      say(`${shown(due.length)} lots with ${BIDDERS_OF_LOT} bidders each, due within a second`);
      say(`bids alone         p99 ${shown(alone)} ms`);
      say(`bids during it     p99 ${shown(p99)} ms`);
      return judge([
        {
          what: "from the last lot's time until all are closed",
          actual: closedMs,
          target: CLOSED_WITHIN_MS,
          sense: "at most",
          unit: " ms",
        },
        {
          what: "p99 of bids on other lots meanwhile",
          actual: p99,
          target: Math.max(BID_P99_MS, 3 * alone),
          sense: "at most",
          unit: " ms",
        },
        {
          what: "bids that were not accepted",
          actual: beside.reduce((sum, { failed }) => sum + failed, 0),
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

async function bidOnAll(
  pool: Pool,
  inventoryIds: readonly number[],
  bidders: readonly BenchBidder[],
): Promise<void> {
  const { rows: lots } = await pool.query<LotRow>(
    `SELECT ${lotColumns} FROM lots l JOIN inventory i ON i.id = l.inventory_id
      WHERE l.inventory_id = ANY($1::bigint[]) ORDER BY l.id`,
    [inventoryIds],
  );
  for (let first = 0; first < lots.length; first += 100) {
    const records = lots.slice(first, first + 100).map((lot, index) => {
      const from = (first + index) * 7;
      const chain = new LotChain(lot);
      const steps = Array.from({ length: BIDDERS_OF_LOT }, (_, bid) => {
        const step = {
          lotId: lot.id,
          seq: bid + 1,
          kind: "BID" as const,
          userId: bidders[(from + bid) % bidders.length]?.userId ?? 0,
          aliasNo: bid + 1,
          placedAtMs: lot.opens_at.getTime() + bid,
          closesAtMs: lot.closes_at.getTime(),
          amountCents: (bid + 1) * 100,
          requestedCents: (bid + 1) * 100,
          maxCents: (bid + 1) * 100,
          bidCount: bid + 1,
          undoesSeq: null,
          extended: false,
          ...notRequested,
        };
        return chain.add([step], step.aliasNo, { newBidder: true });
      }).flat();
      return { lot, opening: chain.begunWith, head: chain.head, steps };
    });
    await insertRecords(pool, JSON.stringify(records));
  }
  await pool.query(
    `UPDATE bidders b SET leading_cents = l.held
      FROM (SELECT leader_id, sum(leader_max_cents) AS held FROM lots GROUP BY leader_id) l
      WHERE b.user_id = l.leader_id`,
  );
  await pool.query("VACUUM ANALYZE");
}

async function insertRecords(pool: Pool, records: string): Promise<void> {
  const steps = `json_array_elements($1::json) r, json_to_recordset(r -> 'steps') AS s("lotId" bigint,
    seq int, "userId" bigint, "aliasNo" int, "placedAtMs" bigint, "closesAtMs" bigint,
    "amountCents" bigint, hash text)`;
  await pool.query(
    `INSERT INTO lot_openings (lot_id, opening)
      SELECT (r -> 'lot' ->> 'id')::bigint, (r -> 'opening')::jsonb FROM json_array_elements($1::json) r`,
    [records],
  );
  await pool.query(
    `INSERT INTO lot_bidders (lot_id, user_id, alias_no) SELECT "lotId", "userId", "aliasNo" FROM ${steps}`,
    [records],
  );
  await pool.query(
    `INSERT INTO ledger (lot_id, seq, kind, user_id, alias_no, placed_at, closes_at, amount_cents,
        requested_cents, max_cents, bid_count, extended, leader_alias, hash)
      SELECT "lotId", seq, 'BID', "userId", "aliasNo", to_timestamp("placedAtMs" / 1000.0),
        to_timestamp("closesAtMs" / 1000.0), "amountCents", "amountCents", "amountCents", seq, false,
        "aliasNo", decode(hash, 'hex') FROM ${steps} ORDER BY "lotId", seq`,
    [records],
  );
  await pool.query(
    `UPDATE lots l SET seq = s.seq, bid_count = s.seq, alias_count = s.seq, price_cents = s."amountCents",
        leader_id = s."userId", leader_max_cents = s."amountCents", chain_head = decode(s.hash, 'hex')
      FROM ${steps} WHERE l.id = s."lotId" AND s.seq = ${BIDDERS_OF_LOT}`,
    [records],
  );
}

async function setDue(pool: Pool, inventoryIds: readonly number[]): Promise<void> {
  await pool.query(
    `UPDATE lots l SET closes_at = d.at, scheduled_closes_at = d.at
      FROM (SELECT id, now() + make_interval(secs => $2 / 1000.0 + n / $3::float8) AS at
        FROM unnest($1::bigint[]) WITH ORDINALITY AS u(id, n)) d
      WHERE l.inventory_id = d.id`,
    [inventoryIds, NOTICE_MS, inventoryIds.length],
  );
}

async function openOf(pool: Pool, inventoryIds: readonly number[]): Promise<number> {
  const { rows } = await pool.query<{ open: number }>(
    "SELECT count(*) AS open FROM lots WHERE closed_at IS NULL AND inventory_id BETWEEN $1 AND $2",
    [Math.min(...inventoryIds), Math.max(...inventoryIds)],
  );
  return rows[0]?.open ?? 0;
}

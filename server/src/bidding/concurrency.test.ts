import { decideBid, type LotState } from "@gavelyard/domain/bidding/bidding";
import { defaultIncrements } from "@gavelyard/domain/bidding/bid-increments";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openMarketplace, type Marketplace, type TestBidder } from "../testing/marketplace.ts";

/** Two servers on one database, like two processes: each has its own pool, bus and desk. */
let one: Marketplace;
let two: Marketplace;
beforeAll(async () => {
  one = await openMarketplace();
  two = await openMarketplace(one.database);
});
afterAll(async () => {
  await two.close();
  await one.close();
});

const BIDDERS = 64;
const LOTS = 20;
const ROUNDS = 25;

test("64 bidders over 20 lots through two servers keep every promise", async () => {
  const bidders: TestBidder[] = [];
  for (let index = 0; index < BIDDERS; index += 1)
    bidders.push(await one.bidder(1_500_000 + index * 20_000));
  const lots: number[] = [];
  for (let index = 0; index < LOTS; index += 1) lots.push(await one.lot());

  let seed = 7;
  const chance = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const accepted: { bidId: unknown; inventoryId: number; seq: unknown }[] = [];
  await Promise.all(
    bidders.map(async (who, index) => {
      const server = index % 2 === 0 ? one : two;
      for (let round = 0; round < ROUNDS; round += 1) {
        const inventoryId = lots[chance(LOTS)] ?? 0;
        const amount = 1_000 + round * 150 + chance(40) * 50;
        const max = chance(3) === 0 ? { maxAmount: amount + chance(30) * 100 } : {};
        const { status, body } = await server.bid(who, inventoryId, amount, max);
        expect([200, 409]).toContain(status);
        if (status === 200) accepted.push({ bidId: body["bidId"], inventoryId, seq: body["seq"] });
      }
    }),
  );

  const { pool } = one.context;
  const ids = accepted.map(({ bidId }) => bidId);
  expect(new Set(ids).size).toBe(ids.length);
  const kept = await pool.query(
    "SELECT id FROM ledger WHERE kind IN ('BID', 'RAISE') AND id = ANY($1::bigint[])",
    [ids],
  );
  const all = await pool.query("SELECT id FROM ledger WHERE kind IN ('BID', 'RAISE')");
  expect(kept.rowCount).toBe(ids.length);
  expect(all.rowCount).toBe(ids.length);

  const gaps = await pool.query(
    "SELECT lot_id FROM ledger GROUP BY lot_id HAVING min(seq) <> 1 OR max(seq) <> count(*)",
  );
  expect(gaps.rows).toEqual([]);
  const holds = await pool.query(
    `SELECT b.user_id FROM bidders b
      LEFT JOIN (SELECT leader_id, sum(leader_max_cents) AS held FROM lots GROUP BY leader_id) l ON l.leader_id = b.user_id
      WHERE b.leading_cents <> coalesce(l.held, 0) OR b.leading_cents + b.awarded_cents > b.limit_cents`,
  );
  expect(holds.rows).toEqual([]);
  await replay();
});

/** Replays every ledger with the rules and compares price, leader and close. */
async function replay(): Promise<void> {
  const { pool } = one.context;
  const { rows: lots } = await pool.query("SELECT * FROM lots");
  for (const row of lots) {
    let state: LotState = {
      startingCents: row.starting_cents,
      reserveCents: row.reserve_cents,
      increments: defaultIncrements,
      opensAtMs: 0,
      closesAtMs: row.scheduled_closes_at.getTime(),
      softCloseWindowSec: row.soft_close_window_sec,
      softCloseExtendSec: row.soft_close_extend_sec,
      maxExtensions: null,
      extensions: 0,
      closed: false,
      seq: 0,
      bidCount: 0,
      priceCents: null,
      leader: null,
    };
    const { rows: ledger } = await pool.query(
      "SELECT * FROM ledger WHERE lot_id = $1 AND kind IN ('BID', 'RAISE') ORDER BY seq",
      [row.id],
    );
    for (const entry of ledger) {
      const verdict = decideBid(
        state,
        { userId: entry.user_id, limitCents: Number.MAX_SAFE_INTEGER, committedCents: 0 },
        { userId: entry.user_id, amountCents: entry.requested_cents, maxCents: entry.max_cents },
        entry.placed_at.getTime(),
      );
      if (!verdict.accepted)
        throw new Error(`row ${entry.seq} of lot ${row.id}: ${verdict.refusal.reason}`);
      expect(verdict.rows[0]).toMatchObject({
        seq: entry.seq,
        amountCents: entry.amount_cents,
        kind: entry.kind,
      });
      state = verdict.lot;
    }
    expect({
      price: state.priceCents,
      leader: state.leader?.userId ?? null,
      seq: state.seq,
      closesAtMs: state.closesAtMs,
    }).toEqual({
      price: row.price_cents,
      leader: row.leader_id,
      seq: row.seq,
      closesAtMs: row.closes_at.getTime(),
    });
  }
}

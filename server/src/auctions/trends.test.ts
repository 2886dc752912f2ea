import { afterAll, beforeAll, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { insertLot } from "../testing/lots.ts";

let app: AuthApp;
let staff: SignedUp;
let bidder: SignedUp;
beforeAll(async () => {
  app = await openAuthApp();
  staff = await app.support();
  bidder = await app.customer();
});
afterAll(() => app.close());

const none = Array.from({ length: 12 }, () => 0);
const ask = (auctions: string, by = staff) =>
  app.get(`/api/adminsupport/auction-trends?auctions=${auctions}`, by.jwt);

type Bids = readonly (readonly [kind: string, hour: number])[];

const insertBids = (lotId: number, bids: Bids, after = 0) =>
  app.query(
    `WITH alias AS (
        INSERT INTO lot_bidders (lot_id, user_id, alias_no) VALUES ($1, $2, 1)
        ON CONFLICT (lot_id, user_id) DO NOTHING)
      INSERT INTO ledger (lot_id, user_id, placed_at, closes_at, amount_cents, seq, bid_count, extended, kind)
      SELECT l.id, $2, l.opens_at + hour * interval '1 hour', l.closes_at, 100000, $5 + n, n, false, kind::ledger_kind
      FROM lots l, unnest($3::text[], $4::float8[]) WITH ORDINALITY AS bid(kind, hour, n) WHERE l.id = $1`,
    [lotId, bidder.userId, bids.map(([kind]) => kind), bids.map(([, hour]) => hour), after],
  );

async function auctionWith(bids: Bids) {
  const { lotId } = await insertLot(app.context.pool);
  await insertBids(lotId, bids);
  const [row] = await app.query(
    `UPDATE auctions a SET start_time = l.opens_at FROM lots l
      WHERE l.auction_id = a.id AND l.id = $1 RETURNING a.id`,
    [lotId],
  );
  return { lotId, auctionId: Number(row?.["id"]) };
}

test("staff read the bids over each auction's time: up to now, or to its end", async () => {
  const live = await auctionWith([
    ["BID", 0],
    ["RAISE", 1.9],
    ["BID", 2.1],
    ["PROXY", 3],
    ["BID", 23.9],
  ]);
  const over = await auctionWith([
    ["BID", -1],
    ["BID", 5.5],
    ["BID", 6],
    ["BID", 6.5],
  ]);
  await app.query(
    "UPDATE lots SET closes_at = opens_at + interval '6 hours', scheduled_closes_at = opens_at + interval '6 hours' WHERE id = $1",
    [over.lotId],
  );
  const { lotId, auctionId: ahead } = await auctionWith([]);
  await app.query(
    "UPDATE auctions SET start_time = clock_ms() + interval '1 hour' WHERE id = (SELECT auction_id FROM lots WHERE id = $1)",
    [lotId],
  );
  const ids = [live.auctionId, over.auctionId, ahead];
  const trends = [
    { id: live.auctionId, bids: none.with(0, 2).with(1, 1).with(11, 1) },
    { id: over.auctionId, bids: none.with(0, 1).with(10, 1).with(11, 2) },
    { id: ahead, bids: none },
  ];
  const all = [...ids, 9_000_000].join();
  expect((await ask(all)).json()).toEqual(trends);

  // What has ended is counted once. In the product, no bid can follow the close.
  await app.query("UPDATE lots SET closed_at = clock_ms(), outcome = 'NO_BIDS' WHERE id = $1", [
    over.lotId,
  ]);
  expect((await ask(all)).json()).toEqual(trends);
  await insertBids(over.lotId, [["BID", 3]], 4);
  await insertBids(live.lotId, [["BID", 12.5]], 5);
  expect((await ask(all)).json()).toEqual([
    { id: live.auctionId, bids: none.with(0, 2).with(1, 1).with(6, 1).with(11, 1) },
    ...trends.slice(1),
  ]);
});

test("trends are for staff only, and for up to 60 auctions", async () => {
  expect((await ask("1", await app.customer())).statusCode).toBe(403);
  expect((await ask("1,x")).json().message).toContain("separated by commas");
  const many = Array.from({ length: 61 }, (_none, at) => at + 1).join();
  expect((await ask(many)).json().message).toContain("up to 60 at once");
});

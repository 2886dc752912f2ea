import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { act } from "../events/act.ts";
import { checkProofs } from "../lot-proofs/check-proofs.ts";
import { openMarketplace, type Marketplace } from "../testing/marketplace.ts";
import { moveOpenLots } from "./move-lots.ts";

let market: Marketplace;
beforeAll(async () => {
  market = await openMarketplace();
});
afterAll(() => market?.close());

/** Creates an auction with open lots, every second one with a bid. Returns its id and units. */
async function auctionOf(lots: number): Promise<{ auctionId: number; units: number[] }> {
  const bidder = await market.bidder();
  const units = await Promise.all(Array.from({ length: lots }, () => market.lot()));
  const { rows } = await market.context.pool.query<{ auction_id: number }>(
    `UPDATE lots l SET lot_number = u.nr, auction_id = (SELECT auction_id FROM lots WHERE inventory_id = $2)
      FROM unnest($1::bigint[]) WITH ORDINALITY AS u(id, nr) WHERE l.inventory_id = u.id
      RETURNING l.auction_id`,
    [units, units[0]],
  );
  for (const unit of units.filter((_unit, index) => index % 2 === 0))
    expect((await market.bid(bidder, unit, 1_000)).status).toBe(200);
  return { auctionId: rows[0]?.auction_id ?? 0, units };
}

/** Moves the closes of an auction's lots by a minute. Returns how many statements that took. */
const move = (auctionId: number): Promise<number> =>
  act(market.context, async (tx, record) => {
    const { rows } = await tx.query<{ now: Date }>("SELECT clock_ms() AS now");
    const nowMs = rows[0]?.now.getTime() ?? 0;
    const queries = vi.spyOn(tx, "query");
    await moveOpenLots(
      tx,
      record,
      auctionId,
      ({ opensAtMs, closesAtMs }) => ({ opensAtMs, closesAtMs: closesAtMs + 60_000 }),
      { userId: null, nowMs, ip: null },
    );
    const { length } = queries.mock.calls;
    queries.mockRestore();
    return length;
  });

test("many lots move in as few statements as two, each with a row of its record", async () => {
  const [few, many] = [await auctionOf(2), await auctionOf(12)];
  expect(await move(many.auctionId)).toBe(await move(few.auctionId));
  const { rows } = await market.context.pool.query<{ lots: number; leaders: number }>(
    `SELECT count(*) AS lots, count(g.leader_alias) AS leaders FROM ledger g JOIN lots l ON l.id = g.lot_id
      WHERE l.auction_id = $1 AND g.kind = 'EXTENSION' AND g.closes_at = l.closes_at AND g.seq = l.seq
        AND g.hash = l.chain_head`,
    [many.auctionId],
  );
  expect(rows).toEqual([{ lots: 12, leaders: 6 }]);
  // Ends all lots of its auction.
  await market.end(many.units[0] ?? 0);
  await expect
    .poll(() =>
      market.context.pool.query(
        "SELECT 1 FROM lot_roots r JOIN lots l ON l.id = r.lot_id WHERE l.auction_id = $1",
        [many.auctionId],
      ),
    )
    .toMatchObject({ rowCount: 12 });
  expect(await checkProofs(market.context)).toBe(0);
});

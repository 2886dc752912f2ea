import { closeLots } from "../bidding/close-lots.ts";
import type { AuthApp, SignedUp } from "./auth-app.ts";
import { takeSerials } from "./serial.ts";

export interface BidOnLot {
  readonly auctionId: number;
  readonly lotId: number;
  readonly inventoryId: number;
  /** In bid order. */
  readonly bidders: readonly SignedUp[];
}

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

/** Creates units that can be offered, with a starting price of $1,000 and a reserve of $2,000. */
export async function offerableUnits(app: AuthApp, count: number): Promise<number[]> {
  const first = takeSerials(count);
  const rows = await app.query(
    `WITH yard AS (INSERT INTO yards (name, street, city, state, zip, time_zone)
        VALUES ('North yard', '1 Main St', 'Amarillo', 'TX', '79101', 'America/Chicago') RETURNING id)
      INSERT INTO inventory (slug, stock_number, inventory_type, identifier_type, model_year, manufacturer,
        model, title_brand, yard_id, specs, starting_cents, reserve_cents, status)
      SELECT 's-' || n, 'S' || n, 'TRUCK_TRACTOR', 'NONE', 2019, 'Peterbilt', '579', 'CLEAN', yard.id, '{}',
        100000, 200000, 'AVAILABLE' FROM yard, generate_series($1::int, $2::int) AS n RETURNING id`,
    [first, first + count - 1],
  );
  return rows.map(({ id }) => Number(id));
}

/** Helpers that create auctions with bids, for tests of what happens after the close. */
export function salesOn(app: AuthApp, staff: SignedUp) {
  const bid = async (inventoryId: number, bidder: SignedUp, amount: number) => {
    const reply = await app.post(
      `/api/bids/inventory/${inventoryId}/user/${bidder.userId}?amount=${amount}`,
      undefined,
      bidder.jwt,
    );
    if (reply.statusCode !== 200) throw new Error(`no bid: ${reply.body}`);
  };

  /** Creates a live auction whose lots get these bids in whole dollars, each from a new bidder. */
  const auctionWith = async (bidsOfLots: readonly (readonly number[])[]): Promise<BidOnLot[]> => {
    const units = await offerableUnits(app, bidsOfLots.length);
    const created = await app.post(
      "/api/adminsupport/auctions/create",
      {
        auctionName: `Sale of unit ${units[0]}`,
        timeZone: "America/Chicago",
        startTime: inMs(-3_600_000),
        scheduledEndTime: inMs(3_600_000),
        lots: units.map((inventoryId) => ({ inventoryId })),
      },
      staff.jwt,
    );
    const sale = created.json<{ id: number; runList: { inventoryId: number; lotId: number }[] }>();
    const lots: BidOnLot[] = [];
    for (const [index, { inventoryId, lotId }] of sale.runList.entries()) {
      const bidders: SignedUp[] = [];
      for (const amount of bidsOfLots[index] ?? []) {
        const bidder = await app.customer();
        await bid(inventoryId, bidder, amount);
        bidders.push(bidder);
      }
      lots.push({ auctionId: sale.id, inventoryId, lotId, bidders });
    }
    return lots;
  };

  let second: Promise<SignedUp> | undefined;
  /** Confirms as another administrator that an auction ends early (D38). */
  const confirmEnd = async (auctionId: number) => {
    second ??= app.administrator();
    const [proposal] = await app.query(
      "SELECT id FROM proposals WHERE kind = 'AUCTION_END' AND subject_id = $1 AND status = 'PENDING'",
      [auctionId],
    );
    const path = `/api/adminsupport/proposals/${Number(proposal?.["id"])}/confirm`;
    return app.post(path, undefined, (await second).jwt);
  };

  /** Ends an auction, with a second person if the rule is on, and closes its lots. */
  const close = async (auctionId: number): Promise<void> => {
    const moved = await app.patch(
      `/api/adminsupport/auctions/${auctionId}/status`,
      { status: "EXPIRED", reason: "Every unit is sold elsewhere" },
      staff.jwt,
    );
    const ended = moved.statusCode === 202 ? await confirmEnd(auctionId) : moved;
    if (ended.statusCode !== 200) throw new Error(`not ended: ${ended.body}`);
    const isOpen = async () =>
      (
        await app.query("SELECT 1 FROM lots WHERE auction_id = $1 AND closed_at IS NULL", [
          auctionId,
        ])
      ).length > 0;
    // The server's own loop can also close them.
    while (await isOpen()) await closeLots(app.context);
  };

  const closedWith = async (...bidsOfLots: (readonly number[])[]): Promise<BidOnLot[]> => {
    const lots = await auctionWith(bidsOfLots);
    const [first] = lots;
    if (first !== undefined) await close(first.auctionId);
    return lots;
  };

  /** Creates a lot with a declared winner, who owes $3,450 for a hammer price of $3,000. */
  const declared = async () => {
    const [lot] = await closedWith([2_500, 3_000]);
    const winner = lot?.bidders.at(-1);
    if (lot === undefined || winner === undefined) throw new Error("no lot");
    const path = `/api/bids/adminsupport/winningBids/${lot.auctionId}`;
    const list = (await app.get(path, staff.jwt)).json<object>();
    const reply = await app.post(
      `/api/bids/adminsupport/declareWinner/${lot.auctionId}`,
      list,
      staff.jwt,
    );
    const [won] = reply.json<{ invoiceId: number; awardId: number }[]>();
    if (won === undefined) throw new Error(`no winner: ${reply.body}`);
    return { lot, winner, invoiceId: won.invoiceId, awardId: won.awardId };
  };

  /** Creates lots with one declared winner, who owes $3,450 for each. */
  const declaredTo = async (count: number, buyer?: SignedUp) => {
    const lots = await auctionWith(Array.from({ length: count }, () => [2_500]));
    const winner = buyer ?? (await app.customer());
    for (const { inventoryId } of lots) await bid(inventoryId, winner, 3_000);
    const auctionId = lots[0]?.auctionId ?? 0;
    await close(auctionId);
    const list = (
      await app.get(`/api/bids/adminsupport/winningBids/${auctionId}`, staff.jwt)
    ).json<object>();
    const reply = await app.post(
      `/api/bids/adminsupport/declareWinner/${auctionId}`,
      list,
      staff.jwt,
    );
    const won = reply.json<{ invoiceId: number; awardId: number }[]>();
    return {
      lots,
      winner,
      auctionId,
      invoiceIds: won.map(({ invoiceId }) => invoiceId),
      awardIds: won.map(({ awardId }) => awardId),
    };
  };

  return { auctionWith, close, closedWith, declared, declaredTo };
}

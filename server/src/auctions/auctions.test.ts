import type { Auction } from "@gavelyard/contract/auctions/auctions";
import type { InventoryCard } from "@gavelyard/contract/inventory/inventory";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowseApp, type BrowseApp } from "../testing/browse-app.ts";

let browse: BrowseApp;

beforeAll(async () => {
  browse = await openBrowseApp("still demo");
});
afterAll(() => browse.close());

const all = async () => (await browse.get("/auctions")).body as Auction[];
const byId = async (id: number) =>
  (await browse.get(`/auctions/${id}`)).body as Auction & { runList: InventoryCard[] };

async function firstId(status: Auction["status"]): Promise<number> {
  return (await all()).find((auction) => auction.status === status)?.id ?? 0;
}

describe("GET /auctions", () => {
  it("puts live ones first by their end, then upcoming ones by their start, then the latest over", async () => {
    const auctions = await all();
    const places = ["LIVE", "UPCOMING", "UNKNOWN", "EXPIRED"];
    const ranks = auctions.map(({ status }) => places.indexOf(status));
    expect(ranks).toEqual(ranks.toSorted());
    const ends = auctions
      .filter(({ status }) => status === "EXPIRED")
      .map(({ endTime }) => endTime ?? "");
    expect(ends).toEqual(ends.toSorted().toReversed());
    const starts = auctions
      .filter(({ status }) => status === "UPCOMING")
      .map(({ startTime }) => startTime ?? "");
    expect(starts).toEqual(starts.toSorted());
  });

  it("lists the 50 that ended last, and no draft or cancelled one", async () => {
    await browse.pool.query(
      `INSERT INTO auctions (name, time_zone, start_time, scheduled_end_time, lifecycle)
        SELECT 'Old sale ' || n, 'America/Denver', now() - n * interval '1 day' - interval '1 hour', now() - n * interval '1 day',
          CASE n % 10 WHEN 0 THEN 'DRAFT' WHEN 5 THEN 'CANCELLED' ELSE 'SETTLED' END
        FROM generate_series(30, 200) n`,
    );
    const auctions = await all();
    expect(auctions.filter(({ status }) => status === "EXPIRED")).toHaveLength(50);
    const numbers = auctions.flatMap(({ name }) =>
      name.startsWith("Old sale ") ? [Number(name.slice(9))] : [],
    );
    expect(numbers.filter((number) => number % 5 === 0)).toEqual([]);
    expect(Math.max(...numbers)).toBeLessThan(100);
    await browse.pool.query("DELETE FROM auctions WHERE name LIKE 'Old sale %'");
  });

  it("is UNKNOWN without a start", async () => {
    await browse.pool.query(
      "INSERT INTO auctions (name, time_zone, lifecycle) VALUES ('Some day', 'UTC', 'PUBLISHED')",
    );
    expect((await all()).find(({ name }) => name === "Some day")).toMatchObject({
      status: "UNKNOWN",
      startTime: null,
      endTime: null,
    });
  });
});

describe("GET /auctions/{id}", () => {
  it("has its run list by lot number, each card with its lot of this auction", async () => {
    const auction = await byId(await firstId("LIVE"));
    expect(auction.runList).toHaveLength(auction.lots);
    expect(auction.runList.map(({ lot }) => Number(lot?.lotNumber))).toEqual(
      auction.runList.map((_, index) => index + 1),
    );
    expect(auction.runList.every(({ lot }) => lot?.auctionId === auction.id)).toBe(true);
    const open = auction.runList.filter(({ lot }) => lot?.status === "OPEN").length;
    expect(auction.openLots).toBe(open);
    expect(auction.soldLots).toBe(
      auction.runList.filter(({ lot }) => lot?.outcome === "SOLD").length,
    );
  });

  it("keeps a unit in the run list of an auction after it was offered again", async () => {
    const over = await byId(await firstId("EXPIRED"));
    const unit = over.runList.find(({ lot }) => lot?.outcome !== "SOLD");
    const live = await firstId("LIVE");
    await browse.pool.query(
      `WITH l AS (INSERT INTO lots (inventory_id, auction_id, opens_at, closes_at, scheduled_closes_at, starting_cents, lot_number, soft_close_window_sec, soft_close_extend_sec)
        VALUES ($1, $2, now(), now() + interval '1 hour', now() + interval '1 hour', 100000, 999, 120, 120) RETURNING id)
      UPDATE inventory SET current_lot_id = l.id, status = 'IN_AUCTION' FROM l WHERE inventory.id = $1`,
      [unit?.id, live],
    );
    const again = (await byId(over.id)).runList.find(({ id }) => id === unit?.id);
    expect(again?.lot).toEqual(unit?.lot);
    expect((await byId(live)).runList.find(({ id }) => id === unit?.id)?.lot).toMatchObject({
      lotNumber: "999",
      status: "OPEN",
    });
  });

  it("ends with its latest lot, and is over one millisecond after", async () => {
    const id = await firstId("LIVE");
    await browse.pool.query(
      "UPDATE lots SET closes_at = clock_ms() + interval '1 hour' WHERE auction_id = $1 AND closed_at IS NULL",
      [id],
    );
    await browse.pool.query(
      "UPDATE lots SET closes_at = clock_ms() + interval '2 hours' WHERE id = (SELECT max(id) FROM lots WHERE auction_id = $1 AND closed_at IS NULL)",
      [id],
    );
    const live = await byId(id);
    expect(live.status).toBe("LIVE");
    expect(live.auctionStatus).toBe("LIVE");
    expect(
      Math.round((Date.parse(live.endTime ?? "") - Date.parse(live.serverTime)) / 60_000),
    ).toBe(120);
    await browse.pool.query(
      "UPDATE lots SET closes_at = clock_ms() - interval '1 millisecond' WHERE auction_id = $1 AND closes_at > clock_ms()",
      [id],
    );
    expect(await byId(id)).toMatchObject({ status: "EXPIRED", openLots: 0 });
  });

  it("ends as scheduled while it has no lot", async () => {
    const { rows } = await browse.pool.query<{ id: number }>(
      `INSERT INTO auctions (name, time_zone, start_time, scheduled_end_time, lifecycle)
        VALUES ('Empty', 'America/Phoenix', now() + interval '1 hour', now() + interval '3 hours', 'PUBLISHED') RETURNING id`,
    );
    const auction = await byId(rows[0]?.id ?? 0);
    expect(auction).toMatchObject({
      status: "UPCOMING",
      lots: 0,
      runList: [],
      timeZone: "America/Phoenix",
    });
    expect(auction.endTime).toBe(auction.scheduledEndTime);
  });

  it("is not found when it is a draft", async () => {
    const { rows } = await browse.pool.query<{ id: number }>(
      "INSERT INTO auctions (name, time_zone) VALUES ('Draft', 'UTC') RETURNING id",
    );
    expect((await browse.get(`/auctions/${rows[0]?.id}`)).status).toBe(404);
    expect((await browse.get("/auctions/123456789")).status).toBe(404);
  });
});

import type { Auction } from "@gavelyard/contract/auctions/auctions";
import { mediaUrl } from "@gavelyard/contract/inventory/media";
import { auctionStatusAt } from "@gavelyard/domain/auctions/auction-status";
import type { Db } from "../db/pool.ts";

const EXPIRED_LISTED = 50;

export interface AuctionRow {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly image_id: string | null;
  readonly time_zone: string;
  readonly start_time: Date | null;
  readonly scheduled_end_time: Date | null;
  readonly last_close: Date | null;
  readonly lots: number;
  readonly open_lots: number;
  readonly sold_lots: number;
  readonly now: Date;
}

const shown = "a.lifecycle IN ('PUBLISHED', 'SETTLED')";

export const auctionColumns = `a.id, a.name, a.description, a.image_id, a.time_zone, a.start_time,
  a.scheduled_end_time, z.last_close, z.lots, z.open_lots, z.sold_lots, clock_ms() AS now`;

export const auctionLots = `CROSS JOIN LATERAL (
  SELECT max(l.closes_at) AS last_close, count(*) AS lots,
    count(*) FILTER (WHERE l.closed_at IS NULL AND l.opens_at <= clock_ms() AND l.closes_at >= clock_ms())
      AS open_lots,
    count(*) FILTER (WHERE l.outcome = 'SOLD') AS sold_lots
  FROM lots l WHERE l.auction_id = a.id) z`;

const WIDE = 1280;

/**
 * Builds an auction with its status by the database's clock; its latest close ends it (D16, D17).
 */
export function toAuction(row: AuctionRow): Auction {
  const end = row.last_close ?? row.scheduled_end_time;
  const status = auctionStatusAt(row.now.getTime(), {
    startMs: row.start_time?.getTime() ?? null,
    endMs: end?.getTime() ?? null,
  });
  return {
    id: row.id,
    auctionName: row.name,
    name: row.name,
    description: row.description,
    imageUrl: row.image_id === null ? null : mediaUrl(row.image_id, WIDE, "webp"),
    timeZone: row.time_zone,
    startTime: row.start_time?.toISOString() ?? null,
    endTime: end?.toISOString() ?? null,
    scheduledEndTime: row.scheduled_end_time?.toISOString() ?? null,
    status,
    auctionStatus: status,
    lots: row.lots,
    openLots: row.open_lots,
    soldLots: row.sold_lots,
    serverTime: row.now.toISOString(),
  };
}

/** Reads published auctions: live ones by end, upcoming ones by start, then the last ended ones. */
export async function listAuctions(db: Db): Promise<Auction[]> {
  const { rows } = await db.query<AuctionRow>({
    name: "auctions",
    // Limits ended auctions by their latest close, before any lots are counted.
    text: `WITH ends AS MATERIALIZED (
        SELECT a.id, coalesce((SELECT max(l.closes_at) FROM lots l WHERE l.auction_id = a.id),
          a.scheduled_end_time) AS ends FROM auctions a WHERE ${shown}),
      listed AS (
        SELECT id FROM ends WHERE ends IS NULL OR ends >= (SELECT clock_ms())
        UNION ALL
        (SELECT id FROM ends WHERE ends < (SELECT clock_ms()) ORDER BY ends DESC, id DESC
          LIMIT ${EXPIRED_LISTED}))
      SELECT ${auctionColumns} FROM listed JOIN auctions a USING (id) ${auctionLots}`,
  });
  return inOrder(rows.map(toAuction));
}

const rank: Readonly<Record<Auction["status"], number>> = {
  LIVE: 0,
  UPCOMING: 1,
  UNKNOWN: 2,
  EXPIRED: 3,
};

function inOrder(auctions: Auction[]): Auction[] {
  const time = (auction: Auction) => {
    if (auction.status === "LIVE") return Date.parse(auction.endTime ?? "");
    if (auction.status === "UPCOMING") return Date.parse(auction.startTime ?? "");
    return auction.status === "EXPIRED" ? -Date.parse(auction.endTime ?? "") : auction.id;
  };
  return auctions.sort(
    (one, other) =>
      rank[one.status] - rank[other.status] || time(one) - time(other) || one.id - other.id,
  );
}

export async function auctionById(db: Db, id: number): Promise<Auction | null> {
  const { rows } = await db.query<AuctionRow>({
    name: "auction",
    text: `SELECT ${auctionColumns} FROM auctions a ${auctionLots} WHERE a.id = $1 AND ${shown}`,
    values: [id],
  });
  return rows[0] === undefined ? null : toAuction(rows[0]);
}

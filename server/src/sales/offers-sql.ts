import type { InventoryType } from "@gavelyard/domain/inventory/vehicle-class";
import type { FeeSchedule } from "@gavelyard/domain/sales/fees";
import type { PoolClient } from "pg";
import type { Db } from "../db/pool.ts";
import { placeOfSale, type PlaceJson } from "../inventory/tax-sql.ts";
import { certificatesOfUser, type StoredCertificate } from "./invoice/tax-of-sale-sql.ts";
import type { SaleOffer } from "./sale-sql.ts";

export async function insertOffer(
  tx: PoolClient,
  lotId: number,
  offer: {
    readonly kind: SaleOffer["kind"];
    readonly userId: number;
    readonly bidId: number;
    readonly cents: number;
    readonly until: string;
  },
  by: number,
): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    `INSERT INTO offers (lot_id, user_id, bid_id, kind, cents, valid_until, created_by)
      VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
    [lotId, offer.userId, offer.bidId, offer.kind, offer.cents, offer.until, by],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("an offer was not written");
  return id;
}

export async function setOfferStatus(
  tx: PoolClient,
  offerId: number,
  status: "ACCEPTED" | "DECLINED" | "WITHDRAWN",
): Promise<void> {
  await tx.query("UPDATE offers SET status = $2, answered_at = clock_ms() WHERE id = $1", [
    offerId,
    status,
  ]);
}

/** Returns the lot of a user's offer; null if the user has no such offer. */
export async function lotOfOffer(db: Db, offerId: number, userId: number): Promise<number | null> {
  const { rows } = await db.query<{ lot_id: number }>(
    "SELECT lot_id FROM offers WHERE id = $1 AND user_id = $2",
    [offerId, userId],
  );
  return rows[0]?.lot_id ?? null;
}

export interface OfferRow extends SaleOffer {
  readonly lotId: number;
  readonly auctionId: number;
  readonly auctionName: string;
  readonly inventoryId: number;
  /** Null for the default fees. */
  readonly fees: FeeSchedule | null;
  readonly type: InventoryType;
  readonly state: string;
  /** Today in the yard's time zone, since an accepted offer is a sale of that day (D94). */
  readonly day: string;
  readonly place: PlaceJson | null;
  readonly certificates: readonly StoredCertificate[];
  readonly nowMs: number;
}

const today = "(clock_ms() AT TIME ZONE y.time_zone)::date";
const offers = `SELECT o.id, o.kind, o.user_id AS "userId", o.bid_id AS "bidId", o.cents, o.status,
    o.valid_until AS until, o.created_at AS made, o.answered_at AS answered,
    o.created_by AS "createdBy", o.lot_id AS "lotId",
    l.auction_id AS "auctionId", c.name AS "auctionName", l.inventory_id AS "inventoryId",
    c.fee_schedule AS fees, i.inventory_type AS type, y.state, ${today}::text AS day,
    ${placeOfSale(today, "c.taxed_by_place")} AS place, ${certificatesOfUser("o.user_id")} AS certificates,
    clock_ms() AS now
  FROM offers o JOIN lots l ON l.id = o.lot_id JOIN auctions c ON c.id = l.auction_id
  JOIN inventory i ON i.id = l.inventory_id JOIN yards y ON y.id = i.yard_id`;

interface RawOffer extends Omit<OfferRow, "untilMs" | "madeAt" | "answeredAt" | "nowMs"> {
  readonly until: Date;
  readonly made: Date;
  readonly answered: Date | null;
  readonly now: Date;
}

const toRow = ({ until, made, answered, now, ...row }: RawOffer): OfferRow => ({
  ...row,
  untilMs: until.getTime(),
  madeAt: made.toISOString(),
  answeredAt: answered?.toISOString() ?? null,
  nowMs: now.getTime(),
});

/** Returns the offers made to a user, newest first, at most 100. */
export async function offersOf(db: Db, userId: number): Promise<OfferRow[]> {
  const { rows } = await db.query<RawOffer>(
    `${offers} WHERE o.user_id = $1 ORDER BY o.id DESC LIMIT 100`,
    [userId],
  );
  return rows.map(toRow);
}

export async function offerById(db: Db, offerId: number): Promise<OfferRow | null> {
  const { rows } = await db.query<RawOffer>(`${offers} WHERE o.id = $1`, [offerId]);
  return rows[0] === undefined ? null : toRow(rows[0]);
}

/**
 * Moves the deadlines of open second-chance offers and delivery quotes that end between two times, or
 * from `from` on if `to` is null. Counteroffers keep theirs, which their lot's record contains (D63).
 */
export async function moveDeadlines(
  tx: PoolClient,
  { from, to, byMs }: { readonly from: Date; readonly to: Date | null; readonly byMs: number },
): Promise<void> {
  const values = [from, to ?? "infinity", `${byMs} ms`];
  await tx.query(
    `UPDATE offers SET valid_until = valid_until + $3::interval
      WHERE status = 'OPEN' AND kind = 'SECOND_CHANCE'
        AND valid_until BETWEEN $1::timestamptz AND $2::timestamptz`,
    values,
  );
  await tx.query(
    `UPDATE deliveries SET quote_until = quote_until + $3::interval
      WHERE status = 'QUOTED' AND quote_until BETWEEN $1::timestamptz AND $2::timestamptz`,
    values,
  );
}

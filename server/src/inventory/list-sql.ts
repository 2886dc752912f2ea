import type { inventorySorts } from "@gavelyard/contract/inventory-filter";
import type { InventoryCard } from "@gavelyard/contract/inventory";
import type { Pool } from "pg";
import type { Db } from "../db/pool.ts";
import {
  CARD_IMAGES,
  cardColumns,
  cardList,
  cardTables,
  toCard,
  type CardList,
  type CardRow,
} from "./card-sql.ts";
import { published } from "./sql.ts";

export type InventorySort = (typeof inventorySorts)[number];

/** Which part of a list is read: whole numbers, checked by the contract. */
export interface PageOfList {
  readonly sort: InventorySort;
  readonly page: number;
  readonly size: number;
}

/** Of which units a list is: the units of `shown`, which are the ones with an open lot and `withoutLot`. */
interface Scope {
  readonly shown: string;
  readonly withoutLot: string;
}
const publicUnits: Scope = {
  shown: published,
  withoutLot: "i.status NOT IN ('DRAFT', 'WITHDRAWN', 'ARCHIVED', 'IN_AUCTION')",
};

/** Units as staff list them unless they ask for a status. */
export const unarchivedUnits: Scope = {
  shown: "i.status <> 'ARCHIVED'",
  withoutLot: "i.status NOT IN ('ARCHIVED', 'IN_AUCTION')",
};

/** Orders that one index of `inventory` holds. */
const byIndex: Partial<Record<InventorySort, string>> = {
  NEWEST: "i.created_at DESC, i.id DESC",
  YEAR_NEW: "i.model_year DESC, i.id DESC",
  YEAR_OLD: "i.model_year, i.id",
  ODOMETER_LOW: "i.odometer, i.id",
};

/** Orders by what bids change: units with an open lot by the lot, all others by their last run. */
const byLot: Partial<Record<InventorySort, { lot: string; unit: string; direction: string }>> = {
  PRICE_LOW: {
    lot: "coalesce(l.price_cents, l.starting_cents)",
    unit: "coalesce(i.last_price_cents, i.starting_cents)",
    direction: "ASC",
  },
  PRICE_HIGH: {
    lot: "coalesce(l.price_cents, l.starting_cents)",
    unit: "coalesce(i.last_price_cents, i.starting_cents)",
    direction: "DESC",
  },
  MOST_BIDS: { lot: "l.bid_count", unit: "i.last_bid_count", direction: "DESC" },
};

/** Page sizes of our own screens; their first pages are prepared once for each connection. */
const preparedSizes = new Set([10, 12, 24, 48]);

/** A page of all published units, in one statement. */
export async function listCards(db: Db, { sort, page, size }: PageOfList): Promise<CardList> {
  // Whole numbers of the contract's bounds stand in the text, since the planner must know them.
  const limit = Math.trunc(size);
  const offset = Math.trunc(page) * limit;
  const text = `WITH page AS MATERIALIZED (${idsInOrder(sort, limit, offset)})
    SELECT ${cardColumns(CARD_IMAGES)} FROM page JOIN inventory i ON i.id = page.id ${cardTables}
    ORDER BY page.n`;
  const prepared = offset === 0 && preparedSizes.has(limit);
  const { rows } = await db.query<CardRow>(
    prepared ? { name: `list-${sort}-${limit}`, text } : { text },
  );
  return cardList(rows);
}

/** Narrows a walk along an order to units of which this holds; SQL over a unit's number. */
export type Member = (idColumn: string) => string;
const anyUnit: Member = () => "true";

/** The numbers of units in an order, as statements that walk along an index. */
export function idsInOrder(
  sort: InventorySort,
  limit: number,
  offset: number,
  member: Member = anyUnit,
  scope: Scope = publicUnits,
): string {
  const order = byIndex[sort];
  if (order !== undefined) {
    return `SELECT o.id, row_number() OVER () AS n FROM (
      SELECT i.id FROM inventory i WHERE ${scope.shown} AND ${member("i.id")}
      ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}) o`;
  }
  const keys = byLot[sort];
  if (keys === undefined) return idsClosingSoon(limit, offset, member, scope);
  const { lot, unit, direction } = keys;
  const reach = limit + offset;
  return `SELECT m.id, row_number() OVER (ORDER BY m.key ${direction}, m.id ${direction}) AS n FROM (
      (SELECT l.inventory_id AS id, ${lot} AS key FROM lots l
        WHERE l.closed_at IS NULL AND ${member("l.inventory_id")} ORDER BY 2 ${direction}, 1 ${direction} LIMIT ${reach})
      UNION ALL
      (SELECT i.id, ${unit} FROM inventory i WHERE ${scope.withoutLot} AND ${member("i.id")}
        ORDER BY 2 ${direction}, 1 ${direction} LIMIT ${reach})
    ) m ORDER BY m.key ${direction}, m.id ${direction} LIMIT ${limit} OFFSET ${offset}`;
}

/**
 * Open lots by their close, then upcoming ones by theirs, then those whose time is up but that are
 * not closed yet, then everything else, newest first.
 */
function idsClosingSoon(
  limit: number,
  offset: number,
  member: Member,
  { withoutLot }: Scope,
): string {
  const reach = limit + offset;
  const phase = (rank: number, condition: string) => `
      (SELECT l.inventory_id AS id, ${rank} AS rank, l.closes_at FROM lots l
        WHERE l.closed_at IS NULL AND ${condition} AND ${member("l.inventory_id")}
        ORDER BY l.closes_at, l.id LIMIT ${reach})`;
  // A subselect is computed once, a volatile function in the condition once for every row.
  const now = "(SELECT clock_ms())";
  return `SELECT o.id, row_number() OVER (ORDER BY o.part, o.n) AS n FROM (
      WITH head AS MATERIALIZED (
        SELECT h.id, row_number() OVER (ORDER BY h.rank, h.closes_at, h.id) AS n FROM (
          ${phase(0, `l.closes_at >= ${now} AND l.opens_at <= ${now}`)} UNION ALL
          ${phase(1, `l.closes_at >= ${now} AND l.opens_at > ${now}`)} UNION ALL
          ${phase(2, `l.closes_at < ${now}`)}
        ) h ORDER BY h.rank, h.closes_at, h.id LIMIT ${limit} OFFSET ${offset}
      ), tail AS (
        SELECT i.id FROM inventory i WHERE ${withoutLot} AND ${member("i.id")}
        ORDER BY i.created_at DESC, i.id DESC LIMIT ${limit} - (SELECT count(*) FROM head)
        OFFSET CASE WHEN (SELECT count(*) FROM head) = ${limit} THEN 0
          ELSE greatest(0, ${offset} - (SELECT count(*) FROM lots l
            WHERE l.closed_at IS NULL AND ${member("l.inventory_id")})) END
      )
      SELECT id, 0 AS part, n FROM head
      UNION ALL SELECT id, 1, row_number() OVER () FROM tail
    ) o ORDER BY o.part, o.n LIMIT ${limit}`; // The limit tells the planner how few they are.
}

/** How many units are published. */
export async function countPublished(db: Pool): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: "count-published",
    text: `SELECT count(*) FROM inventory i WHERE ${published}`,
  });
  return rows[0]?.count ?? 0;
}

/** At most 24 featured units: open lots by their close, then upcoming ones, then the rest. */
export async function featuredCards(db: Db): Promise<InventoryCard[]> {
  const { rows } = await db.query<CardRow>({
    name: "featured",
    text: `SELECT ${cardColumns(CARD_IMAGES)} FROM inventory i ${cardTables}
      WHERE i.featured AND ${published} ORDER BY ${closingSoon} LIMIT 24`,
  });
  return rows.map(toCard);
}

/** The order CLOSING_SOON over `inventory i LEFT JOIN lots l`. */
export const closingSoon = `
  CASE WHEN l.closed_at IS NULL AND l.closes_at >= (SELECT clock_ms()) AND l.opens_at <= (SELECT clock_ms()) THEN 0
    WHEN l.closed_at IS NULL AND l.opens_at > (SELECT clock_ms()) THEN 1
    WHEN l.id IS NOT NULL AND l.closed_at IS NULL THEN 2 ELSE 3 END,
  CASE WHEN l.closed_at IS NULL THEN l.closes_at END, i.created_at DESC, i.id DESC`;

import { t } from "@gavelyard/messages/text";
import type { ControlEvent, ControlLot } from "@gavelyard/contract/auctions/control";
import { centsToDollars } from "@gavelyard/domain/money";
import { lotLabel } from "@gavelyard/domain/auctions/run-list";
import { aliasName, reserveState } from "@gavelyard/domain/bidding/bidding";
import type { Db } from "../../db/pool.ts";
import { lotStatusAt, unitTitle } from "../../inventory/sql.ts";

const MAX_EVENTS = 100;

export interface ControlledAuction {
  readonly id: number;
  readonly name: string;
  readonly time_zone: string;
  readonly now: Date;
}

export async function controlledAuction(db: Db, id: number): Promise<ControlledAuction | null> {
  const { rows } = await db.query<ControlledAuction>(
    `SELECT id, name, time_zone, clock_ms() AS now FROM auctions
      WHERE id = $1 AND lifecycle IN ('PUBLISHED', 'SETTLED')`,
    [id],
  );
  return rows[0] ?? null;
}

interface ControlLotRow {
  readonly id: number;
  readonly inventory_id: number;
  readonly lot_number: number;
  readonly lot_suffix: string;
  readonly title: string;
  readonly opens_at: Date;
  readonly closes_at: Date;
  readonly closed_at: Date | null;
  readonly outcome: ControlLot["outcome"];
  readonly starting_cents: number;
  readonly price_cents: number | null;
  readonly reserve_cents: number | null;
  readonly leader_id: number | null;
  readonly leader_name: string | null;
  readonly leader_alias: number | null;
  readonly bid_count: number;
  readonly bids_last_minute: number;
  readonly extensions: number;
  readonly seq: number;
  readonly tries: number | null;
  readonly next_try_at: Date | null;
}

/** Reads an auction's lots in run list order. `watchersOf` counts a lot's live connections. */
export async function controlLots(
  db: Db,
  auctionId: number,
  now: Date,
  watchersOf: (inventoryId: number) => number,
): Promise<ControlLot[]> {
  const { rows } = await db.query<ControlLotRow>(
    `SELECT l.id, l.inventory_id, l.lot_number, l.lot_suffix, ${unitTitle} AS title, l.opens_at,
        l.closes_at, l.closed_at, l.outcome, l.starting_cents, l.price_cents, l.reserve_cents,
        l.leader_id, u.name AS leader_name, b.alias_no AS leader_alias, l.bid_count,
        coalesce(m.bids, 0) AS bids_last_minute, l.extensions, l.seq,
        f.tries, f.next_try_at
      FROM lots l JOIN inventory i ON i.id = l.inventory_id
      LEFT JOIN users u ON u.id = l.leader_id
      LEFT JOIN lot_bidders b ON b.lot_id = l.id AND b.user_id = l.leader_id
      LEFT JOIN failed_closes f ON f.lot_id = l.id AND l.closed_at IS NULL
      LEFT JOIN LATERAL (
        SELECT count(*) FILTER (WHERE r.kind IN ('BID', 'RAISE')
          AND r.placed_at > $2::timestamptz - interval '1 minute') AS bids
        FROM (SELECT g.kind, g.placed_at FROM ledger g WHERE g.lot_id = l.id
          ORDER BY g.seq DESC LIMIT 1000) r
      ) m ON l.closed_at IS NULL AND l.bid_count > 0
      WHERE l.auction_id = $1 ORDER BY l.lot_number, l.lot_suffix`,
    [auctionId, now],
  );
  const dollars = (cents: number | null) => (cents === null ? null : centsToDollars(cents));
  return rows.map((row) => ({
    lotId: row.id,
    inventoryId: row.inventory_id,
    lotNumber: lotLabel({ lotNumber: row.lot_number, suffix: row.lot_suffix }),
    name: row.title,
    status: lotStatusAt(now.getTime(), row),
    outcome: row.outcome,
    startingPrice: centsToDollars(row.starting_cents),
    price: dollars(row.price_cents),
    reserve: dollars(row.reserve_cents),
    reserveState: reserveState(row.reserve_cents, row.price_cents),
    leader:
      row.leader_id === null
        ? null
        : {
            userId: row.leader_id,
            name: row.leader_name ?? "",
            alias: row.leader_alias === null ? "" : aliasName(row.leader_alias),
          },
    bidCount: row.bid_count,
    bidsLastMinute: row.bids_last_minute,
    watchers: row.closed_at === null ? watchersOf(row.inventory_id) : 0,
    opensAt: row.opens_at.toISOString(),
    closesAt: row.closes_at.toISOString(),
    extensions: row.extensions,
    seq: row.seq,
    failedClose:
      row.tries === null || row.next_try_at === null
        ? null
        : { tries: row.tries, nextTryAt: row.next_try_at.toISOString() },
  }));
}

interface EventRow {
  readonly key: string;
  readonly at: Date;
  readonly kind: ControlEvent["kind"];
  readonly lot_number: number | null;
  readonly lot_suffix: string | null;
  readonly inventory_id: number | null;
  readonly bid_id: number | null;
  readonly user_id: number | null;
  readonly bidder_name: string | null;
  readonly alias_no: number | null;
  readonly amount_cents: number | null;
  readonly actor_name: string | null;
  readonly note: string | null;
}

/**
 * Reads the latest events of an auction, newest first: ledger rows, staff actions on the auction,
 * and failed closes.
 */
export async function controlLog(db: Db, auctionId: number): Promise<ControlEvent[]> {
  const { rows } = await db.query<EventRow>(
    `(SELECT 'ledger-' || g.id AS key, g.placed_at AS at, g.kind, l.lot_number, l.lot_suffix,
        l.inventory_id,
        CASE WHEN g.kind IN ('BID', 'RAISE') AND l.closed_at IS NULL AND clock_ms() <= l.closes_at
          AND NOT EXISTS (SELECT 1 FROM ledger u WHERE u.lot_id = g.lot_id AND u.undoes_seq = g.seq) THEN g.id END AS bid_id,
        g.user_id, b.name AS bidder_name, g.alias_no, g.amount_cents, s.name AS actor_name,
        g.reason AS note
      FROM lots l CROSS JOIN LATERAL (
        SELECT * FROM ledger n WHERE n.lot_id = l.id ORDER BY n.seq DESC LIMIT ${MAX_EVENTS}
      ) g JOIN inventory i ON i.id = l.inventory_id
      LEFT JOIN users b ON b.id = g.user_id LEFT JOIN users s ON s.id = g.actor_id
      WHERE l.auction_id = $1 ORDER BY g.placed_at DESC, g.id DESC LIMIT ${MAX_EVENTS})
    UNION ALL
    (SELECT 'audit-' || a.id, a.at,
        CASE a.action WHEN 'auction-paused' THEN 'PAUSED' WHEN 'auction-resumed' THEN 'RESUMED'
          ELSE 'MESSAGE' END,
        NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, s.name,
        coalesce(a.after ->> 'message', a.reason)
      FROM audit_log a LEFT JOIN users s ON s.id = a.actor_id
      WHERE a.subject_type = 'auction' AND a.subject_id = $1
        AND a.action IN ('auction-paused', 'auction-resumed', 'bidders-told')
      ORDER BY a.id DESC LIMIT ${MAX_EVENTS})
    UNION ALL
    (SELECT 'audit-' || a.id, a.at, 'CLOSE_FAILED', l.lot_number, l.lot_suffix, l.inventory_id,
        NULL, NULL, NULL, NULL, NULL, NULL, NULL
      FROM audit_log a JOIN lots l ON l.id = a.subject_id
      WHERE a.subject_type = 'lot' AND a.action = 'lot-close-failed' AND l.auction_id = $1
      ORDER BY a.id DESC LIMIT ${MAX_EVENTS})
    ORDER BY at DESC, key DESC LIMIT ${MAX_EVENTS}`,
    [auctionId],
  );
  return rows.map((row) => ({
    key: row.key,
    at: row.at.toISOString(),
    kind: row.kind,
    lotNumber:
      row.lot_number === null
        ? null
        : lotLabel({ lotNumber: row.lot_number, suffix: row.lot_suffix ?? "" }),
    inventoryId: row.inventory_id,
    bidId: row.bid_id,
    userId: row.user_id,
    bidderName: row.bidder_name,
    bidderAlias: row.alias_no === null ? null : aliasName(row.alias_no),
    amount: row.amount_cents === null ? null : centsToDollars(row.amount_cents),
    actorName: row.actor_name,
    note:
      row.kind === "CLOSE_FAILED"
        ? t("We're still trying. The lot is closed to bids.")
        : (row.note ?? ""),
  }));
}

export async function auctionOfLot(db: Db, lotId: number): Promise<number | null> {
  const { rows } = await db.query<{ auction_id: number }>(
    "SELECT auction_id FROM lots WHERE id = $1",
    [lotId],
  );
  return rows[0]?.auction_id ?? null;
}

export async function followersOf(db: Db, auctionId: number): Promise<number[]> {
  const { rows } = await db.query<{ user_id: number }>(
    `SELECT b.user_id FROM lot_bidders b JOIN lots l ON l.id = b.lot_id WHERE l.auction_id = $1
      UNION SELECT w.user_id FROM wishlist_items w JOIN lots l ON l.inventory_id = w.inventory_id
      WHERE l.auction_id = $1 AND l.closed_at IS NULL ORDER BY 1`,
    [auctionId],
  );
  return rows.map((row) => row.user_id);
}

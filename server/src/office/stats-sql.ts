import type { Stats } from "@gavelyard/contract/office";
import { defaultFees, buyersPremiumCents, type FeeSchedule } from "@gavelyard/domain/fees";
import { centsToDollars } from "@gavelyard/domain/money";
import type { Db } from "../db/pool.ts";

/** A period by the database's clock. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** The period asked for; its end is now and its length 30 days unless told. */
export async function periodOf(
  db: Db,
  from: string | undefined,
  to: string | undefined,
): Promise<Period & { readonly now: Date }> {
  const { rows } = await db.query<Period & { now: Date }>(
    `SELECT clock_ms() AS now, coalesce($2::timestamptz, clock_ms()) AS to,
        coalesce($1::timestamptz, coalesce($2::timestamptz, clock_ms()) - interval '30 days') AS from`,
    [from ?? null, to ?? null],
  );
  const period = rows[0];
  if (period === undefined) throw new Error("the database told no period");
  return period;
}

async function one<Row extends object>(
  db: Db,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row> {
  const { rows } = await db.query<Row>(text, [...values]);
  const row = rows[0];
  if (row === undefined) throw new Error("a count has no row");
  return row;
}

async function tally<K extends string>(db: Db, text: string): Promise<Partial<Record<K, number>>> {
  const { rows } = await db.query<{ name: K; count: number }>(text);
  const counts: Partial<Record<K, number>> = {};
  for (const { name, count } of rows) counts[name] = count;
  return counts;
}

export async function userCounts(db: Db, { from, to }: Period): Promise<Stats["users"]> {
  return one(
    db,
    `SELECT count(*) FILTER (WHERE status <> 'CLOSED') AS total,
        count(*) FILTER (WHERE status = 'ACTIVE') AS active,
        count(*) FILTER (WHERE status = 'PENDING_VERIFICATION') AS pending,
        count(*) FILTER (WHERE created_at BETWEEN $1 AND $2) AS new,
        count(*) FILTER (WHERE status IN ('SUSPENDED', 'BANNED')) AS suspended
      FROM users`,
    [from, to],
  );
}

export async function inventoryCounts(db: Db): Promise<Stats["inventory"]> {
  const [totals, byStatus, byType] = [
    await one<{ total: number; featured: number }>(
      db,
      "SELECT count(*) AS total, count(*) FILTER (WHERE featured) AS featured FROM inventory WHERE status <> 'ARCHIVED'",
    ),
    await tally<keyof Stats["inventory"]["byStatus"]>(
      db,
      "SELECT status AS name, count(*) AS count FROM inventory GROUP BY status",
    ),
    await tally<keyof Stats["inventory"]["byType"]>(
      db,
      "SELECT inventory_type AS name, count(*) AS count FROM inventory WHERE status <> 'ARCHIVED' GROUP BY inventory_type",
    ),
  ];
  return { ...totals, byStatus, byType };
}

export async function auctionCounts(db: Db): Promise<Stats["auctions"]> {
  return one(
    db,
    `SELECT count(*) FILTER (WHERE start_time <= clock_ms() AND ends >= clock_ms()) AS live,
        count(*) FILTER (WHERE start_time > clock_ms()) AS upcoming,
        count(*) FILTER (WHERE ends < clock_ms()) AS expired,
        count(*) FILTER (WHERE ends < clock_ms() AND lifecycle = 'PUBLISHED') AS unsettled
      FROM (SELECT a.lifecycle, a.start_time, coalesce((SELECT max(l.closes_at) FROM lots l
        WHERE l.auction_id = a.id), a.scheduled_end_time) AS ends
        FROM auctions a WHERE a.lifecycle IN ('PUBLISHED', 'SETTLED')) x`,
  );
}

export async function bidCounts(db: Db, { from, to }: Period): Promise<Stats["bids"]> {
  const row = await one<{ total: number; bidders: number; lots: number; last_hour: number }>(
    db,
    `SELECT count(*) FILTER (WHERE placed_at BETWEEN $1 AND $2) AS total,
        count(DISTINCT user_id) FILTER (WHERE placed_at BETWEEN $1 AND $2) AS bidders,
        count(DISTINCT lot_id) FILTER (WHERE placed_at BETWEEN $1 AND $2) AS lots,
        count(*) FILTER (WHERE placed_at > clock_ms() - interval '1 hour') AS last_hour
      FROM ledger WHERE kind IN ('BID', 'RAISE')
        AND placed_at >= least($1::timestamptz, clock_ms() - interval '1 hour')`,
    [from, to],
  );
  return {
    total: row.total,
    uniqueBidders: row.bidders,
    perLot: row.lots === 0 ? 0 : Math.round((10 * row.total) / row.lots) / 10,
    lastHour: row.last_hour,
  };
}

export async function salesCounts(db: Db, { from, to }: Period): Promise<Stats["sales"]> {
  const row = await one<{ offered: number; sold: number; missed: number }>(
    db,
    `SELECT count(*) AS offered, count(*) FILTER (WHERE outcome = 'SOLD') AS sold,
        count(*) FILTER (WHERE outcome = 'RESERVE_NOT_MET') AS missed
      FROM lots WHERE closed_at BETWEEN $1 AND $2`,
    [from, to],
  );
  const { rows: awards } = await db.query<{ hammer: number; fees: FeeSchedule | null }>(
    `SELECT w.hammer_cents AS hammer, a.fee_schedule AS fees
      FROM awards w JOIN lots l ON l.id = w.lot_id JOIN auctions a ON a.id = l.auction_id
      WHERE w.created_at BETWEEN $1 AND $2 AND w.status NOT IN ('VOID', 'DEFAULTED')`,
    [from, to],
  );
  const hammerCents = awards.reduce((sum, award) => sum + award.hammer, 0);
  const premiumCents = awards.reduce(
    (sum, award) => sum + buyersPremiumCents(award.fees ?? defaultFees, award.hammer),
    0,
  );
  return {
    lotsOffered: row.offered,
    lotsSold: row.sold,
    sellThroughPct: row.offered === 0 ? 0 : Math.round((1_000 * row.sold) / row.offered) / 10,
    hammerTotal: centsToDollars(hammerCents),
    avgHammer: awards.length === 0 ? 0 : centsToDollars(Math.round(hammerCents / awards.length)),
    premiumTotal: centsToDollars(premiumCents),
    reserveMissed: row.missed,
  };
}

export async function moneyCounts(db: Db, { from, to }: Period): Promise<Stats["money"]> {
  const row = await one<{ unpaid: number; unpaid_cents: number; overdue: number; paid: number }>(
    db,
    `SELECT count(*) AS unpaid, coalesce(sum(coalesce(v.total_cents, a.hammer_cents)), 0) AS unpaid_cents,
        count(*) FILTER (WHERE a.payment_due_at < clock_ms()) AS overdue,
        (SELECT coalesce(sum(cents), 0) FROM payments WHERE received_at BETWEEN $1 AND $2) AS paid
      FROM awards a LEFT JOIN invoices v ON v.award_id = a.id WHERE a.status IN ('PENDING', 'DECLARED')`,
    [from, to],
  );
  return {
    unpaidCount: row.unpaid,
    unpaidTotal: centsToDollars(row.unpaid_cents),
    overdue: row.overdue,
    collected: centsToDollars(row.paid),
  };
}

export async function requestCounts(
  db: Db,
): Promise<Pick<Stats, "bidLimits" | "finance" | "leads">> {
  const row = await one<{ pending: number; reviewed: number; leads: number }>(
    db,
    `SELECT (SELECT count(*) FROM limit_requests WHERE status = 'PENDING') AS pending,
        (SELECT count(*) FROM limit_requests WHERE status = 'REVIEWED') AS reviewed,
        (SELECT count(*) FROM enquiries WHERE kind = 'LEAD' AND handled_at IS NULL) AS leads`,
  );
  const byStatus = await tally<keyof Stats["finance"]["byStatus"]>(
    db,
    "SELECT status AS name, count(*) AS count FROM finance_requests WHERE deleted_at IS NULL GROUP BY status",
  );
  return {
    bidLimits: { pending: row.pending, reviewed: row.reviewed },
    finance: { byStatus },
    leads: { new: row.leads },
  };
}

/** Bids, sign-ups and hammer prices of each day (UTC) of a period. */
export async function daySeries(db: Db, { from, to }: Period): Promise<Stats["series"]> {
  const { rows } = await db.query<{
    day: string;
    bids: number;
    signups: number;
    hammer_cents: number;
  }>(
    `SELECT to_char(d.day, 'YYYY-MM-DD') AS day,
        (SELECT count(*) FROM ledger g WHERE g.kind IN ('BID', 'RAISE')
          AND g.placed_at >= d.day AND g.placed_at < d.day + interval '1 day') AS bids,
        (SELECT count(*) FROM users u WHERE u.created_at >= d.day
          AND u.created_at < d.day + interval '1 day') AS signups,
        (SELECT coalesce(sum(w.hammer_cents), 0) FROM awards w WHERE w.created_at >= d.day
          AND w.created_at < d.day + interval '1 day' AND w.status NOT IN ('VOID', 'DEFAULTED')) AS hammer_cents
      FROM generate_series(date_trunc('day', $1::timestamptz), $2::timestamptz, interval '1 day') AS d(day)
      ORDER BY 1 LIMIT 400`,
    [from, to],
  );
  return rows.map(({ day, bids, signups, hammer_cents }) => ({
    day,
    bids,
    signups,
    hammer: centsToDollars(hammer_cents),
  }));
}

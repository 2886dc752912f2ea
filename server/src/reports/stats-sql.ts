import type { Stats } from "@gavelyard/contract/reports";
import { defaultFees, buyersPremiumCents, type FeeSchedule } from "@gavelyard/domain/sales/fees";
import { overdueAgeOf, overdueAges, percentOf } from "@gavelyard/domain/figures";
import { centsToDollars } from "@gavelyard/domain/money";
import type { Db } from "../db/pool.ts";

/** A period by the database's clock. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** Resolves the requested period. By default it ends now and lasts 30 days. */
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
  if (period === undefined) throw new Error("the database returned no period");
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

export async function userCounts(db: Db, period: Period): Promise<Stats["users"]> {
  const counts = await one<Omit<Stats["users"], "new">>(
    db,
    `SELECT coalesce(sum(users) FILTER (WHERE status <> 'CLOSED'), 0)::bigint AS total,
        coalesce(sum(users) FILTER (WHERE status = 'ACTIVE'), 0)::bigint AS active,
        coalesce(sum(users) FILTER (WHERE status = 'PENDING_VERIFICATION'), 0)::bigint AS pending,
        coalesce(sum(users) FILTER (WHERE status IN ('SUSPENDED', 'BANNED')), 0)::bigint AS suspended
      FROM (SELECT status, count(*) AS users FROM users GROUP BY status) s`,
  );
  return { ...counts, new: await newUsersIn(db, period) };
}

export async function inventoryCounts(db: Db): Promise<Stats["inventory"]> {
  type Inventory = Stats["inventory"];
  const { rows } = await db.query<{
    type: keyof Inventory["byType"];
    status: keyof Inventory["byStatus"];
    featured: boolean;
    count: number;
  }>(
    `SELECT inventory_type AS type, status, featured, count(*) AS count FROM inventory
      GROUP BY inventory_type, status, featured`,
  );
  const counts: Inventory = { total: 0, byStatus: {}, byType: {}, featured: 0 };
  for (const { type, status, featured, count } of rows) {
    counts.byStatus[status] = (counts.byStatus[status] ?? 0) + count;
    if (status === "ARCHIVED") continue;
    counts.total += count;
    counts.byType[type] = (counts.byType[type] ?? 0) + count;
    if (featured) counts.featured += count;
  }
  return counts;
}

export async function auctionCounts(db: Db): Promise<Stats["auctions"]> {
  return one<Stats["auctions"]>(
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

export async function salesCounts(db: Db, { from, to }: Period): Promise<Stats["sales"]> {
  const row = await one<{ offered: number; sold: number; missed: number }>(
    db,
    `SELECT count(*) AS offered, count(*) FILTER (WHERE outcome = 'SOLD') AS sold,
        count(*) FILTER (WHERE outcome = 'RESERVE_NOT_MET') AS missed
      FROM lots WHERE closed_at >= $1 AND closed_at < $2`,
    [from, to],
  );
  const { rows: auctions } = await db.query<{ hammers: number[]; fees: FeeSchedule | null }>(
    `SELECT a.fee_schedule AS fees, w.hammers FROM (
        SELECT l.auction_id, array_agg(w.hammer_cents) AS hammers
        FROM awards w JOIN lots l ON l.id = w.lot_id
        WHERE w.created_at >= $1 AND w.created_at < $2 AND w.status NOT IN ('VOID', 'DEFAULTED')
        GROUP BY l.auction_id) w
      JOIN auctions a ON a.id = w.auction_id`,
    [from, to],
  );
  let [awards, hammerCents, premiumCents] = [0, 0, 0];
  for (const { hammers, fees } of auctions) {
    for (const hammer of hammers) {
      awards += 1;
      hammerCents += hammer;
      premiumCents += buyersPremiumCents(fees ?? defaultFees, hammer);
    }
  }
  return {
    lotsOffered: row.offered,
    lotsSold: row.sold,
    sellThroughPct: percentOf(row.sold, row.offered),
    hammerTotal: centsToDollars(hammerCents),
    avgHammer: awards === 0 ? 0 : centsToDollars(Math.round(hammerCents / awards)),
    premiumTotal: centsToDollars(premiumCents),
    reserveMissed: row.missed,
  };
}

export async function moneyCounts(
  db: Db,
  period: Period,
): Promise<Pick<Stats, "money" | "overdueAges">> {
  const { rows } = await db.query<{ days: number; count: number; cents: number }>(
    // Days past due, rounded up; 0 when not due yet or without a due date.
    `SELECT greatest(0, coalesce(1 + floor(extract(epoch FROM clock_ms() - CASE a.status
            WHEN 'PAID' THEN v.due_at ELSE a.payment_due_at END) / 86400), 0))::int AS days,
        count(*) AS count,
        sum(coalesce(v.total_cents, a.hammer_cents) - coalesce(p.cents, 0))::bigint AS cents
      FROM awards a LEFT JOIN invoices v ON v.award_id = a.id
      LEFT JOIN LATERAL (
        SELECT sum(s.cents) AS cents FROM standing_payments s WHERE s.invoice_id = v.id
      ) p ON true
      WHERE a.status IN ('PENDING', 'DECLARED') OR a.id = ANY (
        -- A delivery that was added to a paid sale (D62).
        SELECT award_id FROM invoices WHERE status = 'ISSUED') GROUP BY 1`,
  );
  const total = (some: typeof rows) => ({
    count: some.reduce((sum, row) => sum + row.count, 0),
    total: centsToDollars(some.reduce((sum, row) => sum + row.cents, 0)),
  });
  const [unpaid, late] = [total(rows), rows.filter(({ days }) => days > 0)];
  return {
    money: {
      unpaidCount: unpaid.count,
      unpaidTotal: unpaid.total,
      overdue: total(late).count,
      collected: await collectedIn(db, period),
    },
    overdueAges: overdueAges.map((age) => ({
      age,
      ...total(late.filter(({ days }) => overdueAgeOf(days) === age)),
    })),
  };
}

/** Returns the dollars received within a period. */
export async function collectedIn(db: Db, { from, to }: Period): Promise<number> {
  const { cents } = await one<{ cents: number }>(
    db,
    `SELECT coalesce(sum(cents), 0)::bigint AS cents FROM standing_payments
      WHERE received_at >= $1 AND received_at < $2`,
    [from, to],
  );
  return centsToDollars(cents);
}

export async function newUsersIn(db: Db, { from, to }: Period): Promise<number> {
  const { count } = await one<{ count: number }>(
    db,
    "SELECT count(*) AS count FROM users WHERE created_at >= $1 AND created_at < $2",
    [from, to],
  );
  return count;
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
  const { rows } = await db.query<{ name: keyof Stats["finance"]["byStatus"]; count: number }>(
    "SELECT status AS name, count(*) AS count FROM finance_requests WHERE deleted_at IS NULL GROUP BY status",
  );
  return {
    bidLimits: { pending: row.pending, reviewed: row.reviewed },
    finance: { byStatus: Object.fromEntries(rows.map(({ name, count }) => [name, count])) },
    leads: { new: row.leads },
  };
}

import type { staffHome } from "@gavelyard/contract/office";
import type { z } from "zod";
import type { Db } from "../db/pool.ts";
import { unitTitle } from "../inventory/sql.ts";
import { shownDollars } from "../db/shown-dollars.ts";

type Queue = z.infer<typeof staffHome.response>["queues"][number];

/** Things to do that a queue shows by name; the count has them all. */
const SHOWN = 5;

/** What waits in a queue: the rows by their `rank`, oldest first, and how one of them (`w`) is shown. */
interface Waiting {
  readonly rows: string;
  readonly title: string;
  readonly detail: string;
  readonly path: string;
  readonly joins: string;
}

const tab = (name: string) => `'/admin-dashboard?tab=${name}'`;
/** A subselect is computed once, a volatile function in the condition once for every row. */
const now = "(SELECT clock_ms())";

const queues: Readonly<Record<Queue["name"], Waiting>> = {
  LIMIT_REVIEWS: {
    rows: "SELECT r.id AS rank FROM limit_requests r WHERE r.status = 'PENDING'",
    title: "u.name",
    detail: `'asks for ' || ${shownDollars("r.bid_limit_cents")}`,
    path: `${tab("limits")} || '&request=' || r.document_id`,
    joins: "JOIN limit_requests r ON r.id = w.rank JOIN users u ON u.id = r.user_id",
  },
  LIMIT_DECISIONS: {
    rows: "SELECT r.id AS rank FROM limit_requests r WHERE r.status = 'REVIEWED'",
    title: "u.name",
    detail: "lower(r.recommendation) || ' recommended'",
    path: `${tab("limits")} || '&request=' || r.document_id`,
    joins: "JOIN limit_requests r ON r.id = w.rank JOIN users u ON u.id = r.user_id",
  },
  RESERVE_DECISIONS: {
    rows: `SELECT l.id AS rank FROM inventory i JOIN lots l ON l.id = i.current_lot_id
      WHERE i.status = 'PENDING_DECISION' AND l.outcome = 'RESERVE_NOT_MET'`,
    title: unitTitle,
    detail: `'reserve not met, bid to ' || ${shownDollars("l.price_cents")}`,
    path: `${tab("winners")} || '&auction=' || l.auction_id`,
    joins: "JOIN lots l ON l.id = w.rank JOIN inventory i ON i.id = l.inventory_id",
  },
  WINNERS: {
    rows: `SELECT l.auction_id AS rank, count(*) AS awards FROM awards a JOIN lots l ON l.id = a.lot_id
      WHERE a.status = 'PENDING' GROUP BY l.auction_id`,
    title: "a.name",
    detail: "w.awards || ' to declare'",
    path: `${tab("winners")} || '&auction=' || a.id`,
    joins: "JOIN auctions a ON a.id = w.rank",
  },
  SETTLEMENTS: {
    rows: `SELECT a.id AS rank FROM auctions a WHERE a.lifecycle = 'PUBLISHED' AND coalesce(
      (SELECT max(l.closes_at) FROM lots l WHERE l.auction_id = a.id), a.scheduled_end_time) < ${now}`,
    title: "a.name",
    detail: "'over and not settled'",
    path: `${tab("auctions")} || '&auction=' || a.id`,
    joins: "JOIN auctions a ON a.id = w.rank",
  },
  UNPAID: {
    rows: `SELECT a.id AS rank FROM awards a
      WHERE a.status IN ('PENDING', 'DECLARED') AND (a.status = 'DECLARED' OR a.payment_due_at < ${now})`,
    title: unitTitle,
    detail: `CASE WHEN a.payment_due_at < ${now} THEN 'overdue since ' ELSE 'due ' END
      || to_char(a.payment_due_at AT TIME ZONE c.time_zone, 'Mon FMDD')`,
    path: `${tab("payments")} || '&auction=' || l.auction_id`,
    joins: `JOIN awards a ON a.id = w.rank JOIN lots l ON l.id = a.lot_id
      JOIN auctions c ON c.id = l.auction_id JOIN inventory i ON i.id = l.inventory_id`,
  },
  PAYMENT_PROOFS: {
    rows: `SELECT p.id AS rank FROM payment_proofs p JOIN invoices v ON v.id = p.invoice_id
      WHERE p.decision IS NULL AND v.status = 'ISSUED'`,
    title: "u.name",
    detail: "'for ' || v.number",
    path: `${tab("payments")} || '&invoice=' || v.id`,
    joins: `JOIN payment_proofs p ON p.id = w.rank JOIN invoices v ON v.id = p.invoice_id
      JOIN users u ON u.id = v.user_id`,
  },
  BANK_DETAILS: {
    rows: "SELECT b.id AS rank FROM bank_details b WHERE b.status = 'PENDING'",
    title: "b.bank_name",
    detail: "'asked for by ' || u.name",
    path: `${tab("settings")} || '&part=bank-details'`,
    joins: "JOIN bank_details b ON b.id = w.rank JOIN users u ON u.id = b.requested_by",
  },
  FINANCE: {
    rows: `SELECT f.id AS rank FROM finance_requests f
      WHERE f.status IN ('PENDING', 'UNDER_REVIEW') AND f.deleted_at IS NULL`,
    title: "u.name",
    detail: `replace(lower(f.status), '_', ' ') || ', ' || ${shownDollars("f.amount_cents")}`,
    path: `${tab("finance")} || '&request=' || f.id`,
    joins: "JOIN finance_requests f ON f.id = w.rank JOIN users u ON u.id = f.user_id",
  },
  LEADS: {
    rows: "SELECT e.id AS rank FROM enquiries e WHERE e.handled_at IS NULL",
    title: "e.name",
    detail: "left(e.message, 80)",
    path: `${tab("leads")} || '&enquiry=' || e.id`,
    joins: "JOIN enquiries e ON e.id = w.rank",
  },
  MISSING_PICTURES: {
    rows: `SELECT i.id AS rank FROM inventory i WHERE i.status = 'DRAFT'
      AND NOT EXISTS (SELECT 1 FROM inventory_images p WHERE p.inventory_id = i.id)`,
    title: unitTitle,
    detail: "i.stock_number",
    path: `${tab("inventory")} || '&unit=' || i.id`,
    joins: "JOIN inventory i ON i.id = w.rank",
  },
};

const names = Object.keys(queues) as Queue["name"][];

/** What a queue shows and how much waits in it; only what is shown is looked up in full. */
const partOf = (name: Queue["name"]): string => {
  const { rows, title, detail, path, joins } = queues[name];
  return `(WITH waiting AS MATERIALIZED (${rows}),
      w AS MATERIALIZED (SELECT * FROM waiting ORDER BY rank LIMIT ${SHOWN})
    SELECT '${name}' AS name, ${title} AS title, coalesce(${detail}, '') AS detail, ${path} AS path,
      (SELECT count(*) FROM waiting) AS total, w.rank
    FROM w ${joins})`;
};
const everyQueue = `SELECT * FROM (${names.map(partOf).join(" UNION ALL ")}) q ORDER BY rank`;

/** What waits for staff, queue by queue, the oldest first. */
export async function workQueues(db: Db): Promise<Queue[]> {
  const { rows } = await db.query<{
    name: Queue["name"];
    title: string;
    detail: string;
    path: string;
    total: number;
  }>({ name: "work-queues", text: everyQueue });
  return names.map((name) => {
    const waiting = rows.filter((row) => row.name === name);
    return {
      name,
      count: waiting[0]?.total ?? 0,
      next: waiting.map(({ title, detail, path }) => ({ title, detail, path })),
    };
  });
}

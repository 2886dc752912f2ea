import type { staffHome } from "@gavelyard/contract/office";
import type { z } from "zod";
import type { Db } from "../db/pool.ts";
import { unitTitle } from "../inventory/sql.ts";

type Queue = z.infer<typeof staffHome.response>["queues"][number];

/** Things to do that a queue shows by name; the count has them all. */
const SHOWN = 5;

/** For each queue the statement that finds what waits: title, detail and where to do it. */
const queues: Readonly<Record<Queue["name"], string>> = {
  LIMIT_REVIEWS: `SELECT u.name AS title, 'asks for $' || r.requested_cents / 100 AS detail,
      '/admin-dashboard?tab=limits&request=' || r.document_id AS path, r.id AS rank
    FROM limit_requests r JOIN users u ON u.id = r.user_id WHERE r.status = 'PENDING'`,
  LIMIT_DECISIONS: `SELECT u.name AS title, lower(r.recommendation) || ' recommended' AS detail,
      '/admin-dashboard?tab=limits&request=' || r.document_id AS path, r.id AS rank
    FROM limit_requests r JOIN users u ON u.id = r.user_id WHERE r.status = 'REVIEWED'`,
  RESERVE_DECISIONS: `SELECT ${unitTitle} AS title, 'reserve not met, bid to $' || l.price_cents / 100 AS detail,
      '/admin-dashboard?tab=winners&auction=' || l.auction_id AS path, l.id AS rank
    FROM inventory i JOIN lots l ON l.id = i.current_lot_id
    WHERE i.status = 'PENDING_DECISION' AND l.outcome = 'RESERVE_NOT_MET'`,
  WINNERS: `SELECT a.name AS title, count(*) || ' to declare' AS detail,
      '/admin-dashboard?tab=winners&auction=' || a.id AS path, a.id AS rank
    FROM awards w JOIN lots l ON l.id = w.lot_id JOIN auctions a ON a.id = l.auction_id
    WHERE w.status = 'PENDING' GROUP BY a.id`,
  SETTLEMENTS: `SELECT a.name AS title, 'over and not settled' AS detail,
      '/admin-dashboard?tab=auctions&auction=' || a.id AS path, a.id AS rank
    FROM auctions a WHERE a.lifecycle = 'PUBLISHED' AND coalesce(
      (SELECT max(l.closes_at) FROM lots l WHERE l.auction_id = a.id), a.scheduled_end_time) < clock_ms()`,
  UNPAID: `SELECT ${unitTitle} AS title, 'due since ' || to_char(w.payment_due_at, 'Mon DD') AS detail,
      '/admin-dashboard?tab=payments&award=' || w.id AS path, w.id AS rank
    FROM awards w JOIN lots l ON l.id = w.lot_id JOIN inventory i ON i.id = l.inventory_id
    WHERE w.status IN ('PENDING', 'DECLARED') AND w.payment_due_at < clock_ms()`,
  FINANCE: `SELECT u.name AS title, lower(f.status) || ', $' || f.amount_cents / 100 AS detail,
      '/admin-dashboard?tab=finance&request=' || f.id AS path, f.id AS rank
    FROM finance_requests f JOIN users u ON u.id = f.user_id
    WHERE f.status IN ('PENDING', 'UNDER_REVIEW') AND f.deleted_at IS NULL`,
  LEADS: `SELECT e.name AS title, left(e.message, 80) AS detail,
      '/admin-dashboard?tab=leads&lead=' || e.id AS path, e.id AS rank
    FROM enquiries e WHERE e.handled_at IS NULL`,
  MISSING_PICTURES: `SELECT ${unitTitle} AS title, i.stock_number AS detail,
      '/admin-dashboard?tab=inventory&unit=' || i.id AS path, i.id AS rank
    FROM inventory i WHERE i.status = 'DRAFT'
      AND NOT EXISTS (SELECT 1 FROM inventory_images p WHERE p.inventory_id = i.id)`,
};

/** What waits for staff, queue by queue, the oldest first. */
export async function workQueues(db: Db): Promise<Queue[]> {
  const found: Queue[] = [];
  for (const name of Object.keys(queues) as Queue["name"][]) {
    const { rows } = await db.query<{ title: string; detail: string; path: string; total: number }>(
      `SELECT title, coalesce(detail, '') AS detail, path, count(*) OVER () AS total
        FROM (${queues[name]}) w ORDER BY rank LIMIT ${SHOWN}`,
    );
    found.push({
      name,
      count: rows[0]?.total ?? 0,
      next: rows.map(({ title, detail, path }) => ({ title, detail, path })),
    });
  }
  return found;
}

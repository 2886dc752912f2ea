import type { Pool } from "pg";

/** Size of a marketplace that has been in business for years. */
export interface House {
  readonly users: number;
  readonly auctions: number;
  readonly lotsEach: number;
  readonly bidsEach: number;
}

/**
 * Fills a marketplace that has units with users, ended auctions with bids and awards, leads, and
 * their audit.
 */
export async function makeHouse(
  pool: Pool,
  { users, auctions, lotsEach, bidsEach }: House,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("SET statement_timeout = 0");
    await client.query(
      `WITH people AS (
          INSERT INTO users (email, name, password_hash, role, phone_number, email_verified_at, created_at)
          SELECT 'person' || n || '@house.example', 'Person ' || n, 'none', 'ROLE_CUSTOMER',
            '+1806' || lpad(n::text, 7, '0'), clock_ms(), clock_ms() - (n % 900) * interval '1 day'
          FROM generate_series(1, $1::int) AS n RETURNING id
        )
        INSERT INTO bidders (user_id, limit_cents) SELECT id, 5000000 FROM people`,
      [users],
    );
    await client.query(
      `WITH sales AS (
          INSERT INTO auctions (name, time_zone, start_time, scheduled_end_time, lifecycle)
          SELECT 'Sale ' || n, 'America/Chicago', clock_ms() - (n + 1) * interval '1 day',
            clock_ms() - n * interval '1 day', 'PUBLISHED' FROM generate_series(1, $1::int) AS n
          RETURNING id, scheduled_end_time AS ended
        ), numbered AS (SELECT *, row_number() OVER (ORDER BY id) AS n FROM sales
        ), units AS (
          SELECT id, starting_cents, row_number() OVER (ORDER BY id) AS n FROM inventory
          WHERE status = 'AVAILABLE'
        )
        INSERT INTO lots (inventory_id, auction_id, opens_at, closes_at, scheduled_closes_at, closed_at,
          starting_cents, price_cents, leader_id, leader_max_cents, seq, bid_count, alias_count, outcome,
          lot_number, soft_close_window_sec, soft_close_extend_sec, proof_secret)
        SELECT u.id, s.id, s.ended - interval '1 day', s.ended, s.ended, s.ended, u.starting_cents,
          u.starting_cents + 100000, b.id, u.starting_cents + 100000, $3::int, $3::int, 5, 'SOLD',
          1 + (u.n - 1) % $2::int, 120, 120, NULL
        FROM units u JOIN numbered s ON s.n = 1 + (u.n - 1) / $2::int
        CROSS JOIN (SELECT min(id) AS first FROM users WHERE email LIKE 'person%') p
        JOIN users b ON b.id = p.first + u.n % $4::int
        WHERE u.n <= $1::int * $2::int`,
      [auctions, lotsEach, bidsEach, users],
    );
    await client.query(
      `INSERT INTO ledger (lot_id, user_id, placed_at, closes_at, amount_cents, requested_cents,
          max_cents, seq, bid_count, alias_no, extended, kind)
        SELECT l.id, CASE WHEN b.n % 5 = $1::int % 5 THEN l.leader_id ELSE p.first + b.n % 5 END,
          l.closes_at - (($1::int + 1 - b.n) * interval '7 minutes'), l.closes_at, l.price_cents, l.price_cents,
          l.price_cents, b.n, b.n, 1 + b.n % 5, false, 'BID'
        FROM (SELECT min(id) AS first FROM users WHERE email LIKE 'person%') p, lots l,
          generate_series(1, $1::int) AS b(n)
        WHERE l.outcome = 'SOLD' AND l.proof_secret IS NULL
          AND NOT EXISTS (SELECT 1 FROM ledger g WHERE g.lot_id = l.id)
        ORDER BY 3`,
      [bidsEach],
    );
    await client.query(
      `INSERT INTO lot_bidders (lot_id, user_id, alias_no)
        SELECT DISTINCT g.lot_id, g.user_id, g.alias_no FROM ledger g JOIN lots l ON l.id = g.lot_id
        WHERE l.outcome = 'SOLD' AND g.kind = 'BID' ON CONFLICT DO NOTHING`,
    );
    await client.query(
      `INSERT INTO awards (lot_id, bid_id, user_id, hammer_cents, status, declared_at, payment_due_at)
        SELECT l.id, g.id, g.user_id, l.price_cents, 'DECLARED', l.closed_at, l.closed_at + interval '3 days'
        FROM lots l JOIN ledger g ON g.lot_id = l.id AND g.seq = l.seq AND g.kind = 'BID'
        WHERE l.outcome = 'SOLD' AND NOT EXISTS (SELECT 1 FROM awards a WHERE a.lot_id = l.id)`,
    );
    await client.query(
      `INSERT INTO invoices (award_id, user_id, number, lines, total_cents, issued_at, due_at, bill_to)
        SELECT a.id, a.user_id, 'H-' || a.id, jsonb_build_array(
            jsonb_build_object('kind', 'HAMMER', 'label', 'Hammer price', 'cents', a.hammer_cents)),
          a.hammer_cents, a.declared_at, a.payment_due_at, '{"name": "Person"}'
        FROM awards a WHERE NOT EXISTS (SELECT 1 FROM invoices v WHERE v.award_id = a.id)
          AND a.status = 'DECLARED'`,
    );
    await client.query(
      `UPDATE inventory i SET current_lot_id = l.id, status = 'SOLD' FROM lots l
        WHERE l.inventory_id = i.id AND i.current_lot_id IS NULL`,
    );
    await client.query(
      `INSERT INTO unit_views (unit_id, day, views)
        SELECT i.id, clock_ms()::date - d.n, 1 + (i.id * d.n) % 20
        FROM generate_series(0, 365) AS d(n) JOIN inventory i ON (i.id * 7919 + d.n * 104729) % 50 = 0
        ON CONFLICT DO NOTHING`,
    );
    await client.query(
      `INSERT INTO enquiries (kind, name, email, message, created_at)
        SELECT CASE WHEN n % 2 = 0 THEN 'LEAD' ELSE 'CONTACT' END, 'Lead ' || n,
          'lead' || n || '@house.example', 'A word', clock_ms() - n * interval '1 minute'
        FROM generate_series(1, 20000) AS n`,
    );
    await client.query(
      `INSERT INTO audit_log (at, actor_id, action, subject_type, subject_id, reason)
        SELECT clock_ms() - n * interval '1 minute', 1,
          (ARRAY['inventory-changed', 'limit-set', 'payment-recorded', 'auction-changed'])[1 + n % 4],
          (ARRAY['inventory', 'user', 'lot', 'auction'])[1 + n % 4], 1 + n % 10000, 'Reason ' || n
        FROM generate_series(1, 100000) AS n`,
    );
    await client.query("VACUUM ANALYZE");
  } finally {
    client.release(true);
  }
}

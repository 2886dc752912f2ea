import type {
  BidderFacts,
  LateFacts,
  SharedFacts,
  SignalFacts,
  YardFacts,
} from "@gavelyard/domain/bidding/shill-signals";
import type { PoolClient } from "pg";

/** Lots that count: live ones, and those closed within 30 days. */
const watched = `watched AS MATERIALIZED (
  SELECT l.id, i.yard_id, l.leader_id, l.closes_at, l.starting_cents, l.closed_at IS NOT NULL AS closed,
    l.outcome = 'SOLD' AS sold
  FROM lots l JOIN inventory i ON i.id = l.inventory_id
  WHERE l.closed_at >= clock_ms() - interval '30 days'
    OR (l.closed_at IS NULL AND l.opens_at <= clock_ms()))`;

/** Maximum lots that a reason names. */
const NAMED = 5;
const newest = (lotId: string) =>
  `(array_agg(${lotId} ORDER BY ${lotId} DESC))[1:${NAMED}]::bigint[]`;
const wins = "(count(*) FILTER (WHERE w.sold AND w.leader_id = t.user_id))::int";

/** Returns each bidder's activity on these lots, if it could be a signal by itself. */
async function bidders(tx: PoolClient): Promise<BidderFacts[]> {
  const { rows } = await tx.query<BidderFacts>(
    `WITH ${watched},
      touched AS (
        SELECT g.user_id, g.lot_id, count(*) FILTER (WHERE g.kind IN ('BID', 'RAISE')) AS bids,
          count(*) FILTER (WHERE g.kind = 'RETRACTION') AS retractions, min(g.placed_at) AS first_at
        FROM watched w JOIN ledger g ON g.lot_id = w.id
        WHERE g.user_id IS NOT NULL AND g.kind IN ('BID', 'RAISE', 'RETRACTION')
        GROUP BY g.user_id, g.lot_id)
      SELECT t.user_id AS "userId", sum(t.bids)::int AS bids, sum(t.retractions)::int AS retractions,
        count(*)::int AS lots, (count(*) FILTER (WHERE w.closed))::int AS "closedLots", ${wins} AS wins,
        greatest(0, extract(epoch FROM min(t.first_at) - u.created_at) / 86400)::float8 AS "ageDays",
        ${newest("t.lot_id")} AS "lotIds"
      FROM touched t JOIN watched w ON w.id = t.lot_id JOIN users u ON u.id = t.user_id
      WHERE u.status <> 'CLOSED' GROUP BY t.user_id, u.created_at HAVING sum(t.bids) >= 5 OR sum(t.retractions) > 0`,
  );
  return rows;
}

/** Returns each bidder at the yard where they bid on the most lots. */
async function yards(tx: PoolClient): Promise<YardFacts[]> {
  const { rows } = await tx.query<YardFacts>(
    `WITH ${watched},
      here AS (
        SELECT t.user_id, w.yard_id, count(*)::int AS lots,
          (count(*) FILTER (WHERE w.closed))::int AS closed_lots, ${wins} AS wins,
          ${newest("t.lot_id")} AS lot_ids
        FROM watched w JOIN lot_bidders t ON t.lot_id = w.id JOIN users u ON u.id = t.user_id
        WHERE u.status <> 'CLOSED' GROUP BY t.user_id, w.yard_id)
      SELECT DISTINCT ON (h.user_id) h.user_id AS "userId", h.yard_id AS "yardId", h.lots,
        h.closed_lots AS "closedLots", h.wins,
        (sum(h.lots) OVER (PARTITION BY h.user_id))::int AS "lotsInAll",
        (SELECT count(DISTINCT yard_id) FROM watched)::int AS yards, h.lot_ids AS "lotIds"
      FROM here h ORDER BY h.user_id, h.lots DESC, h.yard_id`,
  );
  return rows;
}

/** Maximum accounts behind one address or phone. More are an office or a network, not a pair. */
const MAX_SHARING = 10;

/**
 * Returns pairs of accounts that share a phone, address, device or IP address and bid on the same
 * lots, and pairs of a bidder and a member of staff.
 */
async function shared(tx: PoolClient): Promise<SharedFacts[]> {
  const { rows } = await tx.query<SharedFacts>(
    `WITH ${watched},
      active AS MATERIALIZED (
        SELECT b.user_id FROM watched w JOIN lot_bidders b ON b.lot_id = w.id
        UNION
        SELECT id FROM users WHERE role <> 'ROLE_CUSTOMER'),
      marks AS (
        SELECT u.id AS user_id, 'PHONE' AS mark, u.phone_number AS value
        FROM active a JOIN users u ON u.id = a.user_id WHERE u.phone_number IS NOT NULL
        UNION
        SELECT u.id, 'ADDRESS', regexp_replace(
            lower(concat(u.address->>'street', ' ', left(u.address->>'zip', 5))), '[^a-z0-9]', '', 'g')
        FROM active a JOIN users u ON u.id = a.user_id WHERE u.address IS NOT NULL
        UNION
        SELECT s.user_id, 'IP', host(s.ip) FROM active a JOIN sessions s ON s.user_id = a.user_id
        WHERE s.ip IS NOT NULL
        UNION
        SELECT s.user_id, 'DEVICE', host(s.ip) || ' ' || s.user_agent
        FROM active a JOIN sessions s ON s.user_id = a.user_id
        WHERE s.ip IS NOT NULL AND s.user_agent IS NOT NULL
        UNION
        SELECT g.user_id, 'IP', host(g.ip) FROM watched w JOIN ledger g ON g.lot_id = w.id
        WHERE g.ip IS NOT NULL AND g.user_id IS NOT NULL AND g.kind IN ('BID', 'RAISE')),
      few AS (
        SELECT mark, value, array_agg(user_id) AS users FROM marks
        GROUP BY mark, value HAVING count(*) BETWEEN 2 AND ${MAX_SHARING}),
      pairs AS (
        SELECT one AS user_id, other AS other_id, array_agg(DISTINCT f.mark) AS marks
        FROM few f, unnest(f.users) AS one, unnest(f.users) AS other WHERE one <> other
        GROUP BY one, other)
      SELECT p.user_id AS "userId", p.other_id AS "otherId", v.role <> 'ROLE_CUSTOMER' AS "isStaff",
        p.marks, count(*)::int AS lots, ${newest("w.id")} AS "lotIds"
      FROM pairs p JOIN users u ON u.id = p.user_id JOIN users v ON v.id = p.other_id
        JOIN lot_bidders a ON a.user_id = p.user_id
        LEFT JOIN lot_bidders b ON b.user_id = p.other_id AND b.lot_id = a.lot_id
        JOIN watched w ON w.id = a.lot_id
      WHERE u.status <> 'CLOSED' AND v.status <> 'CLOSED'
        AND (v.role <> 'ROLE_CUSTOMER' OR b.lot_id IS NOT NULL)
      GROUP BY p.user_id, p.other_id, v.role, p.marks`,
  );
  return rows;
}

/**
 * Returns bids within two minutes of the close that the later winner's proxy bid beat immediately.
 * Their only effect was to raise the winner's price.
 */
async function late(tx: PoolClient): Promise<LateFacts[]> {
  const { rows } = await tx.query<LateFacts>(
    `WITH ${watched},
      raises AS (
        SELECT g.user_id, w.leader_id AS winner_id, g.lot_id,
          sum(greatest(0, p.amount_cents - coalesce(
            (SELECT q.amount_cents FROM ledger q WHERE q.lot_id = g.lot_id AND q.seq < g.seq
              AND q.amount_cents IS NOT NULL ORDER BY q.seq DESC LIMIT 1), w.starting_cents))) AS cents
        FROM watched w JOIN ledger g ON g.lot_id = w.id
          JOIN ledger p ON p.lot_id = g.lot_id AND p.seq = g.seq + 1
        WHERE w.sold AND g.kind = 'BID' AND p.kind = 'PROXY' AND p.user_id = w.leader_id
          AND g.user_id <> w.leader_id
          AND (g.extended OR g.placed_at > w.closes_at - interval '2 minutes')
        GROUP BY g.user_id, w.leader_id, g.lot_id)
      SELECT r.user_id AS "userId", r.winner_id AS "winnerId", count(*)::int AS lots,
        sum(r.cents)::bigint AS "raisedCents", ${newest("r.lot_id")} AS "lotIds"
      FROM raises r JOIN users u ON u.id = r.user_id WHERE u.status <> 'CLOSED'
      GROUP BY r.user_id, r.winner_id HAVING count(*) >= 2`,
  );
  return rows;
}

export async function signalFacts(tx: PoolClient): Promise<SignalFacts> {
  return {
    bidders: await bidders(tx),
    yards: await yards(tx),
    shared: await shared(tx),
    late: await late(tx),
  };
}

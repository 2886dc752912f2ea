/** The status of every auction by the database's clock (D16), to be joined with lots. */
export const auctionNow = `auction_now AS MATERIALIZED (
  SELECT e.id, CASE WHEN e.now < e.start_time THEN 'UPCOMING' WHEN e.now <= e.ends THEN 'LIVE'
      WHEN e.now > e.ends THEN 'EXPIRED' END AS status
  FROM (SELECT a.id, a.start_time, (SELECT clock_ms()) AS now,
      coalesce((SELECT max(z.closes_at) FROM lots z WHERE z.auction_id = a.id), a.scheduled_end_time) AS ends
    FROM auctions a WHERE a.start_time IS NOT NULL) e)`;

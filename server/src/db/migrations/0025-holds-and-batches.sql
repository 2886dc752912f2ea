-- What is looked up for new rows of the ledger is looked up once for each lot and each bidder, since
-- the rows of one statement follow one another (docs/decisions/0014).
CREATE OR REPLACE FUNCTION ledger_follows() RETURNS trigger LANGUAGE plpgsql
  -- The plan is kept from when the tables may have been empty; rows are always found by their index.
  SET enable_seqscan = off SET enable_bitmapscan = off AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (
      SELECT lot_id, min(seq) AS first, max(seq) AS last, count(*) AS rows,
        count(hash) AS hashes, bool_or(octet_length(hash) <> 32) AS misshapen
      FROM added GROUP BY lot_id) a
    WHERE a.last - a.first + 1 <> a.rows OR a.hashes NOT IN (0, a.rows) OR a.misshapen
      OR (SELECT (a.hashes = 0) = (l.proof_secret IS NULL) FROM lots l WHERE l.id = a.lot_id)
        IS NOT TRUE
      OR a.first > 1
        AND (SELECT p.seq FROM ledger p WHERE p.lot_id = a.lot_id AND p.seq = a.first - 1) IS NULL
  ) OR EXISTS (
    SELECT FROM (SELECT DISTINCT user_id FROM added WHERE user_id IS NOT NULL) a
    WHERE (SELECT b.user_id FROM bidders b WHERE b.user_id = a.user_id) IS NULL
  ) THEN
    RAISE EXCEPTION 'a row of the ledger names no lot or no bidder, or does not follow the one before it'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;

-- Adds to what lots led hold of limits, by id so that nobody waits in a circle. `judged` is what was
-- left of a limit when a bid was judged by it, null where nothing was: with less left by now the
-- judgement is void, and so is its transaction.
CREATE FUNCTION change_holds(ids bigint[], deltas bigint[], judged bigint[]) RETURNS void
  LANGUAGE plpgsql SET enable_seqscan = off SET enable_bitmapscan = off AS $$
BEGIN
  PERFORM FROM bidders b WHERE b.user_id = ANY (ids) ORDER BY b.user_id FOR NO KEY UPDATE;
  IF EXISTS (
    SELECT FROM unnest(ids, judged) AS c(id, judged)
    WHERE (SELECT b.limit_cents - b.leading_cents - b.awarded_cents FROM bidders b WHERE b.user_id = c.id)
      < c.judged
  ) THEN
    RAISE EXCEPTION 'a limit has less left than when a bid was judged by it'
      USING ERRCODE = 'serialization_failure';
  END IF;
  UPDATE bidders b SET leading_cents = b.leading_cents + c.delta
    FROM unnest(ids, deltas) AS c(id, delta) WHERE b.user_id = c.id;
END $$;

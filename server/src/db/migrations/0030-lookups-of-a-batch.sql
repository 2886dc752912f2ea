-- What a batch of bids looks up to be let in, in fewer steps (docs/decisions/0014): bidders all at once,
-- and no lot where the row before says whether its lot has a chain.
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
      OR CASE WHEN a.first = 1
          THEN (SELECT (a.hashes = 0) = (l.proof_secret IS NULL) FROM lots l WHERE l.id = a.lot_id)
          ELSE (SELECT (a.hashes = 0) = (p.hash IS NULL) FROM ledger p
            WHERE p.lot_id = a.lot_id AND p.seq = a.first - 1)
        END IS NOT TRUE
  ) OR (
    SELECT (SELECT count(*) FROM bidders b WHERE b.user_id = ANY (a.ids)) < cardinality(a.ids)
    FROM (SELECT array_agg(DISTINCT user_id) AS ids FROM added WHERE user_id IS NOT NULL) a
  ) THEN
    RAISE EXCEPTION 'a row of the ledger names no lot or no bidder, or does not follow the one before it'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION leaders_may_bid() RETURNS trigger LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_bitmapscan = off AS $$
BEGIN
  IF (
    SELECT (SELECT count(*) FROM bidders b WHERE b.user_id = ANY (w.ids)) < cardinality(w.ids)
    FROM (SELECT array_agg(DISTINCT leader_id) AS ids FROM written WHERE leader_id IS NOT NULL) w
  ) THEN
    RAISE EXCEPTION 'a lot is led by nobody who may bid' USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;

-- Asked before, they had each row locked once more.
DROP TRIGGER lots_terms_bound ON lots;
CREATE TRIGGER lots_terms_bound
  AFTER UPDATE OF starting_cents, reserve_cents, increments, soft_close_window_sec,
    soft_close_extend_sec, max_extensions, proof_secret ON lots
  FOR EACH ROW WHEN (OLD.chain_head IS NOT NULL AND (OLD.starting_cents, OLD.reserve_cents,
      OLD.increments, OLD.soft_close_window_sec, OLD.soft_close_extend_sec, OLD.max_extensions,
      OLD.proof_secret) IS DISTINCT FROM (NEW.starting_cents, NEW.reserve_cents, NEW.increments,
      NEW.soft_close_window_sec, NEW.soft_close_extend_sec, NEW.max_extensions, NEW.proof_secret))
  EXECUTE FUNCTION refuse_change_of_lot();
DROP TRIGGER lots_root_bound ON lots;
CREATE TRIGGER lots_root_bound AFTER UPDATE OF chain_head ON lots
  FOR EACH ROW WHEN (OLD.closed_at IS NOT NULL AND OLD.chain_head IS NOT NULL
    AND OLD.chain_head IS DISTINCT FROM NEW.chain_head)
  EXECUTE FUNCTION refuse_change_of_lot();

-- Read from its end either way; this way its pages fill.
DROP INDEX ledger_user;
CREATE INDEX ledger_user ON ledger (user_id, id) WHERE kind IN ('BID', 'RAISE');

-- What bidding made of lots. They are locked by id, so that nobody waits in a circle, and found in one
-- walk along their index, whatever the planner thinks of tables that were empty when it was asked.
-- A version, where given, is that of the row which must still be there.
CREATE FUNCTION change_lots(ids bigint[], seqs int[], bid_counts int[], prices bigint[],
    leaders bigint[], maxima bigint[], closings timestamptz[], extension_counts int[],
    alias_counts int[], chain_heads bytea[], versions xid[]) RETURNS void
  LANGUAGE plpgsql SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off
  SET enable_nestloop = off SET enable_mergejoin = on AS $$
BEGIN
  UPDATE lots l SET seq = c.seq, bid_count = c.bid_count, price_cents = c.price, leader_id = c.leader,
      leader_max_cents = c.maximum, closes_at = c.closing, extensions = c.extension_count,
      alias_count = c.alias_count, chain_head = coalesce(c.chain_head, l.chain_head)
    FROM (SELECT unnest(ids) AS id, unnest(seqs) AS seq, unnest(bid_counts) AS bid_count,
        unnest(prices) AS price, unnest(leaders) AS leader, unnest(maxima) AS maximum,
        unnest(closings) AS closing, unnest(extension_counts) AS extension_count,
        unnest(alias_counts) AS alias_count, unnest(chain_heads) AS chain_head,
        unnest(versions) AS version) c
    WHERE l.id = c.id AND l.id = ANY (ids)
      AND CASE WHEN c.version IS NULL OR l.xmin = c.version THEN true ELSE refuse_stale() END;
END $$;

CREATE OR REPLACE FUNCTION change_holds(ids bigint[], deltas bigint[], needed bigint[]) RETURNS void
  LANGUAGE plpgsql SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off
  SET enable_nestloop = off SET enable_mergejoin = on AS $$
DECLARE
  changed int;
BEGIN
  UPDATE bidders b SET leading_cents = b.leading_cents + c.delta
    FROM (SELECT unnest(ids) AS id, unnest(deltas) AS delta, unnest(needed) AS needed) c
    WHERE b.user_id = c.id AND b.user_id = ANY (ids)
      AND (b.limit_cents - b.leading_cents - b.awarded_cents < c.needed) IS NOT TRUE;
  GET DIAGNOSTICS changed = ROW_COUNT;
  IF changed <> cardinality(ids) THEN
    RAISE EXCEPTION 'a limit has less left than bids need'
      USING ERRCODE = 'serialization_failure';
  END IF;
END $$;

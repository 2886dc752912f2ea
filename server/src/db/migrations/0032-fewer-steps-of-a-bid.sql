-- What PostgreSQL does for each batch of bids besides writing it, in fewer steps (docs/decisions/0014).

-- Each reference to a lot or to a bidder is looked through whenever a bid changes one: what refers to both
-- refers to the alias that ties them, what belongs to a lot's record to the beginning of it, and who
-- bids is a user like any other.
ALTER TABLE lot_bidders DROP CONSTRAINT lot_bidders_user_id_fkey,
  ADD FOREIGN KEY (user_id) REFERENCES users;
ALTER TABLE refused_requests DROP CONSTRAINT refused_requests_user_id_fkey,
  ADD FOREIGN KEY (user_id) REFERENCES users;
ALTER TABLE limit_requests DROP CONSTRAINT limit_requests_user_id_fkey,
  ADD FOREIGN KEY (user_id) REFERENCES users;
ALTER TABLE awards DROP CONSTRAINT awards_user_id_fkey, DROP CONSTRAINT awards_lot_id_fkey,
  ADD FOREIGN KEY (lot_id, user_id) REFERENCES lot_bidders;
ALTER TABLE offers DROP CONSTRAINT offers_user_id_fkey, DROP CONSTRAINT offers_lot_id_fkey,
  ADD FOREIGN KEY (lot_id, user_id) REFERENCES lot_bidders;
ALTER TABLE lot_roots DROP CONSTRAINT lot_roots_lot_id_fkey,
  ADD FOREIGN KEY (lot_id) REFERENCES lot_openings;
ALTER TABLE broken_proofs DROP CONSTRAINT broken_proofs_lot_id_fkey,
  ADD FOREIGN KEY (lot_id) REFERENCES lot_openings;

CREATE FUNCTION refuse_deletion_of_bidder() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM lot_bidders WHERE user_id = OLD.user_id) THEN
    RAISE EXCEPTION 'bidder % has bid and stays', OLD.user_id USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER bidders_who_bid_stay BEFORE DELETE ON bidders
  FOR EACH ROW EXECUTE FUNCTION refuse_deletion_of_bidder();

-- The check of a domain is prepared once, that of a table is read anew by each statement that writes.
CREATE DOMAIN ledger_kind AS text CHECK (VALUE IN
  ('BID', 'PROXY', 'RAISE', 'RETRACTION', 'VOID', 'LAPSE', 'EXTENSION', 'CLOSE'));
CREATE DOMAIN ledger_seq AS integer CHECK (VALUE > 0);
CREATE DOMAIN lot_outcome AS text CHECK (VALUE IN ('SOLD', 'RESERVE_NOT_MET', 'NO_BIDS'));
CREATE DOMAIN lot_decision AS text CHECK (VALUE IN ('ACCEPTED', 'DECLINED'));
CREATE DOMAIN lot_number AS smallint CHECK (VALUE BETWEEN 1 AND 9999);
CREATE DOMAIN cents AS bigint CHECK (VALUE >= 0);
CREATE DOMAIN sha256_hash AS bytea CHECK (octet_length(VALUE) = 32);

ALTER TABLE ledger DROP CONSTRAINT ledger_kind_check, DROP CONSTRAINT ledger_seq_check,
  ALTER COLUMN kind TYPE ledger_kind, ALTER COLUMN seq TYPE ledger_seq, ALTER COLUMN hash TYPE sha256_hash;
ALTER TABLE bidders DROP CONSTRAINT bidders_leading_cents_check,
  DROP CONSTRAINT bidders_awarded_cents_check, DROP CONSTRAINT bidders_limit_cents_check,
  ALTER COLUMN leading_cents TYPE cents, ALTER COLUMN awarded_cents TYPE cents,
  ALTER COLUMN limit_cents TYPE cents;

DROP TRIGGER lots_terms_bound ON lots;
DROP TRIGGER lots_root_bound ON lots;
ALTER TABLE lots DROP CONSTRAINT lots_outcome_check, DROP CONSTRAINT lots_decision_check,
  DROP CONSTRAINT lots_lot_number_check, DROP CONSTRAINT lots_chain,
  ALTER COLUMN outcome TYPE lot_outcome, ALTER COLUMN decision TYPE lot_decision,
  ALTER COLUMN lot_number TYPE lot_number, ALTER COLUMN chain_head TYPE sha256_hash,
  ADD CONSTRAINT lots_chain CHECK (chain_head IS NULL OR proof_secret IS NOT NULL);
CREATE TRIGGER lots_terms_bound
  AFTER UPDATE OF starting_cents, reserve_cents, increments, soft_close_window_sec,
    soft_close_extend_sec, max_extensions, proof_secret ON lots
  FOR EACH ROW WHEN (OLD.chain_head IS NOT NULL AND (OLD.starting_cents, OLD.reserve_cents,
      OLD.increments, OLD.soft_close_window_sec, OLD.soft_close_extend_sec, OLD.max_extensions,
      OLD.proof_secret) IS DISTINCT FROM (NEW.starting_cents, NEW.reserve_cents, NEW.increments,
      NEW.soft_close_window_sec, NEW.soft_close_extend_sec, NEW.max_extensions, NEW.proof_secret))
  EXECUTE FUNCTION refuse_change_of_lot();

-- Asked by its condition alone whether a lot is closed, which is all that a bid has to have asked.
CREATE FUNCTION keep_root_of_lot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.chain_head IS NOT NULL AND OLD.chain_head IS DISTINCT FROM NEW.chain_head THEN
    RAISE EXCEPTION 'the record of lot % has begun and binds this', OLD.id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER lots_root_bound AFTER UPDATE OF chain_head ON lots
  FOR EACH ROW WHEN (OLD.closed_at IS NOT NULL) EXECUTE FUNCTION keep_root_of_lot();

-- A row is the next of its lot's, and hashed if the lot has a chain; who bids may, and who acts is known.
ALTER TABLE ledger DROP CONSTRAINT ledger_actor_id_fkey;
CREATE OR REPLACE FUNCTION ledger_follows() RETURNS trigger LANGUAGE plpgsql
  -- The plan is kept from when the tables may have been empty; rows are always found by their index.
  SET enable_seqscan = off SET enable_bitmapscan = off AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (
      SELECT lot_id, min(seq) AS first, max(seq) AS last, count(*) AS rows, count(hash) AS hashes
      FROM added GROUP BY lot_id) a
    WHERE a.last - a.first + 1 <> a.rows OR a.hashes NOT IN (0, a.rows)
      OR CASE WHEN a.first = 1
          THEN (SELECT (a.hashes = 0) = (l.proof_secret IS NULL) FROM lots l WHERE l.id = a.lot_id)
          ELSE (SELECT (a.hashes = 0) = (p.hash IS NULL) FROM ledger p
            WHERE p.lot_id = a.lot_id AND p.seq = a.first - 1)
        END IS NOT TRUE
  ) OR (
    SELECT (SELECT count(*) FROM bidders b WHERE b.user_id = ANY (a.bidders)) < cardinality(a.bidders)
      OR (SELECT count(*) FROM users u WHERE u.id = ANY (a.actors)) < cardinality(a.actors)
    FROM (
      SELECT array_agg(DISTINCT user_id) FILTER (WHERE user_id IS NOT NULL) AS bidders,
        array_agg(DISTINCT actor_id) FILTER (WHERE actor_id IS NOT NULL) AS actors
      FROM added) a
  ) THEN
    RAISE EXCEPTION 'a row of the ledger names no lot or no bidder or nobody who acted, or does not follow the one before it'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;

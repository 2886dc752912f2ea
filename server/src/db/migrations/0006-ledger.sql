-- The record of each lot (docs/decisions/0001), its proof, and what follows from it.

-- Lots, bidders and actors are checked once a statement by ledger_follows, not by foreign keys for each
-- row (docs/decisions/0018).
CREATE TABLE ledger (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lot_id bigint NOT NULL,
  user_id bigint,
  placed_at timestamptz(3) NOT NULL,
  -- The lot's close after this row.
  closes_at timestamptz(3) NOT NULL,
  -- The price after a bid; what the bidder entered; the bidder's maximum.
  amount_cents bigint,
  requested_cents bigint,
  max_cents bigint,
  seq ledger_seq NOT NULL,
  bid_count integer NOT NULL,
  alias_no integer,
  -- The row that a retraction, void or lapse takes back (D23).
  undoes_seq integer,
  extended boolean NOT NULL,
  kind ledger_kind NOT NULL,
  reason text,
  -- Who asked for it when that was not the bidder.
  actor_id bigint,
  idempotency_key text,
  -- What was requested under that key (D14).
  request text,
  ip inet,
  hash sha256_hash,
  -- The alias that leads once the action is done that the row belongs to.
  leader_alias integer,
  UNIQUE (lot_id, seq)
);
CREATE UNIQUE INDEX ledger_idempotency ON ledger (user_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
-- Read from its end either way; ascending, its pages fill.
CREATE INDEX ledger_user ON ledger (user_id, id) WHERE kind IN ('BID', 'RAISE');
CREATE INDEX ledger_undoing ON ledger (lot_id, undoes_seq) WHERE undoes_seq IS NOT NULL;
CREATE INDEX ledger_lapses ON ledger (lot_id, user_id, seq) WHERE kind = 'LAPSE';
-- The ledger grows in the order of time, so a summary of its pages finds a period at next to no cost for a bid.
CREATE INDEX ledger_time ON ledger USING brin (placed_at)
  WITH (pages_per_range = 16, autosummarize = on);
CREATE TRIGGER ledger_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
COMMENT ON TABLE ledger IS 'Everything that happened to a lot, in the one order that counts (D22, D23). Append-only.';

CREATE FUNCTION ledger_follows() RETURNS trigger LANGUAGE plpgsql
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
CREATE TRIGGER ledger_follows AFTER INSERT ON ledger REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_follows();
COMMENT ON FUNCTION ledger_follows() IS 'Rows of a lot follow one another without a gap, are hashed if the lot has a chain, and name a lot, a bidder and an actor that exist. The server makes the hashes.';

CREATE TABLE refused_requests (
  user_id bigint NOT NULL REFERENCES users,
  idempotency_key text NOT NULL,
  request text NOT NULL,
  status smallint NOT NULL,
  answer jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  PRIMARY KEY (user_id, idempotency_key)
);
CREATE INDEX refused_requests_age ON refused_requests (created_at);
COMMENT ON TABLE refused_requests IS 'Bids that were refused under an idempotency key; the ledger has the accepted ones (D14).';

CREATE TABLE lot_openings (
  lot_id bigint PRIMARY KEY REFERENCES lots,
  opening jsonb NOT NULL
);
CREATE TRIGGER lot_openings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON lot_openings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
COMMENT ON TABLE lot_openings IS 'The terms that a lot''s chain of hashes begins with (docs/verifiable-lots.md). Append-only.';

CREATE TABLE lot_roots (
  position bigint PRIMARY KEY CHECK (position > 0),
  lot_id bigint NOT NULL UNIQUE REFERENCES lot_openings,
  root bytea NOT NULL CHECK (octet_length(root) = 32),
  closed_at timestamptz(3) NOT NULL,
  previous bytea CHECK (octet_length(previous) = 32),
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  CHECK ((position = 1) = (previous IS NULL))
);
CREATE TRIGGER lot_roots_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON lot_roots
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
COMMENT ON TABLE lot_roots IS 'The roots of closed lots in the order of closing, a chain of its own. Append-only.';

CREATE TABLE broken_proofs (
  lot_id bigint PRIMARY KEY REFERENCES lot_openings,
  problem text NOT NULL,
  found_at timestamptz(3) NOT NULL DEFAULT clock_ms()
);
COMMENT ON TABLE broken_proofs IS 'Closed lots whose record no longer proves; each is reported once.';

-- An alias names its lot and its bidder, and stays while somebody is to be notified.
CREATE TABLE outbid_bidders (
  lot_id bigint NOT NULL,
  user_id bigint NOT NULL,
  -- Since when the email is due; null once it was sent or the bidder leads again.
  waiting_since timestamptz(3),
  told_at timestamptz(3),
  PRIMARY KEY (lot_id, user_id),
  FOREIGN KEY (lot_id, user_id) REFERENCES lot_bidders
) WITH (fillfactor = 70);
CREATE INDEX outbid_bidders_waiting ON outbid_bidders (waiting_since) WHERE waiting_since IS NOT NULL;
COMMENT ON TABLE outbid_bidders IS 'Bidders who lost the lead of a lot, until an email tells them.';

CREATE TABLE outbid_reading (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  -- Id of the last row of the ledger that was read.
  ledger_id bigint NOT NULL
);
INSERT INTO outbid_reading (ledger_id) VALUES (0);
COMMENT ON TABLE outbid_reading IS 'One row: how far the ledger was read for outbid bidders (docs/decisions/0018).';

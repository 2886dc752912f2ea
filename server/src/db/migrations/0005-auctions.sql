-- Auctions and their lots, with what bidding reads and writes most.

CREATE TABLE auctions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 3 AND 120),
  description text NOT NULL DEFAULT '',
  image_id uuid REFERENCES media,
  time_zone text NOT NULL,
  -- A missing time makes the status UNKNOWN (D16).
  start_time timestamptz(3),
  scheduled_end_time timestamptz(3),
  lifecycle text NOT NULL DEFAULT 'DRAFT' CHECK (lifecycle IN ('DRAFT', 'PUBLISHED', 'CANCELLED', 'SETTLED')),
  -- Null takes the default table (D19).
  increments jsonb,
  soft_close_window_sec integer NOT NULL DEFAULT 120 CHECK (soft_close_window_sec BETWEEN 0 AND 1800),
  soft_close_extend_sec integer NOT NULL DEFAULT 120 CHECK (soft_close_extend_sec BETWEEN 0 AND 1800),
  -- Null is without bound.
  max_extensions integer CHECK (max_extensions >= 0),
  stagger_sec integer NOT NULL DEFAULT 30 CHECK (stagger_sec BETWEEN 0 AND 600),
  payment_due_days smallint NOT NULL DEFAULT 3 CHECK (payment_due_days BETWEEN 1 AND 60),
  created_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  settled_at timestamptz(3),
  -- Null takes the default fees.
  fee_schedule jsonb,
  pickup_due_days smallint NOT NULL DEFAULT 5 CHECK (pickup_due_days BETWEEN 1 AND 60),
  created_by bigint REFERENCES users,
  settled_by bigint REFERENCES users,
  updated_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  -- Whether the table was taken from the settings when the auction was published: a copy of the auction then
  -- takes the settings of its own day (D30).
  increments_from_settings boolean NOT NULL DEFAULT false,
  fees_from_settings boolean NOT NULL DEFAULT false,
  CHECK (scheduled_end_time > start_time)
);
CREATE INDEX auctions_start ON auctions (start_time) WHERE lifecycle = 'PUBLISHED';
CREATE INDEX auctions_end ON auctions (scheduled_end_time) WHERE lifecycle = 'PUBLISHED';
CREATE INDEX auctions_parts ON auctions USING gin (lower(name) gin_trgm_ops);
COMMENT ON TABLE auctions IS 'Auctions with the terms that their lots start from (D16, D21, D28). Times in seconds and days.';

CREATE TABLE planned_lots (
  auction_id bigint NOT NULL REFERENCES auctions ON DELETE CASCADE,
  inventory_id bigint NOT NULL REFERENCES inventory,
  lot_number smallint NOT NULL CHECK (lot_number BETWEEN 1 AND 9999),
  lot_suffix text NOT NULL DEFAULT '' CHECK (lot_suffix ~ '^[A-Z]?$'),
  PRIMARY KEY (auction_id, inventory_id),
  UNIQUE (auction_id, lot_number, lot_suffix)
);
CREATE INDEX planned_lots_inventory ON planned_lots (inventory_id);
COMMENT ON TABLE planned_lots IS 'The run list of a draft auction; publishing turns each row into a lot (D17, D30).';

-- The hot row: narrow, half-filled pages, no index on what every bid changes. That the leader may bid is
-- checked once a statement, not by a foreign key for each row (docs/decisions/0018).
CREATE TABLE lots (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  inventory_id bigint NOT NULL REFERENCES inventory,
  auction_id bigint NOT NULL REFERENCES auctions,
  opens_at timestamptz(3) NOT NULL,
  -- Soft close moves it (D21); scheduled_closes_at stays.
  closes_at timestamptz(3) NOT NULL,
  scheduled_closes_at timestamptz(3) NOT NULL,
  closed_at timestamptz(3),
  starting_cents bigint NOT NULL CHECK (starting_cents > 0),
  reserve_cents bigint,
  -- Current bid, high bidder and the high bidder's maximum; null without bids.
  price_cents bigint,
  leader_id bigint,
  leader_max_cents bigint,
  -- Number of its last row in the ledger.
  seq integer NOT NULL DEFAULT 0,
  bid_count integer NOT NULL DEFAULT 0,
  alias_count integer NOT NULL DEFAULT 0,
  extensions integer NOT NULL DEFAULT 0,
  max_extensions integer,
  lot_number lot_number NOT NULL,
  soft_close_window_sec smallint NOT NULL,
  soft_close_extend_sec smallint NOT NULL,
  outcome lot_outcome,
  lot_suffix text NOT NULL DEFAULT '',
  increments jsonb,
  -- What staff decided about a missed reserve; null until then (D27).
  decision lot_decision,
  -- When its bids were moved to the bidders' past bids (D9).
  bids_archived_at timestamptz(3),
  proof_secret bytea DEFAULT uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
  -- Hash of the ledger's last row; null as long as it has none (docs/verifiable-lots.md).
  chain_head sha256_hash,
  CHECK (opens_at < closes_at),
  CHECK ((leader_id IS NULL) = (leader_max_cents IS NULL)),
  CHECK ((leader_id IS NULL) = (price_cents IS NULL)),
  CHECK (leader_max_cents >= price_cents),
  CHECK ((closed_at IS NULL) = (outcome IS NULL)),
  CONSTRAINT lots_decided_after_close
    CHECK (decision IS NULL OR outcome IS NOT DISTINCT FROM 'RESERVE_NOT_MET'),
  CONSTRAINT lots_chain CHECK (chain_head IS NULL OR proof_secret IS NOT NULL)
) WITH (fillfactor = 50);
CREATE UNIQUE INDEX lots_number ON lots (auction_id, lot_number, lot_suffix);
CREATE UNIQUE INDEX lots_one_open ON lots (inventory_id) WHERE closed_at IS NULL;
CREATE INDEX lots_inventory ON lots (inventory_id);
CREATE INDEX lots_open ON lots (id) WHERE closed_at IS NULL;
-- Lists and the closer read lots by `closes_at`, auctions their latest; only soft close moves it.
CREATE INDEX lots_closing ON lots (closes_at, id) WHERE closed_at IS NULL;
CREATE INDEX lots_of_auction ON lots (auction_id, closes_at);
CREATE INDEX lots_closed ON lots (closed_at) WHERE closed_at IS NOT NULL;
COMMENT ON TABLE lots IS 'Units in auctions: terms, and the state of bidding (D17 to D21).';

ALTER TABLE inventory ADD FOREIGN KEY (current_lot_id) REFERENCES lots;

CREATE FUNCTION leaders_may_bid() RETURNS trigger LANGUAGE plpgsql
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
CREATE TRIGGER lots_inserted_leaders AFTER INSERT ON lots REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION leaders_may_bid();
CREATE TRIGGER lots_updated_leaders AFTER UPDATE ON lots REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION leaders_may_bid();

-- What the chain of hashes began with, and where it ended, stays. Both triggers run after the update: one
-- that runs before it would lock each row once more.
CREATE FUNCTION refuse_change_of_lot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the record of lot % has begun and binds this', OLD.id
    USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER lots_terms_bound
  AFTER UPDATE OF starting_cents, reserve_cents, increments, soft_close_window_sec,
    soft_close_extend_sec, max_extensions, proof_secret ON lots
  FOR EACH ROW WHEN (OLD.chain_head IS NOT NULL AND (OLD.starting_cents, OLD.reserve_cents,
      OLD.increments, OLD.soft_close_window_sec, OLD.soft_close_extend_sec, OLD.max_extensions,
      OLD.proof_secret) IS DISTINCT FROM (NEW.starting_cents, NEW.reserve_cents, NEW.increments,
      NEW.soft_close_window_sec, NEW.soft_close_extend_sec, NEW.max_extensions, NEW.proof_secret))
  EXECUTE FUNCTION refuse_change_of_lot();

-- Its condition only asks whether the lot is closed, which is all that a bid has to pay for.
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

-- The ledger has no foreign key to lots; this keeps a lot that it names.
CREATE FUNCTION refuse_deletion_of_lot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'lot % has a record', OLD.id USING ERRCODE = 'foreign_key_violation';
END $$;
CREATE TRIGGER lots_with_record_stay BEFORE DELETE ON lots
  FOR EACH ROW WHEN (OLD.seq > 0) EXECUTE FUNCTION refuse_deletion_of_lot();

-- A foreign key to bidders is looked through whenever a bid changes a bidder, so this one goes to users,
-- and the trigger below keeps the bidder.
CREATE TABLE lot_bidders (
  lot_id bigint NOT NULL REFERENCES lots,
  user_id bigint NOT NULL REFERENCES users,
  alias_no integer NOT NULL CHECK (alias_no > 0),
  PRIMARY KEY (lot_id, user_id),
  UNIQUE (lot_id, alias_no)
);
CREATE INDEX lot_bidders_user ON lot_bidders (user_id, lot_id);
COMMENT ON TABLE lot_bidders IS 'The alias under which a bidder is seen on one lot (D24).';

CREATE FUNCTION refuse_deletion_of_bidder() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM lot_bidders WHERE user_id = OLD.user_id) THEN
    RAISE EXCEPTION 'bidder % has bid and stays', OLD.user_id USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER bidders_who_bid_stay BEFORE DELETE ON bidders
  FOR EACH ROW EXECUTE FUNCTION refuse_deletion_of_bidder();

-- No foreign key to lots: each would be looked through whenever a bid changes one.
CREATE TABLE failed_closes (
  lot_id bigint PRIMARY KEY,
  first_failed_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  tries integer NOT NULL DEFAULT 1 CHECK (tries > 0),
  next_try_at timestamptz(3) NOT NULL,
  -- The last try's error, for the engineer who looks into it.
  error text NOT NULL
);
CREATE INDEX failed_closes_next ON failed_closes (next_try_at);
COMMENT ON TABLE failed_closes IS 'Lots whose close failed, each retried alone after a longer wait every time; a row goes with the close (docs/decisions/0015).';

CREATE TABLE told_moments (
  auction_id bigint NOT NULL REFERENCES auctions,
  kind text NOT NULL CHECK (kind IN ('LIVE', 'ENDING_SOON')),
  -- An auction that is moved has its moment again.
  moment timestamptz(3) NOT NULL,
  PRIMARY KEY (auction_id, kind, moment)
);
COMMENT ON TABLE told_moments IS 'Moments of auctions that their watchers were already notified of.';

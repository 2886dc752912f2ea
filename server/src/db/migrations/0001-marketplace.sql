-- Money is bigint cents, instants are timestamptz(3) in UTC. What must never be wrong is also a constraint.

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE FUNCTION clock_ms() RETURNS timestamptz LANGUAGE sql VOLATILE AS
  'SELECT date_trunc(''milliseconds'', clock_timestamp())';

CREATE TABLE site_facts (
  name text PRIMARY KEY,
  value jsonb NOT NULL
);

-- People ---------------------------------------------------------------------------------------

CREATE TABLE users (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL CHECK (email = lower(email) AND length(email) <= 254),
  name text NOT NULL CHECK (length(name) BETWEEN 2 AND 80),
  password_hash text NOT NULL,
  role text NOT NULL CHECK (role IN ('ROLE_CUSTOMER', 'ROLE_ADMIN', 'ROLE_ADMIN_SUPPORT')),
  status text NOT NULL DEFAULT 'ACTIVE'
    CHECK (status IN ('PENDING_VERIFICATION', 'ACTIVE', 'SUSPENDED', 'BANNED', 'CLOSED')),
  phone_number text,
  email_verified_at timestamptz(3),
  last_login_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT clock_ms()
);
CREATE UNIQUE INDEX users_email ON users (email);

-- What bids are held against (D25): narrow and hot, apart from the wide person row.
CREATE TABLE bidders (
  user_id bigint PRIMARY KEY REFERENCES users,
  limit_cents bigint NOT NULL CHECK (limit_cents >= 0),
  leading_cents bigint NOT NULL DEFAULT 0 CHECK (leading_cents >= 0),
  awarded_cents bigint NOT NULL DEFAULT 0 CHECK (awarded_cents >= 0),
  CONSTRAINT bidders_within_limit CHECK (leading_cents + awarded_cents <= limit_cents)
) WITH (fillfactor = 50);

CREATE TABLE sessions (
  jti uuid PRIMARY KEY,
  family uuid NOT NULL,
  user_id bigint NOT NULL REFERENCES users,
  -- When the family's first token was issued by a sign-in.
  started_at timestamptz(3) NOT NULL,
  issued_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  expires_at timestamptz(3) NOT NULL,
  -- When it was exchanged for a newer one; a second exchange revokes the family (D5).
  refreshed_at timestamptz(3),
  revoked_at timestamptz(3),
  ip inet,
  user_agent text
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_family ON sessions (family);

CREATE TABLE email_codes (
  email text PRIMARY KEY,
  code_hash text NOT NULL,
  sent_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  tries_left smallint NOT NULL CHECK (tries_left >= 0),
  verified_until timestamptz(3)
);

CREATE TABLE mails (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- One mail for one event and recipient, however often its job runs.
  event_key text NOT NULL UNIQUE,
  recipient text NOT NULL,
  subject text NOT NULL,
  text_body text NOT NULL,
  html_body text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  -- While it is being handed to the mail server, so that two runs of its job never both send it.
  claimed_at timestamptz(3),
  sent_at timestamptz(3)
);
CREATE INDEX mails_recipient ON mails (recipient, id DESC);

-- How often something was tried within a window of time. Lost in a crash, which harms nobody.
CREATE UNLOGGED TABLE rate_windows (
  bucket text PRIMARY KEY,
  hits integer NOT NULL CHECK (hits >= 0),
  ends_at timestamptz(3) NOT NULL
);
CREATE INDEX rate_windows_end ON rate_windows (ends_at);

-- Vehicles ---------------------------------------------------------------------------------------

CREATE TABLE yards (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  street text,
  city text NOT NULL,
  state text NOT NULL CHECK (state ~ '^[A-Z]{2}$'),
  zip text NOT NULL CHECK (zip ~ '^\d{5}(-\d{4})?$'),
  lat double precision CHECK (lat BETWEEN -90 AND 90),
  lng double precision CHECK (lng BETWEEN -180 AND 180),
  time_zone text NOT NULL
);

CREATE TABLE media (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  width integer NOT NULL CHECK (width > 0),
  height integer NOT NULL CHECK (height > 0),
  placeholder text,
  -- What makes the original when it is first asked for; null for one that was stored.
  source text UNIQUE,
  created_at timestamptz(3) NOT NULL DEFAULT clock_ms()
);

CREATE TABLE inventory (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  slug text NOT NULL UNIQUE,
  stock_number text NOT NULL UNIQUE CHECK (length(stock_number) BETWEEN 1 AND 20),
  inventory_type text NOT NULL,
  identifier_type text NOT NULL,
  vin text,
  model_year smallint NOT NULL CHECK (model_year BETWEEN 1900 AND 2100),
  manufacturer text NOT NULL,
  model text NOT NULL,
  trim text,
  body_style text,
  odometer integer CHECK (odometer BETWEEN 0 AND 9999999),
  odometer_unit text NOT NULL DEFAULT 'MI',
  odometer_brand text NOT NULL DEFAULT 'UNKNOWN',
  engine_hours numeric(8, 1) CHECK (engine_hours >= 0),
  engine_type text,
  fuel_type text,
  transmission text,
  axle_config text,
  cab_type text,
  gvwr_class smallint CHECK (gvwr_class BETWEEN 1 AND 8),
  title_brand text NOT NULL,
  primary_damage text NOT NULL DEFAULT 'NONE',
  run_condition text NOT NULL DEFAULT 'UNKNOWN',
  grade numeric(2, 1) CHECK (grade BETWEEN 0 AND 5),
  yard_id bigint NOT NULL REFERENCES yards,
  description text NOT NULL DEFAULT '',
  specs jsonb NOT NULL,
  sale_type text NOT NULL DEFAULT 'RESERVE',
  starting_cents bigint NOT NULL CHECK (starting_cents > 0),
  reserve_cents bigint CHECK (reserve_cents >= starting_cents),
  buy_now_cents bigint CHECK (buy_now_cents > reserve_cents),
  estimate_low_cents bigint,
  estimate_high_cents bigint CHECK (estimate_high_cents >= estimate_low_cents),
  featured boolean NOT NULL DEFAULT false,
  status text NOT NULL DEFAULT 'DRAFT' CHECK (status IN ('DRAFT', 'AVAILABLE', 'IN_AUCTION',
    'PENDING_DECISION', 'SOLD', 'PAID', 'RELEASED', 'UNSOLD', 'WITHDRAWN', 'ARCHIVED')),
  -- Its running or else its last lot; lists show that one (D17).
  current_lot_id bigint,
  -- What its last closed lot came to, kept by a trigger: lists are ordered by it.
  last_price_cents bigint,
  last_bid_count integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  updated_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  search tsvector GENERATED ALWAYS AS (
    -- Models also without hyphens (F150), and of a VIN the last 8 and 6, as people type them.
    to_tsvector('simple', model_year::text || ' ' || manufacturer || ' ' || model || ' ' ||
      replace(model, '-', '') || ' ' || coalesce(trim, '') || ' ' || coalesce(body_style, '') || ' ' ||
      coalesce(engine_type, '') || ' ' || stock_number || ' ' || coalesce(vin, '') || ' ' ||
      coalesce(right(vin, 8), '') || ' ' || coalesce(right(vin, 6), ''))
  ) STORED
);
CREATE UNIQUE INDEX inventory_vin ON inventory (vin) WHERE vin IS NOT NULL AND status <> 'ARCHIVED';
CREATE INDEX inventory_search ON inventory USING gin (search);
-- Lists show what is published; one partial index for each order that they are read in.
CREATE INDEX inventory_newest ON inventory (created_at DESC, id DESC)
  WHERE status NOT IN ('DRAFT', 'WITHDRAWN', 'ARCHIVED');
-- IN_AUCTION stands exactly for units with an open lot; lists read those by the lot's close.
CREATE INDEX inventory_newest_without_lot ON inventory (created_at DESC, id DESC)
  WHERE status NOT IN ('DRAFT', 'WITHDRAWN', 'ARCHIVED', 'IN_AUCTION');
CREATE INDEX inventory_year ON inventory (model_year, id)
  WHERE status NOT IN ('DRAFT', 'WITHDRAWN', 'ARCHIVED');
CREATE INDEX inventory_odometer ON inventory (odometer, id)
  WHERE status NOT IN ('DRAFT', 'WITHDRAWN', 'ARCHIVED');
CREATE INDEX inventory_price_without_lot ON inventory ((coalesce(last_price_cents, starting_cents)), id)
  WHERE status NOT IN ('DRAFT', 'WITHDRAWN', 'ARCHIVED', 'IN_AUCTION');
CREATE INDEX inventory_bids_without_lot ON inventory (last_bid_count, id)
  WHERE status NOT IN ('DRAFT', 'WITHDRAWN', 'ARCHIVED', 'IN_AUCTION');
CREATE INDEX inventory_featured ON inventory (id) WHERE featured;
CREATE INDEX inventory_current_lot ON inventory (current_lot_id);

CREATE TABLE inventory_images (
  inventory_id bigint NOT NULL REFERENCES inventory ON DELETE CASCADE,
  position smallint NOT NULL CHECK (position >= 0),
  media_id uuid NOT NULL REFERENCES media,
  kind text NOT NULL,
  alt text NOT NULL,
  PRIMARY KEY (inventory_id, position)
);

-- Auctions and lots ------------------------------------------------------------------------------

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
  max_extensions integer CHECK (max_extensions >= 0),
  stagger_sec integer NOT NULL DEFAULT 30 CHECK (stagger_sec BETWEEN 0 AND 600),
  payment_due_days smallint NOT NULL DEFAULT 3 CHECK (payment_due_days BETWEEN 1 AND 60),
  created_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  settled_at timestamptz(3),
  CHECK (scheduled_end_time > start_time)
);

-- The hot row: narrow, half-filled pages, no index on what every bid changes.
CREATE TABLE lots (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  inventory_id bigint NOT NULL REFERENCES inventory,
  auction_id bigint NOT NULL REFERENCES auctions,
  opens_at timestamptz(3) NOT NULL,
  closes_at timestamptz(3) NOT NULL,
  scheduled_closes_at timestamptz(3) NOT NULL,
  closed_at timestamptz(3),
  starting_cents bigint NOT NULL CHECK (starting_cents > 0),
  reserve_cents bigint,
  price_cents bigint,
  leader_id bigint REFERENCES bidders,
  leader_max_cents bigint,
  seq integer NOT NULL DEFAULT 0,
  bid_count integer NOT NULL DEFAULT 0,
  alias_count integer NOT NULL DEFAULT 0,
  extensions integer NOT NULL DEFAULT 0,
  max_extensions integer,
  lot_number smallint NOT NULL CHECK (lot_number BETWEEN 1 AND 9999),
  soft_close_window_sec smallint NOT NULL,
  soft_close_extend_sec smallint NOT NULL,
  outcome text CHECK (outcome IN ('SOLD', 'RESERVE_NOT_MET', 'NO_BIDS')),
  lot_suffix text NOT NULL DEFAULT '',
  increments jsonb,
  CHECK (opens_at < closes_at),
  CHECK ((leader_id IS NULL) = (leader_max_cents IS NULL)),
  CHECK ((leader_id IS NULL) = (price_cents IS NULL)),
  CHECK (leader_max_cents >= price_cents),
  CHECK ((closed_at IS NULL) = (outcome IS NULL))
) WITH (fillfactor = 50);
CREATE UNIQUE INDEX lots_number ON lots (auction_id, lot_number, lot_suffix);
CREATE UNIQUE INDEX lots_one_open ON lots (inventory_id) WHERE closed_at IS NULL;
CREATE INDEX lots_inventory ON lots (inventory_id);
CREATE INDEX lots_open ON lots (id) WHERE closed_at IS NULL;
-- Only soft close moves `closes_at`; lists and the closing read lots by it, auctions their latest.
CREATE INDEX lots_closing ON lots (closes_at, id) WHERE closed_at IS NULL;
CREATE INDEX lots_of_auction ON lots (auction_id, closes_at);

ALTER TABLE inventory ADD FOREIGN KEY (current_lot_id) REFERENCES lots;

CREATE FUNCTION keep_last_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE inventory SET last_price_cents = coalesce(NEW.price_cents, NEW.starting_cents),
    last_bid_count = NEW.bid_count WHERE id = NEW.inventory_id;
  RETURN NULL;
END $$;
CREATE TRIGGER lots_keep_last_run AFTER INSERT OR UPDATE OF closed_at ON lots
  FOR EACH ROW WHEN (NEW.closed_at IS NOT NULL) EXECUTE FUNCTION keep_last_run();

-- The alias under which a bidder is seen on one lot (D24).
CREATE TABLE lot_bidders (
  lot_id bigint NOT NULL REFERENCES lots,
  user_id bigint NOT NULL REFERENCES bidders,
  alias_no integer NOT NULL CHECK (alias_no > 0),
  PRIMARY KEY (lot_id, user_id),
  UNIQUE (lot_id, alias_no)
);

-- All that ever happened to a lot, in the one order that counts (D22, D23). Append-only.
CREATE TABLE ledger (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lot_id bigint NOT NULL REFERENCES lots,
  user_id bigint REFERENCES bidders,
  placed_at timestamptz(3) NOT NULL,
  -- State of the lot after this row.
  closes_at timestamptz(3) NOT NULL,
  amount_cents bigint,
  requested_cents bigint,
  max_cents bigint,
  seq integer NOT NULL CHECK (seq > 0),
  bid_count integer NOT NULL,
  alias_no integer,
  undoes_seq integer,
  extended boolean NOT NULL,
  kind text NOT NULL CHECK (kind IN ('BID', 'PROXY', 'RAISE', 'RETRACTION', 'VOID', 'LAPSE', 'EXTENSION', 'CLOSE')),
  reason text,
  -- Who asked for it when that was not the bidder.
  actor_id bigint REFERENCES users,
  idempotency_key text,
  -- What was asked for under that key (D14).
  request text,
  ip inet,
  UNIQUE (lot_id, seq)
);
CREATE UNIQUE INDEX ledger_idempotency ON ledger (user_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX ledger_user ON ledger (user_id, id DESC) WHERE kind IN ('BID', 'RAISE');
CREATE TRIGGER ledger_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Refusals that were given under an idempotency key; what was accepted stands in the ledger (D14).
CREATE TABLE refused_requests (
  user_id bigint NOT NULL REFERENCES bidders,
  idempotency_key text NOT NULL,
  request text NOT NULL,
  status smallint NOT NULL,
  answer jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  PRIMARY KEY (user_id, idempotency_key)
);
CREATE INDEX refused_requests_age ON refused_requests (created_at);

-- Who won what (D27 to D29).
CREATE TABLE awards (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lot_id bigint NOT NULL UNIQUE REFERENCES lots,
  bid_id bigint NOT NULL REFERENCES ledger,
  user_id bigint NOT NULL REFERENCES bidders,
  hammer_cents bigint NOT NULL CHECK (hammer_cents > 0),
  basis text NOT NULL DEFAULT 'AUTO' CHECK (basis IN ('AUTO', 'OVERRIDE', 'OFFER_ACCEPTED', 'BUY_NOW')),
  status text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'DECLARED', 'PAID', 'DEFAULTED', 'VOID')),
  created_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  declared_at timestamptz(3),
  payment_due_at timestamptz(3)
);
CREATE INDEX awards_user ON awards (user_id, id DESC);

CREATE TABLE wishlist_items (
  user_id bigint NOT NULL REFERENCES users,
  inventory_id bigint NOT NULL REFERENCES inventory,
  added_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  PRIMARY KEY (user_id, inventory_id)
);

-- Every act of staff and every change of money or limits (D31). Append-only.
CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  actor_id bigint REFERENCES users,
  action text NOT NULL,
  subject_type text NOT NULL,
  subject_id bigint NOT NULL,
  before jsonb,
  after jsonb,
  reason text,
  ip inet
);
CREATE INDEX audit_log_subject ON audit_log (subject_type, subject_id, id DESC);
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

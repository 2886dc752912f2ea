-- Units: where they stand, what they are, and who looks for them.

CREATE TABLE yards (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  street text,
  city text NOT NULL,
  state text NOT NULL CHECK (state ~ '^[A-Z]{2}$'),
  zip text NOT NULL CHECK (zip ~ '^\d{5}(-\d{4})?$'),
  -- Degrees.
  lat double precision CHECK (lat BETWEEN -90 AND 90),
  lng double precision CHECK (lng BETWEEN -180 AND 180),
  time_zone text NOT NULL,
  -- Pickup hours on business days, by the yard's clock.
  opens_hour smallint NOT NULL DEFAULT 8 CHECK (opens_hour BETWEEN 0 AND 23),
  closes_hour smallint NOT NULL DEFAULT 17,
  CONSTRAINT yards_closes_after_opening CHECK (closes_hour > opens_hour AND closes_hour <= 24)
);
COMMENT ON TABLE yards IS 'Where units stand and are picked up.';

CREATE TABLE media (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Pixels of the original.
  width integer NOT NULL CHECK (width > 0),
  height integer NOT NULL CHECK (height > 0),
  placeholder text,
  -- What makes the original when it is first requested; null for a picture that was stored.
  source text UNIQUE,
  created_at timestamptz(3) NOT NULL DEFAULT clock_ms()
);
COMMENT ON TABLE media IS 'Pictures; the file store has the bytes.';

CREATE SEQUENCE stock_numbers;

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
  -- Fields that nothing filters, sorts or decides by (contract/src/inventory/inventory-specs.ts).
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
  -- Its open lot, else its last; lists show that one (D17).
  current_lot_id bigint,
  created_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  updated_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  search tsvector GENERATED ALWAYS AS (
    -- Models also without hyphens (F150), and the last 8 and 6 of a VIN, as people type them.
    to_tsvector('simple', model_year::text || ' ' || manufacturer || ' ' || model || ' ' ||
      replace(model, '-', '') || ' ' || coalesce(trim, '') || ' ' || coalesce(body_style, '') || ' ' ||
      coalesce(engine_type, '') || ' ' || stock_number || ' ' || coalesce(vin, '') || ' ' ||
      coalesce(right(vin, 8), '') || ' ' || coalesce(right(vin, 6), ''))
  ) STORED,
  -- Why staff accepted a VIN with a wrong check digit or year code.
  vin_override_reason text NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX inventory_vin ON inventory (vin) WHERE vin IS NOT NULL AND status <> 'ARCHIVED';
CREATE INDEX inventory_search ON inventory USING gin (search);
CREATE INDEX inventory_status ON inventory (status, id DESC);
CREATE INDEX inventory_current_lot ON inventory (current_lot_id);
-- Figures.
CREATE INDEX inventory_counted ON inventory (inventory_type, status, featured);
CREATE INDEX inventory_estimated ON inventory (id)
  INCLUDE (inventory_type, estimate_low_cents, estimate_high_cents)
  WHERE estimate_low_cents IS NOT NULL AND estimate_high_cents IS NOT NULL;
COMMENT ON TABLE inventory IS 'Units: vehicles, trucks, trailers and equipment, with the prices that their next lot starts from.';
COMMENT ON COLUMN inventory.odometer IS 'In odometer_unit.';
COMMENT ON COLUMN inventory.reserve_cents IS 'Never leaves the server (D20).';

-- Staff and files may use a number of this form for a unit; it is skipped.
CREATE FUNCTION next_stock_number() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  number text;
BEGIN
  LOOP
    SELECT 'GY' || lpad(n::text, greatest(6, length(n::text)), '0') INTO number
    FROM nextval('stock_numbers') AS n;
    EXIT WHEN NOT EXISTS (SELECT FROM inventory WHERE stock_number = number);
  END LOOP;
  RETURN number;
END $$;
COMMENT ON FUNCTION next_stock_number() IS 'A stock number for a unit without one. No two units get the same, however many come at once.';

CREATE TABLE inventory_images (
  inventory_id bigint NOT NULL REFERENCES inventory ON DELETE CASCADE,
  position smallint NOT NULL CHECK (position >= 0),
  media_id uuid NOT NULL REFERENCES media,
  kind text NOT NULL,
  alt text NOT NULL,
  PRIMARY KEY (inventory_id, position)
);
COMMENT ON TABLE inventory_images IS 'The pictures of a unit in order.';

CREATE TABLE unit_views (
  unit_id bigint NOT NULL REFERENCES inventory,
  day date NOT NULL,
  views integer NOT NULL CHECK (views > 0),
  PRIMARY KEY (unit_id, day)
) WITH (fillfactor = 70);
CREATE INDEX unit_views_day ON unit_views (day, unit_id);
COMMENT ON TABLE unit_views IS 'How often a unit''s page was opened on a day in UTC; nothing of by whom (docs/decisions/0006).';

CREATE TABLE wishlist_items (
  user_id bigint NOT NULL REFERENCES users,
  inventory_id bigint NOT NULL REFERENCES inventory,
  added_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  PRIMARY KEY (user_id, inventory_id)
);
COMMENT ON TABLE wishlist_items IS 'Watchlists (D35).';

CREATE TABLE saved_searches (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  -- The filter as the contract has it, without page and size.
  filter jsonb NOT NULL CHECK (jsonb_typeof(filter) = 'object'),
  created_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  -- Units listed since then are new to the owner.
  seen_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  UNIQUE (user_id, name)
);
COMMENT ON TABLE saved_searches IS 'Filters that customers saved.';

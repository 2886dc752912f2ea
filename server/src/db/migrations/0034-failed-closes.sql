-- Lots whose close could not be written. Each is tried again by itself after a longer wait every time,
-- so that all other lots close. A row goes with the close. No reference to lots: each would be
-- looked through whenever a bid changes one.
CREATE TABLE failed_closes (
  lot_id bigint PRIMARY KEY,
  first_failed_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  tries integer NOT NULL DEFAULT 1 CHECK (tries > 0),
  next_try_at timestamptz(3) NOT NULL,
  -- What the last try failed with, for whoever looks into it.
  error text NOT NULL
);
CREATE INDEX failed_closes_next ON failed_closes (next_try_at);

-- What the figures need of a day (UTC) that is over: the ledger only grows, and views are counted on
-- the day itself, so neither changes any more. Made from them, and may be deleted at any time.
CREATE TABLE figure_days (
  day date PRIMARY KEY,
  bids_by_hour integer[] NOT NULL CHECK (cardinality(bids_by_hour) = 24),
  views bigint NOT NULL CHECK (views >= 0)
);

-- Who bid and what was bid on or looked at, as bitmaps over their numbers: what several days have in
-- common is counted once. A chunk holds 30,000 numbers.
CREATE TABLE figure_day_sets (
  day date NOT NULL REFERENCES figure_days ON DELETE CASCADE,
  of text NOT NULL CHECK (of IN ('bidder', 'lot', 'unit', 'viewed')),
  chunk integer NOT NULL,
  ids bit(30000) NOT NULL,
  PRIMARY KEY (day, of, chunk)
);

-- What the figures read as it is.
CREATE INDEX users_status ON users (status);
CREATE INDEX inventory_estimated ON inventory (id)
  INCLUDE (inventory_type, estimate_low_cents, estimate_high_cents)
  WHERE estimate_low_cents IS NOT NULL AND estimate_high_cents IS NOT NULL;

-- Texts in parts of three letters: a search for any part of one reads its few rows alone.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX users_parts ON users USING gin (email gin_trgm_ops, lower(name) gin_trgm_ops,
  phone_number gin_trgm_ops);
CREATE INDEX audit_log_words ON audit_log USING gin (lower(reason) gin_trgm_ops,
  lower(before::text) gin_trgm_ops, lower(after::text) gin_trgm_ops);

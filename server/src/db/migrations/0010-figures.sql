-- Sums of finished days for the staff's figures (docs/decisions/0012). Made from the ledger and unit_views,
-- which no longer change for a day that is over; may be deleted at any time.

CREATE TABLE figure_days (
  day date PRIMARY KEY,
  bids_by_hour integer[] NOT NULL CHECK (cardinality(bids_by_hour) = 24),
  views bigint NOT NULL CHECK (views >= 0)
);
COMMENT ON TABLE figure_days IS 'Bids and page views of a day in UTC.';

CREATE TABLE figure_day_sets (
  day date NOT NULL REFERENCES figure_days ON DELETE CASCADE,
  of text NOT NULL CHECK (of IN ('bidder', 'lot', 'unit', 'viewed')),
  -- A chunk has 30,000 ids.
  chunk integer NOT NULL,
  ids bit(30000) NOT NULL,
  PRIMARY KEY (day, of, chunk)
);
COMMENT ON TABLE figure_day_sets IS 'Who bid, and what was bid on or viewed on a day, as bitmaps over ids: what several days have in common is counted once.';
CREATE FUNCTION bits_at(positions integer[]) RETURNS bit(30000) LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  found bit(30000) := repeat('0', 30000)::bit(30000);
  pos integer;
BEGIN
  FOREACH pos IN ARRAY positions LOOP
    found := set_bit(found, pos, 1);
  END LOOP;
  RETURN found;
END $$;
COMMENT ON FUNCTION bits_at(integer[]) IS 'A chunk with the bits at these positions set.';

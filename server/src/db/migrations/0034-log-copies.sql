CREATE TABLE log_copies (
  log text PRIMARY KEY CHECK (log IN ('audit', 'security')),
  is_on boolean NOT NULL DEFAULT true,
  -- The last record that the other system has: a seq of the audit's chain, or an id of the security log.
  last bigint NOT NULL DEFAULT 0 CHECK (last >= 0),
  -- All records until then are copied.
  copied_until timestamptz(3) NOT NULL DEFAULT clock_ms(),
  claimed_until timestamptz(3) NOT NULL DEFAULT '-infinity'
);
COMMENT ON TABLE log_copies IS 'How far each log is copied to another system (D47). One process at a time copies it.';

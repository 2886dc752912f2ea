-- How pages failed in browsers (D79). Holds no data about a person.

CREATE TABLE page_failures (
  -- By UTC.
  day date NOT NULL,
  -- Of kind, route, error and frames.
  stack_hash sha256_hash NOT NULL,
  kind text NOT NULL,
  build text NOT NULL,
  route text NOT NULL,
  error text NOT NULL,
  frames text[] NOT NULL,
  reports integer NOT NULL DEFAULT 1,
  last_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  PRIMARY KEY (day, stack_hash, build)
);
COMMENT ON TABLE page_failures IS 'Failures of pages as browsers reported them, counted by day, stack and build, for 30 days (D79).';

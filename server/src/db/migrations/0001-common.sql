-- What every part of the schema uses. Conventions of all files:
--   *_cents     integer cents of US dollars, bigint (D13)
--   *_at        an instant in UTC, from the database's clock, to the millisecond (D16)
--   *_no, seq   numbers that count from 1
-- What must never be wrong is a constraint here as well as a rule in domain/.

-- Trigrams: a search for any part of a text reads its few rows alone.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE FUNCTION clock_ms() RETURNS timestamptz LANGUAGE sql VOLATILE AS
  'SELECT date_trunc(''milliseconds'', clock_timestamp())';
COMMENT ON FUNCTION clock_ms() IS 'The time now, to the millisecond. Unlike now() it moves within a transaction (D16).';

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
COMMENT ON FUNCTION refuse_change() IS 'Trigger of append-only tables.';

-- Columns that bidding writes have domains: the check of a domain is prepared once, while the check of a
-- table is parsed again by each statement that writes.
CREATE DOMAIN cents AS bigint CHECK (VALUE >= 0);
CREATE DOMAIN sha256_hash AS bytea CHECK (octet_length(VALUE) = 32);
CREATE DOMAIN lot_number AS smallint CHECK (VALUE BETWEEN 1 AND 9999);
CREATE DOMAIN lot_outcome AS text CHECK (VALUE IN ('SOLD', 'RESERVE_NOT_MET', 'NO_BIDS'));
CREATE DOMAIN lot_decision AS text CHECK (VALUE IN ('ACCEPTED', 'DECLINED'));
CREATE DOMAIN ledger_seq AS integer CHECK (VALUE > 0);
CREATE DOMAIN ledger_kind AS text CHECK (VALUE IN
  ('BID', 'PROXY', 'RAISE', 'RETRACTION', 'VOID', 'LAPSE', 'EXTENSION', 'CLOSE'));

CREATE TABLE site_facts (
  name text PRIMARY KEY,
  value jsonb NOT NULL
);
COMMENT ON TABLE site_facts IS 'Facts about this installation that the product makes itself, such as its secrets.';

-- How often something was tried within a window of time. Lost in a crash, which harms nobody.
CREATE UNLOGGED TABLE rate_windows (
  bucket text PRIMARY KEY,
  hits integer NOT NULL CHECK (hits >= 0),
  ends_at timestamptz(3) NOT NULL
);
CREATE INDEX rate_windows_end ON rate_windows (ends_at);
COMMENT ON TABLE rate_windows IS 'Calls counted for rate limits, one row for each limit and caller.';

CREATE TABLE mails (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- One email for one event and recipient, however often its job runs.
  event_key text NOT NULL UNIQUE,
  recipient text NOT NULL,
  subject text NOT NULL,
  text_body text NOT NULL,
  html_body text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  -- Set while it is handed to the mail server, so that two runs of its job never both send it.
  claimed_at timestamptz(3),
  sent_at timestamptz(3),
  reply_to text
);
CREATE INDEX mails_recipient ON mails (recipient, id DESC);
COMMENT ON TABLE mails IS 'Emails to send and sent, each once (D15).';

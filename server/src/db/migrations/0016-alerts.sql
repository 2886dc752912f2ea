-- Alerts for saved searches, push notifications, and what people want of both (docs/decisions/0028).

ALTER TABLE users
  -- Pushes that the owner does not want, by kind; a kind that is not named is sent.
  ADD COLUMN pushes_off text[] NOT NULL DEFAULT '{}',
  -- Hours of the owner's clock. Without quiet hours both are null.
  ADD COLUMN quiet_from_hour smallint CHECK (quiet_from_hour BETWEEN 0 AND 23),
  ADD COLUMN quiet_until_hour smallint CHECK (quiet_until_hour BETWEEN 0 AND 23),
  ADD COLUMN daily_alert_hour smallint NOT NULL DEFAULT 7 CHECK (daily_alert_hour BETWEEN 0 AND 23),
  ADD CONSTRAINT users_quiet_hours CHECK (num_nulls(quiet_from_hour, quiet_until_hour) IN (0, 2)
    AND quiet_from_hour <> quiet_until_hour);

CREATE TABLE push_devices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  -- The sign-in on the device: once it has ended, nothing is sent there.
  family uuid NOT NULL,
  endpoint text NOT NULL UNIQUE CHECK (length(endpoint) <= 1000),
  -- The browser's public key and secret, base64url (RFC 8291).
  p256dh text NOT NULL,
  auth text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_ms()
);
CREATE INDEX push_devices_user ON push_devices (user_id, id);
COMMENT ON TABLE push_devices IS 'Browsers that take push notifications, each of one sign-in.';

ALTER TABLE saved_searches
  ADD COLUMN alert text NOT NULL DEFAULT 'NEVER' CHECK (alert IN ('AT_ONCE', 'DAILY', 'NEVER')),
  ADD COLUMN alerted_at timestamptz(3);
CREATE INDEX saved_searches_alerting ON saved_searches (id) WHERE alert <> 'NEVER';

CREATE TABLE unmatched_lots (
  lot_id bigint PRIMARY KEY
);
COMMENT ON TABLE unmatched_lots IS 'Lots that no saved search was compared with yet.';

CREATE FUNCTION note_unmatched_lots() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unmatched_lots SELECT id FROM written WHERE closed_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER lots_inserted_unmatched AFTER INSERT ON lots REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION note_unmatched_lots();

-- A batch goes through the searches by number, a page in each transaction; its row goes at the end.
CREATE TABLE match_batches (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lot_ids bigint[] NOT NULL,
  searched_until bigint NOT NULL DEFAULT 0
);
COMMENT ON TABLE match_batches IS 'Lots that saved searches are being compared with, and how far that is.';

CREATE TABLE search_matches (
  search_id bigint PRIMARY KEY REFERENCES saved_searches ON DELETE CASCADE,
  lot_ids bigint[] NOT NULL,
  due_at timestamptz(3) NOT NULL
);
CREATE INDEX search_matches_due ON search_matches (due_at);
COMMENT ON TABLE search_matches IS 'New lots that a saved search found, until an alert names them.';

-- No foreign key to lots: it would be looked through whenever a bid changes one.
CREATE TABLE told_pushes (
  kind text NOT NULL CHECK (kind IN ('ENDING_SOON', 'PAYMENT_DUE', 'PICKUP')),
  -- Of the lot, the invoice or the award.
  subject_id bigint NOT NULL,
  -- When it closes, is due or is picked up: what is moved is told again.
  moment timestamptz(3) NOT NULL,
  PRIMARY KEY (kind, subject_id, moment)
);
CREATE INDEX told_pushes_age ON told_pushes (moment);
COMMENT ON TABLE told_pushes IS 'Reminders that were already pushed.';

CREATE INDEX invoices_due ON invoices (due_at) WHERE status = 'ISSUED';

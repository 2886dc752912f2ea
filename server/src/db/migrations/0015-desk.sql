-- An invoice may be paid in parts. What was recorded by mistake or given back counts no more by a row
-- of its own, since payments are append-only.
ALTER TABLE payments DROP CONSTRAINT payments_award_id_key;
CREATE INDEX payments_award ON payments (award_id);
CREATE INDEX payments_invoice ON payments (invoice_id, id);

CREATE TABLE payment_voids (
  payment_id bigint PRIMARY KEY REFERENCES payments,
  reason text NOT NULL CHECK (length(reason) BETWEEN 3 AND 500),
  voided_by bigint NOT NULL REFERENCES users,
  voided_at timestamptz(3) NOT NULL DEFAULT clock_ms()
);
CREATE TRIGGER payment_voids_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payment_voids
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The payments that count.
CREATE VIEW standing_payments AS
  SELECT p.* FROM payments p
  WHERE NOT EXISTS (SELECT FROM payment_voids v WHERE v.payment_id = p.id);

CREATE FUNCTION refuse_overpayment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(cents) FROM standing_payments WHERE invoice_id = NEW.invoice_id)
      > (SELECT total_cents FROM invoices WHERE id = NEW.invoice_id) THEN
    RAISE EXCEPTION 'invoice % is paid beyond its total', NEW.invoice_id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER payments_within_total AFTER INSERT ON payments
  FOR EACH ROW EXECUTE FUNCTION refuse_overpayment();

-- The export for accounting reads invoices by the time of their issue.
CREATE INDEX invoices_issued ON invoices (issued_at, id);

-- When units can be collected on business days, by the yard's clock.
ALTER TABLE yards
  ADD COLUMN opens_hour smallint NOT NULL DEFAULT 8 CHECK (opens_hour BETWEEN 0 AND 23),
  ADD COLUMN closes_hour smallint NOT NULL DEFAULT 17,
  ADD CONSTRAINT yards_closes_after_opening CHECK (closes_hour > opens_hour AND closes_hour <= 24);

-- The appointment to collect a paid unit, by the yard's clock.
ALTER TABLE releases
  ADD COLUMN pickup_on date,
  ADD COLUMN pickup_from_hour smallint CHECK (pickup_from_hour BETWEEN 0 AND 23),
  ADD COLUMN pickup_until_hour smallint,
  ADD COLUMN pickup_set_by bigint REFERENCES users,
  ADD COLUMN pickup_set_at timestamptz(3),
  ADD CONSTRAINT releases_pickup_window
    CHECK (pickup_until_hour > pickup_from_hour AND pickup_until_hour <= 24),
  ADD CONSTRAINT releases_pickup_whole
    CHECK (num_nulls(pickup_on, pickup_from_hour, pickup_until_hour, pickup_set_by, pickup_set_at) IN (0, 5));
CREATE INDEX releases_pickup ON releases (pickup_on) WHERE pickup_on IS NOT NULL;
CREATE INDEX releases_waiting ON releases (pickup_due_at, award_id) WHERE released_at IS NULL;

-- What staff write down about a person, for staff alone.
CREATE TABLE user_notes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  body text NOT NULL CHECK (length(body) BETWEEN 1 AND 2000),
  author_id bigint NOT NULL REFERENCES users,
  created_at timestamptz(3) NOT NULL DEFAULT clock_ms()
);
CREATE INDEX user_notes_user ON user_notes (user_id, id DESC);

-- Hints that a bidder may not bid to buy, worked out anew after closes.
CREATE TABLE signals (
  user_id bigint PRIMARY KEY REFERENCES users,
  score smallint NOT NULL CHECK (score BETWEEN 1 AND 100),
  -- [{rule, points, …}] as the rules give them.
  reasons jsonb NOT NULL CHECK (jsonb_typeof(reasons) = 'array'),
  -- Which reasons there are: one that was not there when staff looked brings the hint back.
  fingerprint text[] NOT NULL,
  found_at timestamptz(3) NOT NULL,
  looked_at timestamptz(3),
  looked_by bigint REFERENCES users,
  look_note text CHECK (length(look_note) <= 500),
  looked_fingerprint text[],
  CHECK (num_nulls(looked_at, looked_by, look_note, looked_fingerprint) IN (0, 4))
);
CREATE INDEX signals_order ON signals (score DESC, user_id);
CREATE INDEX lot_bidders_user ON lot_bidders (user_id, lot_id);

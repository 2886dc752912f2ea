ALTER TABLE lots
  -- What was made of a missed reserve; null until it is decided (D27).
  ADD COLUMN decision text CHECK (decision IN ('ACCEPTED', 'DECLINED')),
  -- When its bids were put away among those that are over (D9).
  ADD COLUMN bids_archived_at timestamptz(3),
  ADD CONSTRAINT lots_decided_after_close
    CHECK (decision IS NULL OR outcome IS NOT DISTINCT FROM 'RESERVE_NOT_MET');

ALTER TABLE awards
  ADD COLUMN ended_at timestamptz(3),
  ADD COLUMN end_reason text;

-- Whom an invoice is addressed to, as it was when it was issued.
ALTER TABLE invoices ADD COLUMN bill_to jsonb NOT NULL;
CREATE SEQUENCE invoice_numbers;

-- Money that came in is never taken out of the books again.
CREATE TRIGGER payments_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What lets a paid unit leave the yard (D29).
CREATE TABLE releases (
  award_id bigint PRIMARY KEY REFERENCES awards,
  -- Encrypted, since the winner has to be shown it again.
  gate_pin bytea NOT NULL,
  issued_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  pickup_due_at timestamptz(3) NOT NULL,
  released_at timestamptz(3),
  released_by bigint REFERENCES users,
  carrier_name text,
  driver_name text,
  CHECK ((released_at IS NULL) = (released_by IS NULL))
);

-- When a payment was written down, beside when it came in.
ALTER TABLE payments ADD COLUMN recorded_at timestamptz(3) NOT NULL DEFAULT clock_ms();

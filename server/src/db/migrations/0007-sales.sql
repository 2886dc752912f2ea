-- From the hammer to the gate: awards, offers, invoices, payments, pickup.

CREATE TABLE awards (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lot_id bigint NOT NULL,
  bid_id bigint NOT NULL REFERENCES ledger,
  user_id bigint NOT NULL,
  hammer_cents bigint NOT NULL CHECK (hammer_cents > 0),
  basis text NOT NULL DEFAULT 'AUTO' CHECK (basis IN ('AUTO', 'OVERRIDE', 'OFFER_ACCEPTED', 'BUY_NOW')),
  status text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'DECLARED', 'PAID', 'DEFAULTED', 'VOID')),
  created_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  declared_at timestamptz(3),
  payment_due_at timestamptz(3),
  -- What an administrator released of the hold while the award is unpaid (D25).
  forgiven_cents bigint NOT NULL DEFAULT 0 CHECK (forgiven_cents BETWEEN 0 AND hammer_cents),
  declared_by bigint REFERENCES users,
  override_reason text,
  paid_at timestamptz(3),
  ended_at timestamptz(3),
  end_reason text,
  FOREIGN KEY (lot_id, user_id) REFERENCES lot_bidders
);
-- A second-chance award may follow one that was not paid (D28).
CREATE UNIQUE INDEX awards_one_standing ON awards (lot_id) WHERE status IN ('PENDING', 'DECLARED', 'PAID');
CREATE INDEX awards_lot ON awards (lot_id);
CREATE INDEX awards_user ON awards (user_id, id DESC);
CREATE INDEX awards_created ON awards (created_at);
CREATE INDEX awards_unpaid ON awards (payment_due_at) INCLUDE (id)
  WHERE status IN ('PENDING', 'DECLARED');
COMMENT ON TABLE awards IS 'Who won which lot for how much (D27 to D29).';

CREATE TABLE offers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lot_id bigint NOT NULL,
  user_id bigint NOT NULL,
  bid_id bigint NOT NULL REFERENCES ledger,
  kind text NOT NULL CHECK (kind IN ('COUNTER_OFFER', 'SECOND_CHANCE')),
  cents bigint NOT NULL CHECK (cents > 0),
  valid_until timestamptz(3) NOT NULL,
  status text NOT NULL DEFAULT 'OPEN' CHECK (status IN ('OPEN', 'ACCEPTED', 'DECLINED', 'WITHDRAWN')),
  created_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  created_by bigint NOT NULL REFERENCES users,
  answered_at timestamptz(3),
  FOREIGN KEY (lot_id, user_id) REFERENCES lot_bidders
);
CREATE UNIQUE INDEX offers_one_open ON offers (lot_id) WHERE status = 'OPEN';
CREATE INDEX offers_user ON offers (user_id, id DESC);
COMMENT ON TABLE offers IS 'Counteroffers below a missed reserve, and second-chance offers of a lot that its winner did not pay for (D27, D28).';

CREATE SEQUENCE invoice_numbers;

CREATE TABLE invoices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  award_id bigint NOT NULL UNIQUE REFERENCES awards,
  user_id bigint NOT NULL REFERENCES users,
  number text NOT NULL UNIQUE,
  -- [{kind, label, cents}]; total_cents is their sum.
  lines jsonb NOT NULL,
  total_cents bigint NOT NULL CHECK (total_cents >= 0),
  issued_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  due_at timestamptz(3) NOT NULL,
  status text NOT NULL DEFAULT 'ISSUED' CHECK (status IN ('ISSUED', 'PAID', 'VOID')),
  -- The buyer's name and address at the time of issue.
  bill_to jsonb NOT NULL
);
CREATE INDEX invoices_user ON invoices (user_id, id DESC);
CREATE INDEX invoices_issued ON invoices (issued_at, id);
CREATE INDEX invoices_parts ON invoices USING gin (number gin_trgm_ops);
COMMENT ON TABLE invoices IS 'What the buyer of an award pays (D29).';

CREATE TABLE payments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  award_id bigint NOT NULL REFERENCES awards,
  invoice_id bigint NOT NULL REFERENCES invoices,
  cents bigint NOT NULL CHECK (cents >= 0),
  method text NOT NULL CHECK (method IN ('WIRE', 'ACH', 'CHECK', 'CARD', 'CASH', 'FINANCED')),
  reference text NOT NULL DEFAULT '',
  document_id uuid REFERENCES documents,
  -- When the money came in; recorded_at is when staff entered it.
  received_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  recorded_by bigint NOT NULL REFERENCES users,
  recorded_at timestamptz(3) NOT NULL DEFAULT clock_ms()
);
CREATE INDEX payments_award ON payments (award_id);
CREATE INDEX payments_invoice ON payments (invoice_id, id);
CREATE INDEX payments_received ON payments (received_at);
CREATE TRIGGER payments_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
COMMENT ON TABLE payments IS 'Money that came in for an invoice, also in parts (D29). Append-only.';

CREATE TABLE payment_voids (
  payment_id bigint PRIMARY KEY REFERENCES payments,
  reason text NOT NULL CHECK (length(reason) BETWEEN 3 AND 500),
  voided_by bigint NOT NULL REFERENCES users,
  voided_at timestamptz(3) NOT NULL DEFAULT clock_ms()
);
CREATE TRIGGER payment_voids_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payment_voids
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
COMMENT ON TABLE payment_voids IS 'Payments that were recorded by mistake or given back (D29). Append-only.';

CREATE VIEW standing_payments AS
  SELECT p.* FROM payments p
  WHERE NOT EXISTS (SELECT FROM payment_voids v WHERE v.payment_id = p.id);
COMMENT ON VIEW standing_payments IS 'Payments that were not voided.';

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

CREATE TABLE payment_proofs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  invoice_id bigint NOT NULL REFERENCES invoices,
  document_id uuid NOT NULL UNIQUE REFERENCES documents,
  -- The same file again is the same proof.
  sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  note text NOT NULL,
  sent_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  decision text CHECK (decision IN ('ACCEPTED', 'REFUSED')),
  reason text NOT NULL DEFAULT '',
  decided_by bigint REFERENCES users,
  decided_at timestamptz(3),
  UNIQUE (invoice_id, sha256),
  CHECK ((decision IS NULL) = (decided_by IS NULL)),
  CHECK ((decision IS NULL) = (decided_at IS NULL)),
  CHECK (decision IS DISTINCT FROM 'REFUSED' OR reason <> '')
);
CREATE INDEX payment_proofs_pending ON payment_proofs (id) WHERE decision IS NULL;
COMMENT ON TABLE payment_proofs IS 'What buyers send to show that they paid; staff compare it with the bank (D29).';

CREATE TABLE bank_details (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  bank_name text NOT NULL,
  account_holder text NOT NULL,
  routing_number text NOT NULL CHECK (routing_number ~ '^\d{9}$'),
  -- Encrypted; account_ending has its last digits.
  account_number bytea NOT NULL,
  account_ending text NOT NULL CHECK (account_ending ~ '^\d{1,4}$'),
  wire_note text NOT NULL,
  ach_note text NOT NULL,
  -- Set while the demo ran, when everybody knows its passwords: nobody is told to pay to it once the demo is off.
  is_sample boolean NOT NULL DEFAULT false,
  status text NOT NULL CHECK (status IN ('PENDING', 'IN_EFFECT', 'REPLACED', 'REJECTED')),
  -- Whether the two-person rule was on when the change was requested (D38).
  two_persons boolean NOT NULL,
  requested_by bigint NOT NULL REFERENCES users,
  requested_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  decided_by bigint REFERENCES users,
  decided_at timestamptz(3),
  CHECK ((status = 'PENDING') = (decided_by IS NULL)),
  CHECK ((decided_by IS NULL) = (decided_at IS NULL)),
  -- Nobody confirms an account of their own while the rule holds for it.
  CHECK (NOT two_persons OR status IN ('PENDING', 'REJECTED') OR decided_by <> requested_by)
);
CREATE UNIQUE INDEX bank_details_one_pending ON bank_details (status) WHERE status = 'PENDING';
CREATE UNIQUE INDEX bank_details_one_in_effect ON bank_details (status) WHERE status = 'IN_EFFECT';
COMMENT ON TABLE bank_details IS 'Where buyers pay: every account that was requested, and who confirmed it (D38).';

CREATE TABLE releases (
  award_id bigint PRIMARY KEY REFERENCES awards,
  -- Encrypted, not hashed, since the winner has to be shown it again.
  gate_pin bytea NOT NULL,
  issued_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  pickup_due_at timestamptz(3) NOT NULL,
  released_at timestamptz(3),
  released_by bigint REFERENCES users,
  carrier_name text,
  driver_name text,
  -- The pickup appointment, by the yard's clock.
  pickup_on date,
  pickup_from_hour smallint CHECK (pickup_from_hour BETWEEN 0 AND 23),
  pickup_until_hour smallint,
  pickup_set_by bigint REFERENCES users,
  pickup_set_at timestamptz(3),
  CHECK ((released_at IS NULL) = (released_by IS NULL)),
  CONSTRAINT releases_pickup_window
    CHECK (pickup_until_hour > pickup_from_hour AND pickup_until_hour <= 24),
  CONSTRAINT releases_pickup_whole
    CHECK (num_nulls(pickup_on, pickup_from_hour, pickup_until_hour, pickup_set_by, pickup_set_at) IN (0, 5))
);
CREATE INDEX releases_pickup ON releases (pickup_on) WHERE pickup_on IS NOT NULL;
CREATE INDEX releases_waiting ON releases (pickup_due_at, award_id) WHERE released_at IS NULL;
COMMENT ON TABLE releases IS 'The gate PIN and pickup of a paid unit (D29).';

-- Delivery to the buyer's door (D62): rates in the settings, requests, quotes, and their place on the invoice.

ALTER TABLE operating_settings DROP CONSTRAINT operating_settings_name_check;
ALTER TABLE operating_settings ADD CONSTRAINT operating_settings_name_check CHECK (name ~
  '^(contact|fees|increments|softClose|bidLimit|notice|twoPersonRule|customerApiKeys|delivery|mail:[A-Z_]{1,40})$')
  NOT VALID;

CREATE TABLE deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  award_id bigint NOT NULL REFERENCES awards,
  status text NOT NULL DEFAULT 'REQUESTED' CHECK (status IN
    ('REQUESTED', 'QUOTED', 'ACCEPTED', 'IN_TRANSIT', 'DELIVERED', 'DECLINED', 'CANCELED')),
  -- Where to: {street, city, state, zip}, empty once it is forgotten (D44).
  address jsonb NOT NULL,
  contact_name text NOT NULL,
  contact_phone text NOT NULL,
  instructions text NOT NULL,
  -- The estimate at the time of the request; null where there was none.
  miles integer CHECK (miles >= 0),
  estimate_cents bigint CHECK (estimate_cents >= 0),
  requested_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  -- The newest quote.
  quote_cents bigint CHECK (quote_cents > 0),
  quote_until timestamptz(3),
  pickup_from date,
  arrives_from date,
  quoted_by bigint REFERENCES users,
  quoted_at timestamptz(3),
  answered_at timestamptz(3),
  ended_at timestamptz(3),
  end_reason text,
  handed_over_at timestamptz(3),
  delivered_at timestamptz(3),
  delivered_by bigint REFERENCES users,
  CHECK ((miles IS NULL) = (estimate_cents IS NULL)),
  CHECK (arrives_from >= pickup_from),
  CONSTRAINT deliveries_quote_whole CHECK (
    num_nulls(quote_cents, quote_until, pickup_from, arrives_from, quoted_by, quoted_at) IN (0, 6)),
  CONSTRAINT deliveries_quoted CHECK (status IN ('REQUESTED', 'CANCELED') OR quote_cents IS NOT NULL),
  CHECK ((status = 'CANCELED') = (ended_at IS NOT NULL)),
  CHECK ((status IN ('IN_TRANSIT', 'DELIVERED')) = (handed_over_at IS NOT NULL)),
  CHECK ((status = 'DELIVERED') = (delivered_at IS NOT NULL)),
  CHECK ((delivered_at IS NULL) = (delivered_by IS NULL))
);
CREATE UNIQUE INDEX deliveries_one_standing ON deliveries (award_id)
  WHERE status IN ('REQUESTED', 'QUOTED', 'ACCEPTED', 'IN_TRANSIT', 'DELIVERED');
CREATE INDEX deliveries_award ON deliveries (award_id, id DESC);
CREATE INDEX deliveries_open ON deliveries (id)
  WHERE status IN ('REQUESTED', 'QUOTED', 'ACCEPTED', 'IN_TRANSIT');
COMMENT ON TABLE deliveries IS 'What buyers asked us to deliver, the quote, and how far it is (D62).';

CREATE FUNCTION refuse_total_below_paid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(cents) FROM standing_payments WHERE invoice_id = NEW.id) > NEW.total_cents THEN
    RAISE EXCEPTION 'invoice % is paid beyond its new total', NEW.id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER invoices_total_above_paid AFTER UPDATE OF total_cents ON invoices
  FOR EACH ROW EXECUTE FUNCTION refuse_total_below_paid();

-- A delivery can open a paid invoice again; the unit stays until it is paid.
CREATE FUNCTION refuse_unpaid_release() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM invoices WHERE award_id = NEW.award_id AND status <> 'PAID') THEN
    RAISE EXCEPTION 'award % has an invoice that is not paid', NEW.award_id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER releases_paid AFTER UPDATE OF released_at ON releases
  FOR EACH ROW WHEN (NEW.released_at IS NOT NULL) EXECUTE FUNCTION refuse_unpaid_release();

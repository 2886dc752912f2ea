ALTER TABLE auctions
  -- Null takes the default fees.
  ADD COLUMN fee_schedule jsonb,
  ADD COLUMN pickup_due_days smallint NOT NULL DEFAULT 5 CHECK (pickup_due_days BETWEEN 1 AND 60),
  ADD COLUMN created_by bigint REFERENCES users,
  ADD COLUMN settled_by bigint REFERENCES users,
  ADD COLUMN updated_at timestamptz(3) NOT NULL DEFAULT clock_ms();

-- What a draft is to offer; publishing turns each into a lot (D17, D30).
CREATE TABLE planned_lots (
  auction_id bigint NOT NULL REFERENCES auctions ON DELETE CASCADE,
  inventory_id bigint NOT NULL REFERENCES inventory,
  lot_number smallint NOT NULL CHECK (lot_number BETWEEN 1 AND 9999),
  lot_suffix text NOT NULL DEFAULT '' CHECK (lot_suffix ~ '^[A-Z]?$'),
  PRIMARY KEY (auction_id, inventory_id),
  UNIQUE (auction_id, lot_number, lot_suffix)
);
CREATE INDEX planned_lots_inventory ON planned_lots (inventory_id);

-- A second chance may follow an award that was not paid (D28).
ALTER TABLE awards DROP CONSTRAINT awards_lot_id_key;
CREATE UNIQUE INDEX awards_one_standing ON awards (lot_id) WHERE status IN ('PENDING', 'DECLARED', 'PAID');
CREATE INDEX awards_lot ON awards (lot_id);
ALTER TABLE awards
  ADD COLUMN declared_by bigint REFERENCES users,
  ADD COLUMN override_reason text,
  ADD COLUMN paid_at timestamptz(3);

-- An offer of staff to a bidder: of a price below the reserve, or of a lot that its winner left.
CREATE TABLE offers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lot_id bigint NOT NULL REFERENCES lots,
  user_id bigint NOT NULL REFERENCES bidders,
  bid_id bigint NOT NULL REFERENCES ledger,
  kind text NOT NULL CHECK (kind IN ('COUNTER_OFFER', 'SECOND_CHANCE')),
  cents bigint NOT NULL CHECK (cents > 0),
  valid_until timestamptz(3) NOT NULL,
  status text NOT NULL DEFAULT 'OPEN' CHECK (status IN ('OPEN', 'ACCEPTED', 'DECLINED', 'WITHDRAWN')),
  created_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  created_by bigint NOT NULL REFERENCES users,
  answered_at timestamptz(3)
);
CREATE UNIQUE INDEX offers_one_open ON offers (lot_id) WHERE status = 'OPEN';
CREATE INDEX offers_user ON offers (user_id, id DESC);

CREATE TABLE invoices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  award_id bigint NOT NULL UNIQUE REFERENCES awards,
  user_id bigint NOT NULL REFERENCES users,
  number text NOT NULL UNIQUE,
  -- [{kind, label, cents}], the total beside them.
  lines jsonb NOT NULL,
  total_cents bigint NOT NULL CHECK (total_cents >= 0),
  issued_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  due_at timestamptz(3) NOT NULL,
  status text NOT NULL DEFAULT 'ISSUED' CHECK (status IN ('ISSUED', 'PAID', 'VOID'))
);
CREATE INDEX invoices_user ON invoices (user_id, id DESC);

CREATE TABLE payments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  award_id bigint NOT NULL UNIQUE REFERENCES awards,
  invoice_id bigint NOT NULL REFERENCES invoices,
  cents bigint NOT NULL CHECK (cents >= 0),
  method text NOT NULL CHECK (method IN ('WIRE', 'ACH', 'CHECK', 'CARD', 'CASH', 'FINANCED')),
  reference text NOT NULL DEFAULT '',
  document_id uuid REFERENCES documents,
  received_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  recorded_by bigint NOT NULL REFERENCES users
);

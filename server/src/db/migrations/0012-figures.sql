-- How often the pages of units were opened on a day (UTC): the number alone, and nothing of by whom.
CREATE TABLE unit_views (
  unit_id bigint NOT NULL REFERENCES inventory,
  day date NOT NULL,
  views integer NOT NULL CHECK (views > 0),
  PRIMARY KEY (unit_id, day)
) WITH (fillfactor = 70);
CREATE INDEX unit_views_day ON unit_views (day, unit_id);

-- What the figures of a period are read by. The ledger grows in the order of time, so that a summary
-- of its pages finds a period at next to no cost for a bid.
CREATE INDEX ledger_time ON ledger USING brin (placed_at)
  WITH (pages_per_range = 16, autosummarize = on);
CREATE INDEX lots_closed ON lots (closed_at) WHERE closed_at IS NOT NULL;
CREATE INDEX awards_created ON awards (created_at);
CREATE INDEX awards_unpaid ON awards (payment_due_at) WHERE status IN ('PENDING', 'DECLARED');
CREATE INDEX payments_received ON payments (received_at);
CREATE INDEX users_created ON users (created_at, status);
CREATE INDEX inventory_counted ON inventory (inventory_type, status, featured);

-- The audit is searched by time too, and by what it was done to alone.
CREATE INDEX audit_log_at ON audit_log (at);

-- What the house did about cash that Form 8300 covers (D89): filed, or why the payments aren't related.
CREATE TABLE cash_reports (
  -- The receipt that made the sum more than $10,000.
  receipt_id bigint PRIMARY KEY REFERENCES receipts,
  outcome text NOT NULL CHECK (outcome IN ('FILED', 'NOT_REQUIRED')),
  note text NOT NULL CHECK (length(note) BETWEEN 3 AND 500),
  recorded_by bigint NOT NULL REFERENCES users,
  recorded_at timestamptz(3) NOT NULL DEFAULT clock_ms()
);
CREATE TRIGGER cash_reports_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON cash_reports
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
COMMENT ON TABLE cash_reports IS 'Form 8300 as filed, or why it is not required (D89). Append-only.';

-- Buyers whose cash of twelve months is more than $10,000, with the receipt that made it so. What was known at
-- a report isn't counted again. Cashier's checks and money orders count up to $10,000 each (26 CFR 1.6050I-1).
CREATE VIEW cash_to_report AS
  SELECT c.user_id, (array_agg(c.id ORDER BY c.received_at, c.id))[1] AS receipt_id, max(c.cents) AS cents,
    -- Never a day late: a date in the westernmost zone.
    (min(c.received_at) AT TIME ZONE 'Pacific/Honolulu')::date + 15 AS due_on
  FROM (
    SELECT r.user_id, r.id, r.received_at, (sum(r.cents) OVER (PARTITION BY r.user_id ORDER BY r.received_at
        RANGE BETWEEN interval '12 months' PRECEDING AND CURRENT ROW))::bigint AS cents
    FROM receipts r
    WHERE (r.method = 'CASH' OR r.method IN ('CASHIERS_CHECK', 'MONEY_ORDER') AND r.cents <= 1000000)
      AND NOT EXISTS (SELECT FROM receipt_ends e WHERE e.receipt_id = r.id)
      AND NOT EXISTS (SELECT FROM cash_reports f JOIN receipts s ON s.id = f.receipt_id
        WHERE s.user_id = r.user_id AND f.recorded_at >= r.recorded_at)) c
  WHERE c.cents > 1000000 GROUP BY c.user_id;
COMMENT ON VIEW cash_to_report IS 'Buyers about whom the house has to file Form 8300, and by when (D89).';

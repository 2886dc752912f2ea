-- Each payment so far came in by itself. Payments are one or two rows for each sold lot.

-- Safe: reads go on, and the few payments that staff record meanwhile wait for a second or two.
ALTER TABLE payments DISABLE TRIGGER payments_append_only;
-- Safe: see above.
WITH alone AS MATERIALIZED (
    SELECT p.*, v.user_id, nextval(pg_get_serial_sequence('receipts', 'id')) AS receipt
    FROM payments p JOIN invoices v ON v.id = p.invoice_id WHERE p.receipt_id IS NULL ORDER BY p.id),
  came_in AS (
    INSERT INTO receipts (id, user_id, cents, method, reference, document_id, received_at, clears_at, recorded_by,
        recorded_at)
      SELECT receipt, user_id, cents, method, reference, document_id, received_at, received_at, recorded_by,
        recorded_at FROM alone)
UPDATE payments p SET receipt_id = alone.receipt FROM alone WHERE alone.id = p.id;
ALTER TABLE payments ENABLE TRIGGER payments_append_only;
ALTER TABLE payments ADD CONSTRAINT payments_have_receipt CHECK (receipt_id IS NOT NULL) NOT VALID;

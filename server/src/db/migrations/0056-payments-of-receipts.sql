-- A receipt's payments are summed with each new one (D75).
DROP INDEX CONCURRENTLY IF EXISTS payments_of_receipt;
CREATE INDEX CONCURRENTLY payments_of_receipt ON payments (receipt_id);

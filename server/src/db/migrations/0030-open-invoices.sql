-- Deliveries can be owed after the sale is paid (D62), so what is owed is read from invoices too.
DROP INDEX CONCURRENTLY IF EXISTS invoices_open;
CREATE INDEX CONCURRENTLY invoices_open ON invoices (due_at) WHERE status = 'ISSUED';

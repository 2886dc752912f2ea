-- Accounts with a seller's tax ID (D93).
DROP INDEX CONCURRENTLY IF EXISTS finance_requests_tax_mark;
CREATE INDEX CONCURRENTLY finance_requests_tax_mark ON finance_requests (tax_mark) WHERE tax_mark IS NOT NULL;

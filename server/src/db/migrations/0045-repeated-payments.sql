-- The same payment entered twice is found by its amount, method and reference (D29).
DROP INDEX CONCURRENTLY IF EXISTS payments_repeats;
CREATE INDEX CONCURRENTLY payments_repeats ON payments (cents, method);

-- Units that have left keep their stock number, and others may use it (D84).
DROP INDEX CONCURRENTLY IF EXISTS inventory_stock_numbers;
CREATE INDEX CONCURRENTLY inventory_stock_numbers ON inventory (stock_number);

-- No two units in the inventory have the same stock number (D84).
DROP INDEX CONCURRENTLY IF EXISTS inventory_held_stock_number;
CREATE UNIQUE INDEX CONCURRENTLY inventory_held_stock_number ON inventory (stock_number)
  WHERE status NOT IN ('RELEASED', 'ARCHIVED');

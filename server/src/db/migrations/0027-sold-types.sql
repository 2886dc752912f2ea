-- The price guide (D61) reads the latest paid sales of a type.
DROP INDEX CONCURRENTLY IF EXISTS inventory_sold_types;
CREATE INDEX CONCURRENTLY inventory_sold_types ON inventory (inventory_type, current_lot_id DESC)
  WHERE status IN ('PAID', 'RELEASED', 'ARCHIVED');

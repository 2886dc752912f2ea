-- A seller's units (D93).
DROP INDEX CONCURRENTLY IF EXISTS inventory_seller;
CREATE INDEX CONCURRENTLY inventory_seller ON inventory (seller_id, id DESC) WHERE seller_id IS NOT NULL;

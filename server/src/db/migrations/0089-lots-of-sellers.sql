-- A seller's lots (D93).
DROP INDEX CONCURRENTLY IF EXISTS lots_seller;
CREATE INDEX CONCURRENTLY lots_seller ON lots (seller_id, id DESC) WHERE seller_id IS NOT NULL;

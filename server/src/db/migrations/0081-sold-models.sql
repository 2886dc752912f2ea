-- The price guide compares names by their spelling since 0063 (D81).
DROP INDEX CONCURRENTLY IF EXISTS inventory_sold_models;

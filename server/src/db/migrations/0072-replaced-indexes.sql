-- inventory_held_vin and inventory_sold_spellings have their places (D84, D81).
DROP INDEX CONCURRENTLY IF EXISTS inventory_vin;
DROP INDEX CONCURRENTLY IF EXISTS inventory_sold_names;

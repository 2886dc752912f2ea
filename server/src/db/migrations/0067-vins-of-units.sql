-- A unit that comes back has the VIN of an earlier one (D84).
DROP INDEX CONCURRENTLY IF EXISTS inventory_vins;
CREATE INDEX CONCURRENTLY inventory_vins ON inventory (vin) WHERE vin IS NOT NULL;

-- No two units in the inventory have the same VIN (D84).
DROP INDEX CONCURRENTLY IF EXISTS inventory_held_vin;
CREATE UNIQUE INDEX CONCURRENTLY inventory_held_vin ON inventory (vin)
  WHERE vin IS NOT NULL AND status NOT IN ('RELEASED', 'ARCHIVED');

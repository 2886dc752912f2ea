-- Why staff took a VIN as right whose check digit or year code is wrong.
ALTER TABLE inventory ADD COLUMN vin_override_reason text NOT NULL DEFAULT '';
-- What staff search and sort by when they look at units of every status.
CREATE INDEX inventory_status ON inventory (status, id DESC);

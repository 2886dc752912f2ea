-- Everything else that buyers narrow lists by, in the bitmaps of facets too.

-- Miles by air between two points in degrees; null when one is unknown.
CREATE FUNCTION miles_between(lat1 double precision, lng1 double precision,
  lat2 double precision, lng2 double precision) RETURNS double precision
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  3958.8 * 2 * asin(least(1, sqrt(sind((lat2 - lat1) / 2) ^ 2
    + cosd(lat1) * cosd(lat2) * sind((lng2 - lng1) / 2) ^ 2)));

CREATE OR REPLACE VIEW unit_facets AS
  SELECT i.id, (i.id / 30000)::int AS chunk, (i.id % 30000)::int AS pos, f.field, f.value
  FROM inventory i JOIN yards y ON y.id = i.yard_id
  CROSS JOIN LATERAL (VALUES
    ('published', ''), ('inventoryType', i.inventory_type), ('manufacturer', i.manufacturer),
    ('model', i.model), ('modelYear', i.model_year::text), ('bodyStyle', i.body_style),
    ('state', y.state), ('yard', i.yard_id::text), ('fuelType', i.fuel_type),
    ('transmission', i.transmission), ('drivetrain', i.specs ->> 'drivetrain'),
    ('cabType', i.cab_type), ('sleeperRoof', i.specs ->> 'sleeperRoof'),
    ('axleConfig', i.axle_config), ('suspension', i.specs ->> 'suspension'),
    ('gvwrClass', i.gvwr_class::text), ('trailerType', i.specs -> 'trailer' ->> 'trailerType'),
    ('exteriorColor', i.specs ->> 'exteriorColor'), ('titleBrand', i.title_brand),
    ('titleState', i.specs ->> 'titleState'), ('odometerBrand', i.odometer_brand),
    ('runCondition', i.run_condition), ('primaryDamage', i.primary_damage),
    ('saleType', i.sale_type), ('featured', CASE WHEN i.featured THEN 'true' END),
    ('apu', CASE WHEN jsonb_typeof(i.specs -> 'apu') = 'object' THEN 'true' END),
    ('carbCompliant', CASE WHEN i.specs -> 'carbCompliant' = 'true' THEN 'true' END),
    ('hasLot', CASE WHEN i.current_lot_id IS NOT NULL THEN 'true' END)) AS f(field, value)
  WHERE i.status NOT IN ('DRAFT', 'WITHDRAWN', 'ARCHIVED') AND f.value IS NOT NULL;

CREATE OR REPLACE FUNCTION note_facet_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO facet_changes SELECT n.id FROM new_units n JOIN old_units o USING (id)
    WHERE (n.status, n.current_lot_id IS NULL, n.inventory_type, n.manufacturer, n.model, n.model_year,
        n.body_style, n.yard_id, n.fuel_type, n.transmission, n.title_brand, n.odometer_brand,
        n.run_condition, n.primary_damage, n.cab_type, n.axle_config, n.gvwr_class, n.sale_type,
        n.featured, n.specs)
      IS DISTINCT FROM (o.status, o.current_lot_id IS NULL, o.inventory_type, o.manufacturer, o.model,
        o.model_year, o.body_style, o.yard_id, o.fuel_type, o.transmission, o.title_brand,
        o.odometer_brand, o.run_condition, o.primary_damage, o.cab_type, o.axle_config, o.gvwr_class,
        o.sale_type, o.featured, o.specs);
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO facet_changes SELECT id FROM new_units;
  ELSE
    INSERT INTO facet_changes SELECT id FROM old_units;
  END IF;
  RETURN NULL;
END $$;

INSERT INTO facet_changes SELECT id FROM inventory;

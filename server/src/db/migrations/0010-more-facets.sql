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
  -- Read in one go: each further look into a document would unpack it anew.
  CROSS JOIN LATERAL jsonb_to_record(i.specs) AS s(drivetrain text, "sleeperRoof" text,
    suspension text, "exteriorColor" text, "titleState" text, "carbCompliant" boolean, apu jsonb,
    trailer jsonb)
  CROSS JOIN LATERAL (VALUES
    ('published', ''), ('inventoryType', i.inventory_type), ('manufacturer', i.manufacturer),
    ('model', i.model), ('modelYear', i.model_year::text), ('bodyStyle', i.body_style),
    ('state', y.state), ('yard', i.yard_id::text), ('fuelType', i.fuel_type),
    ('transmission', i.transmission), ('drivetrain', s.drivetrain), ('cabType', i.cab_type),
    ('sleeperRoof', s."sleeperRoof"), ('axleConfig', i.axle_config), ('suspension', s.suspension),
    ('gvwrClass', i.gvwr_class::text), ('trailerType', s.trailer ->> 'trailerType'),
    ('exteriorColor', s."exteriorColor"), ('titleBrand', i.title_brand),
    ('titleState', s."titleState"), ('odometerBrand', i.odometer_brand),
    ('runCondition', i.run_condition), ('primaryDamage', i.primary_damage),
    ('saleType', i.sale_type), ('featured', CASE WHEN i.featured THEN 'true' END),
    ('apu', CASE WHEN jsonb_typeof(s.apu) = 'object' THEN 'true' END),
    ('carbCompliant', CASE WHEN s."carbCompliant" THEN 'true' END),
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

DROP FUNCTION refresh_facets();

-- Brings the bits of changed units up to date, unless somebody else is doing it. Chunks of which much
-- changed are made anew, which takes half a second each: so many of them in one call at most.
CREATE FUNCTION refresh_facets(rebuilt_at_most integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  changed bigint[];
  part RECORD;
  entry RECORD;
  fresh bit(30000);
  unit RECORD;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('facet_bits', 0)) THEN RETURN; END IF;
  WITH parts AS (
      SELECT (c.inventory_id / 30000)::int AS chunk, count(*) AS units FROM facet_changes c GROUP BY 1
    ), chosen AS (
      SELECT chunk FROM parts WHERE units <= 200
      UNION ALL (SELECT chunk FROM parts WHERE units > 200 ORDER BY chunk LIMIT rebuilt_at_most)
    ), taken AS (
      DELETE FROM facet_changes c USING chosen p WHERE (c.inventory_id / 30000)::int = p.chunk
      RETURNING c.inventory_id)
    SELECT array_agg(DISTINCT inventory_id) INTO changed FROM taken;
  IF changed IS NULL THEN RETURN; END IF;

  FOR part IN SELECT (id / 30000)::int AS chunk, array_agg(id) AS ids FROM unnest(changed) AS id GROUP BY 1 LOOP
    IF cardinality(part.ids) > 200 THEN
      DELETE FROM facet_bits b WHERE b.chunk = part.chunk;
      INSERT INTO facet_bits (field, value, chunk, bits)
        SELECT f.field, f.value, f.chunk, bits_at(array_agg(f.pos)) FROM unit_facets f
        WHERE f.id >= part.chunk * 30000::bigint AND f.id < (part.chunk + 1) * 30000::bigint
        GROUP BY f.field, f.value, f.chunk;
      CONTINUE;
    END IF;
    INSERT INTO facet_bits (field, value, chunk, bits)
      SELECT DISTINCT f.field, f.value, f.chunk, repeat('0', 30000)::bit(30000)
      FROM unit_facets f WHERE f.id = ANY(part.ids) ON CONFLICT DO NOTHING;
    -- Only the few rows that say something else of a changed unit are written.
    FOR entry IN
      WITH wanted AS MATERIALIZED (
        SELECT f.id, f.field, f.value FROM unit_facets f WHERE f.id = ANY(part.ids))
      SELECT b.field, b.value, array_agg(u.pos) AS positions, array_agg((f.id IS NOT NULL)::int) AS states
      FROM facet_bits b
        CROSS JOIN (SELECT id, (id % 30000)::int AS pos FROM unnest(part.ids) AS id) u
        LEFT JOIN wanted f ON f.id = u.id AND f.field = b.field AND f.value = b.value
      WHERE b.chunk = part.chunk AND get_bit(b.bits, u.pos) <> (f.id IS NOT NULL)::int
      GROUP BY b.field, b.value
    LOOP
      SELECT bits INTO fresh FROM facet_bits b
        WHERE b.field = entry.field AND b.value = entry.value AND b.chunk = part.chunk;
      FOR unit IN SELECT * FROM unnest(entry.positions, entry.states) AS s(pos, state) LOOP
        fresh := set_bit(fresh, unit.pos, unit.state);
      END LOOP;
      UPDATE facet_bits b SET bits = fresh
        WHERE b.field = entry.field AND b.value = entry.value AND b.chunk = part.chunk;
    END LOOP;
  END LOOP;
END $$;

INSERT INTO facet_changes SELECT id FROM inventory;

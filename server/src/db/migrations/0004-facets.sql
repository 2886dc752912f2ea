-- The counts beside a filtered list (docs/decisions/0002). Bitmaps over the units' ids say which units have
-- which value: with them any choice of facets is counted in the same few ms over a million units.

CREATE TABLE facet_bits (
  field text NOT NULL,
  value text NOT NULL,
  -- A chunk has 30,000 units, so that two rows fit on a page.
  chunk integer NOT NULL,
  bits bit(30000) NOT NULL,
  PRIMARY KEY (field, value, chunk)
);
ALTER TABLE facet_bits ALTER COLUMN bits SET STORAGE PLAIN;
CREATE INDEX facet_bits_chunk ON facet_bits (chunk);
COMMENT ON TABLE facet_bits IS 'Bit n of chunk c: published unit c * 30000 + n has this value.';

-- Rows are only added, so that writers never wait for one another.
CREATE TABLE facet_changes (inventory_id bigint NOT NULL);
COMMENT ON TABLE facet_changes IS 'Units whose bits are out of date.';

CREATE VIEW unit_facets AS
  SELECT i.id, (i.id / 30000)::int AS chunk, (i.id % 30000)::int AS pos, f.field, f.value
  FROM inventory i JOIN yards y ON y.id = i.yard_id
  -- Read in one go: each further look into a document would unpack it again.
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
COMMENT ON VIEW unit_facets IS 'The values that a published unit is counted under.';

-- A column that unit_facets reads belongs into both lists here.
CREATE FUNCTION note_facet_changes() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER inventory_facets_insert AFTER INSERT ON inventory
  REFERENCING NEW TABLE AS new_units FOR EACH STATEMENT EXECUTE FUNCTION note_facet_changes();
CREATE TRIGGER inventory_facets_update AFTER UPDATE ON inventory
  REFERENCING OLD TABLE AS old_units NEW TABLE AS new_units
  FOR EACH STATEMENT EXECUTE FUNCTION note_facet_changes();
CREATE TRIGGER inventory_facets_delete AFTER DELETE ON inventory
  REFERENCING OLD TABLE AS old_units FOR EACH STATEMENT EXECUTE FUNCTION note_facet_changes();

CREATE FUNCTION note_yard_facets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO facet_changes SELECT i.id FROM inventory i WHERE i.yard_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER yards_facets AFTER UPDATE OF state ON yards
  FOR EACH ROW WHEN (NEW.state <> OLD.state) EXECUTE FUNCTION note_yard_facets();

CREATE FUNCTION bits_at(positions integer[]) RETURNS bit(30000) LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  found bit(30000) := repeat('0', 30000)::bit(30000);
  pos integer;
BEGIN
  FOREACH pos IN ARRAY positions LOOP
    found := set_bit(found, pos, 1);
  END LOOP;
  RETURN found;
END $$;
COMMENT ON FUNCTION bits_at(integer[]) IS 'A chunk with the bits at these positions set.';

CREATE FUNCTION units_in(chunk integer, bits bit(30000)) RETURNS SETOF bigint LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  part varbit;
  word varbit;
  pos integer;
BEGIN
  FOR part_no IN 0..31 LOOP
    part := substring(bits FROM part_no * 960 + 1 FOR 960);
    CONTINUE WHEN bit_count(part) = 0;
    FOR word_no IN 0..14 LOOP
      word := substring(part FROM word_no * 64 + 1 FOR 64);
      pos := position(B'1' IN word);
      WHILE pos > 0 LOOP
        RETURN NEXT chunk * 30000::bigint + part_no * 960 + word_no * 64 + pos - 1;
        word := set_bit(word, pos - 1, 0);
        pos := position(B'1' IN word);
      END LOOP;
    END LOOP;
  END LOOP;
END $$;
COMMENT ON FUNCTION units_in(integer, bit) IS 'Ids of the units whose bits are set in a chunk; quick where few are.';

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
COMMENT ON FUNCTION refresh_facets(integer) IS 'Updates the bits of changed units, unless another process is doing it. A chunk with many changes is rebuilt, which takes half a second: at most so many in one call.';

-- Which units have which value of what lists are narrowed by, as bitmaps over the units' numbers: with
-- them any choice of facets is counted in the same few ms over a million units. Only published units
-- are in them. A chunk holds 30,000 units, so that two rows fit onto a page.
CREATE TABLE facet_bits (
  field text NOT NULL,
  value text NOT NULL,
  chunk integer NOT NULL,
  bits bit(30000) NOT NULL,
  PRIMARY KEY (field, value, chunk)
);
ALTER TABLE facet_bits ALTER COLUMN bits SET STORAGE PLAIN;
CREATE INDEX facet_bits_chunk ON facet_bits (chunk);

-- Units whose bits are out of date. Rows are only added, so writers never wait for one another.
CREATE TABLE facet_changes (inventory_id bigint NOT NULL);

CREATE FUNCTION note_facet_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO facet_changes SELECT n.id FROM new_units n JOIN old_units o USING (id)
    WHERE (n.status, n.current_lot_id IS NULL, n.inventory_type, n.manufacturer, n.model, n.model_year,
        n.yard_id, n.fuel_type, n.transmission, n.title_brand, n.run_condition, n.cab_type,
        n.axle_config, n.gvwr_class, n.featured)
      IS DISTINCT FROM (o.status, o.current_lot_id IS NULL, o.inventory_type, o.manufacturer, o.model,
        o.model_year, o.yard_id, o.fuel_type, o.transmission, o.title_brand, o.run_condition,
        o.cab_type, o.axle_config, o.gvwr_class, o.featured);
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

-- What a published unit is counted under.
CREATE VIEW unit_facets AS
  SELECT i.id, (i.id / 30000)::int AS chunk, (i.id % 30000)::int AS pos, f.field, f.value
  FROM inventory i JOIN yards y ON y.id = i.yard_id
  CROSS JOIN LATERAL (VALUES
    ('published', ''), ('inventoryType', i.inventory_type), ('manufacturer', i.manufacturer),
    ('model', i.model), ('modelYear', i.model_year::text), ('state', y.state),
    ('fuelType', i.fuel_type), ('transmission', i.transmission), ('titleBrand', i.title_brand),
    ('runCondition', i.run_condition), ('cabType', i.cab_type), ('axleConfig', i.axle_config),
    ('gvwrClass', i.gvwr_class::text), ('featured', CASE WHEN i.featured THEN 'true' END),
    ('hasLot', CASE WHEN i.current_lot_id IS NOT NULL THEN 'true' END)) AS f(field, value)
  WHERE i.status NOT IN ('DRAFT', 'WITHDRAWN', 'ARCHIVED') AND f.value IS NOT NULL;

-- Bits at some positions.
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

-- The numbers of the units whose bits are set in a chunk; quick where few are.
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

-- Brings the bits of changed units up to date, unless somebody else is doing it.
CREATE FUNCTION refresh_facets() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  changed bigint[];
  part RECORD;
  entry RECORD;
  fresh bit(30000);
  unit RECORD;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('facet_bits', 0)) THEN RETURN; END IF;
  WITH taken AS (DELETE FROM facet_changes RETURNING inventory_id)
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

-- One spelling of makes and models, which staff decide (D81).

CREATE FUNCTION spelling_key(name text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT upper(regexp_replace(name, '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007f]', '', 'g'))
$$;
COMMENT ON FUNCTION spelling_key(text) IS 'A name without case, spaces and marks: two spellings of one name have the same.';

CREATE TABLE spellings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Make of the model; null for a make.
  make text,
  alias text NOT NULL,
  name text NOT NULL,
  make_key text NOT NULL GENERATED ALWAYS AS (spelling_key(coalesce(make, ''))) STORED,
  key text NOT NULL GENERATED ALWAYS AS (spelling_key(alias)) STORED CHECK (key <> ''),
  UNIQUE (make_key, key)
);
COMMENT ON TABLE spellings IS 'Other names of makes and models, and what the house calls them (D81).';
-- Searches read them again.
CREATE TRIGGER spellings_changed AFTER INSERT OR UPDATE OR DELETE ON spellings
  FOR EACH STATEMENT EXECUTE FUNCTION note_all_units();

ALTER TABLE inventory ADD COLUMN listed_make text, ADD COLUMN listed_model text;
COMMENT ON COLUMN inventory.listed_make IS 'Make that lists count the unit under, where bids or a sale rely on another name of it; null otherwise (D81).';
COMMENT ON COLUMN inventory.listed_model IS 'Model that lists count the unit under, where bids or a sale rely on another name of it; null otherwise (D81).';

CREATE FUNCTION spell_unit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  spelled text;
BEGIN
  IF TG_OP = 'INSERT' OR NEW.manufacturer IS DISTINCT FROM OLD.manufacturer THEN
    NEW.listed_make := NULL;
    SELECT s.name INTO spelled FROM spellings s
      WHERE s.make_key = '' AND s.key = spelling_key(NEW.manufacturer);
    IF FOUND THEN NEW.manufacturer := spelled; END IF;
  END IF;
  IF TG_OP = 'INSERT' OR NEW.model IS DISTINCT FROM OLD.model THEN
    NEW.listed_model := NULL;
    SELECT s.name INTO spelled FROM spellings s
      WHERE s.make_key = spelling_key(coalesce(NEW.listed_make, NEW.manufacturer))
        AND s.key = spelling_key(NEW.model);
    IF FOUND THEN NEW.model := spelled; END IF;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER inventory_spelled BEFORE INSERT OR UPDATE OF manufacturer, model ON inventory
  FOR EACH ROW EXECUTE FUNCTION spell_unit();

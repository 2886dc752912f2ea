-- How the lists of a source are matched, kept under its name (docs/import.md).

CREATE TABLE import_profiles (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  -- The field of each column, by the column's name; null for one that is left out.
  columns jsonb NOT NULL CHECK (jsonb_typeof(columns) = 'object'),
  defaults jsonb NOT NULL CHECK (jsonb_typeof(defaults) = 'object'),
  -- By field: what the source's texts mean.
  value_map jsonb NOT NULL CHECK (jsonb_typeof(value_map) = 'object'),
  updated_by bigint REFERENCES users,
  updated_at timestamptz(3) NOT NULL DEFAULT clock_ms()
);
CREATE UNIQUE INDEX import_profiles_name ON import_profiles (lower(name));
COMMENT ON TABLE import_profiles IS 'How the lists of each source of units are matched.';

-- The source whose choices an import keeps, and whether it started with them.
ALTER TABLE unit_imports ADD COLUMN source text NOT NULL DEFAULT '';
ALTER TABLE unit_imports ADD COLUMN known_source boolean NOT NULL DEFAULT false;

-- Rows in which something looks wrong, and may be right: a make that contradicts the VIN.
ALTER TABLE unit_imports ADD COLUMN warning_rows integer NOT NULL DEFAULT 0;
ALTER TABLE unit_import_rows ADD COLUMN warned boolean NOT NULL DEFAULT false;

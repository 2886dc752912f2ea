-- Files of units that staff import row by row, with their pictures (docs/import.md, docs/decisions/0007).

CREATE TABLE unit_imports (
  -- From 1001, so that 1 can stand for a new one in the address of a screen.
  id bigint GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  file_name text NOT NULL CHECK (length(file_name) BETWEEN 1 AND 200),
  sheet text,
  state text NOT NULL DEFAULT 'UPLOADED'
    CHECK (state IN ('UPLOADED', 'CHECKED', 'IMPORTING', 'DONE', 'CANCELLED')),
  created_by bigint NOT NULL REFERENCES users,
  created_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  updated_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  headers jsonb NOT NULL CHECK (jsonb_typeof(headers) = 'array'),
  -- The field of each column, or null.
  mapping jsonb NOT NULL CHECK (jsonb_array_length(mapping) = jsonb_array_length(headers)),
  defaults jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(defaults) = 'object'),
  row_count integer NOT NULL CHECK (row_count BETWEEN 1 AND 5000),
  error_rows integer NOT NULL DEFAULT 0 CHECK (error_rows BETWEEN 0 AND row_count),
  done_rows integer NOT NULL DEFAULT 0 CHECK (done_rows BETWEEN 0 AND row_count),
  failure text NOT NULL DEFAULT '',
  -- Who started the import, from where, and whether without the faulty rows.
  started_by bigint REFERENCES users,
  started_ip inet,
  leave_out boolean NOT NULL DEFAULT false,
  -- A process claims it for some seconds at a time; after that another may take over.
  claimed_until timestamptz(3),
  CHECK (state NOT IN ('IMPORTING', 'DONE') OR started_by IS NOT NULL)
);
CREATE INDEX unit_imports_waiting ON unit_imports (id) WHERE state = 'IMPORTING';
CREATE INDEX unit_imports_unused ON unit_imports (updated_at)
  WHERE state IN ('UPLOADED', 'CHECKED', 'CANCELLED');
COMMENT ON TABLE unit_imports IS 'Files of units: how their columns map to fields, and how far the import is.';

CREATE TABLE unit_import_rows (
  import_id bigint NOT NULL REFERENCES unit_imports ON DELETE CASCADE,
  -- As spreadsheets number it.
  row_number integer NOT NULL CHECK (row_number > 0),
  cells jsonb NOT NULL CHECK (jsonb_typeof(cells) = 'array'),
  errors jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(errors) = 'array'),
  inventory_id bigint UNIQUE REFERENCES inventory ON DELETE SET NULL,
  PRIMARY KEY (import_id, row_number)
);
CREATE INDEX unit_import_rows_faulty ON unit_import_rows (import_id, row_number)
  WHERE errors <> '[]'::jsonb;
COMMENT ON TABLE unit_import_rows IS 'Rows of an imported file, and the unit that each became.';

CREATE TABLE unit_import_archives (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  import_id bigint NOT NULL REFERENCES unit_imports,
  file_name text NOT NULL CHECK (length(file_name) BETWEEN 1 AND 200),
  bytes bigint NOT NULL CHECK (bytes > 0),
  part_bytes integer NOT NULL CHECK (part_bytes > 0),
  -- Numbers of the parts that are stored, from 1.
  received integer[] NOT NULL DEFAULT '{}',
  state text NOT NULL DEFAULT 'UPLOADING'
    CHECK (state IN ('UPLOADING', 'WORKING', 'DONE', 'FAILED')),
  failure text NOT NULL DEFAULT '',
  created_by bigint NOT NULL REFERENCES users,
  created_ip inet,
  created_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  updated_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  claimed_until timestamptz(3)
);
CREATE INDEX unit_import_archives_of ON unit_import_archives (import_id, id);
CREATE INDEX unit_import_archives_open ON unit_import_archives (id)
  WHERE state IN ('UPLOADING', 'WORKING');
COMMENT ON TABLE unit_import_archives IS 'ZIP files of pictures for an import, uploaded in parts.';

CREATE TABLE unit_import_pictures (
  archive_id bigint NOT NULL REFERENCES unit_import_archives ON DELETE CASCADE,
  -- In the order of names.
  position integer NOT NULL CHECK (position >= 0),
  name text NOT NULL,
  inventory_id bigint REFERENCES inventory ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'PLACED', 'REFUSED')),
  message text NOT NULL DEFAULT '',
  -- Of the bytes, so that the same picture is not placed twice.
  sha256 bytea,
  PRIMARY KEY (archive_id, position),
  CHECK (state <> 'PLACED' OR (inventory_id IS NOT NULL AND sha256 IS NOT NULL))
);
CREATE INDEX unit_import_pictures_of_unit ON unit_import_pictures (inventory_id)
  WHERE state = 'PLACED';
COMMENT ON TABLE unit_import_pictures IS 'Pictures of an archive, and the unit that each went to.';

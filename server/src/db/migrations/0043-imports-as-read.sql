-- How a file of units was read, so that staff can have it read in another way (docs/import.md).

ALTER TABLE unit_imports ADD COLUMN reading jsonb;
-- Whether the file writes 1.500,00.
ALTER TABLE unit_imports ADD COLUMN decimal_comma boolean NOT NULL DEFAULT false;
-- By field: what the file's texts mean.
ALTER TABLE unit_imports ADD COLUMN value_map jsonb NOT NULL DEFAULT '{}';
-- Texts that fields with options don't know, with the number of their rows, at the last check.
ALTER TABLE unit_imports ADD COLUMN unknown_values jsonb NOT NULL DEFAULT '[]';
ALTER TABLE unit_imports DROP CONSTRAINT unit_imports_row_count_check;
-- Safe: NOT VALID checks new rows only, and the bound only rises.
ALTER TABLE unit_imports ADD CONSTRAINT unit_imports_row_count_check
  CHECK (row_count BETWEEN 1 AND 20000) NOT VALID;

-- Why a line could not be split into cells, and the line itself.
ALTER TABLE unit_import_rows ADD COLUMN fault text;
ALTER TABLE unit_import_rows ADD CONSTRAINT unit_import_rows_fault_check
  CHECK (fault IN ('OPEN_QUOTE', 'TOO_MANY_CELLS')) NOT VALID;
ALTER TABLE unit_import_rows ADD COLUMN line text NOT NULL DEFAULT '';

CREATE TABLE unit_import_files (
  import_id bigint PRIMARY KEY REFERENCES unit_imports ON DELETE CASCADE,
  bytes bytea NOT NULL CHECK (length(bytes) BETWEEN 1 AND 10485760)
);
COMMENT ON TABLE unit_import_files IS 'Uploaded files of units, until their import ends.';

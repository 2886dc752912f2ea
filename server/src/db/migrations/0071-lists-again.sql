-- Rows of a file that describe units that we have, and what staff take of them (D84, docs/import.md).

ALTER TABLE inventory DROP CONSTRAINT inventory_stock_number_key;

ALTER TABLE unit_import_rows ADD COLUMN match text NOT NULL DEFAULT 'NEW';
ALTER TABLE unit_import_rows ADD CONSTRAINT unit_import_rows_match_check
  CHECK (match IN ('NEW', 'SAME', 'CHANGED')) NOT VALID;
-- The unit that the row describes, if it was there before the import.
ALTER TABLE unit_import_rows ADD COLUMN matched_id bigint;
ALTER TABLE unit_import_rows ADD CONSTRAINT unit_import_rows_matched_id_fkey
  FOREIGN KEY (matched_id) REFERENCES inventory ON DELETE SET NULL NOT VALID;
-- Whether the import changed that unit, or why it couldn't.
ALTER TABLE unit_import_rows ADD COLUMN updated boolean NOT NULL DEFAULT false;
ALTER TABLE unit_import_rows ADD COLUMN refusal text NOT NULL DEFAULT '';

-- New, same and changed rows at the last check, and the fields that changed.
ALTER TABLE unit_imports ADD COLUMN matches jsonb NOT NULL
  DEFAULT '{"added": 0, "same": 0, "changed": 0, "fields": []}';
-- What staff took when the import started.
ALTER TABLE unit_imports ADD COLUMN take jsonb NOT NULL
  DEFAULT '{"add": true, "update": false, "keepFields": [], "skipRows": []}';

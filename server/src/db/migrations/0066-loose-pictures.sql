-- Pictures of an import that match no unit are kept, to be added to units by hand.

ALTER TABLE unit_import_pictures ADD COLUMN media_id uuid REFERENCES media;
COMMENT ON COLUMN unit_import_pictures.media_id IS 'The stored picture while it matches no unit; null otherwise.';

-- Pictures from the yard are sent until an answer arrives, and added once (D86).

CREATE TABLE picture_uploads (
  key uuid PRIMARY KEY,
  inventory_id bigint NOT NULL REFERENCES inventory ON DELETE CASCADE,
  media_id uuid NOT NULL REFERENCES media,
  -- Of the bytes as sent.
  sha256 sha256_hash NOT NULL,
  uploaded_at timestamptz(3) NOT NULL DEFAULT clock_ms()
);
CREATE INDEX picture_uploads_of ON picture_uploads (inventory_id);
COMMENT ON TABLE picture_uploads IS 'Pictures that came from the yard, by the key that the phone gave each (D86).';

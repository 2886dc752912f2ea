-- Videos of units (D67).

CREATE TABLE unit_videos (
  id uuid PRIMARY KEY,
  inventory_id bigint NOT NULL REFERENCES inventory ON DELETE CASCADE,
  -- No unit has more videos than slots.
  slot smallint NOT NULL CHECK (slot BETWEEN 1 AND 4),
  kind text NOT NULL CHECK (kind IN ('WALK_AROUND', 'ENGINE_RUNNING', 'DRIVING', 'EQUIPMENT_WORKING')),
  content_type text NOT NULL CHECK (content_type IN ('video/mp4', 'video/webm')),
  bytes integer NOT NULL CHECK (bytes > 0),
  sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  duration_ms integer NOT NULL CHECK (duration_ms > 0),
  -- Pixels.
  width smallint NOT NULL CHECK (width > 0),
  height smallint NOT NULL CHECK (height > 0),
  silent boolean NOT NULL,
  poster_id uuid REFERENCES media,
  captions_id uuid UNIQUE,
  captions text CHECK (length(captions) <= 200000),
  transcript text NOT NULL DEFAULT '' CHECK (length(transcript) <= 5000),
  created_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  UNIQUE (inventory_id, slot),
  CHECK (num_nulls(captions_id, captions) IN (0, 2))
);
COMMENT ON TABLE unit_videos IS 'Videos of units; the file store has the bytes (D67).';

-- Catalogues read the unit again (docs/decisions/0024).
CREATE TRIGGER videos_inserted AFTER INSERT ON unit_videos
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_units_of_images();
CREATE TRIGGER videos_updated AFTER UPDATE ON unit_videos
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_units_of_images();
CREATE TRIGGER videos_deleted AFTER DELETE ON unit_videos
  REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_units_of_images();

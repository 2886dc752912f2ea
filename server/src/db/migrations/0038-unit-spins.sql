-- 360-degree views of units (D69).

CREATE TABLE unit_spin_frames (
  media_id uuid PRIMARY KEY REFERENCES media,
  inventory_id bigint NOT NULL REFERENCES inventory ON DELETE CASCADE,
  -- Null until the whole view is published.
  position smallint CHECK (position BETWEEN 0 AND 71),
  UNIQUE (inventory_id, position)
);
COMMENT ON TABLE unit_spin_frames IS 'Pictures of units from all around, in order (D69).';

-- Catalogues read the unit again (docs/decisions/0024).
CREATE TRIGGER spins_inserted AFTER INSERT ON unit_spin_frames
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_units_of_images();
CREATE TRIGGER spins_updated AFTER UPDATE ON unit_spin_frames
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_units_of_images();
CREATE TRIGGER spins_deleted AFTER DELETE ON unit_spin_frames
  REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_units_of_images();

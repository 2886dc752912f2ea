-- Acts of staff on many units at once, which a job carries out (D87).

CREATE TABLE unit_acts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('PUBLISH', 'WITHDRAW', 'ARCHIVE', 'UNDO')),
  -- The act that this one undoes; each at most once.
  undoes bigint UNIQUE REFERENCES unit_acts ON DELETE CASCADE,
  created_by bigint NOT NULL REFERENCES users,
  created_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  CHECK ((kind = 'UNDO') = (undoes IS NOT NULL))
);
COMMENT ON TABLE unit_acts IS 'Acts of staff on many units at once, kept for 30 days (D87).';

CREATE TABLE unit_act_units (
  act_id bigint NOT NULL REFERENCES unit_acts ON DELETE CASCADE,
  inventory_id bigint NOT NULL REFERENCES inventory ON DELETE CASCADE,
  done_at timestamptz(3),
  -- The status before; null while it isn't done, and if it was refused.
  status_before text,
  -- Why it was refused, as a message in the reader's language.
  fault jsonb,
  PRIMARY KEY (act_id, inventory_id),
  CHECK (status_before IS NULL OR fault IS NULL),
  CHECK ((done_at IS NULL) = (status_before IS NULL AND fault IS NULL))
);
CREATE INDEX unit_act_units_waiting ON unit_act_units (act_id, inventory_id) WHERE done_at IS NULL;
CREATE INDEX unit_act_units_unit ON unit_act_units (inventory_id);
COMMENT ON TABLE unit_act_units IS 'The units of an act, and what became of each.';

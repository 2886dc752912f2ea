-- What each merge of spellings changed, so that it can be undone (D81).

CREATE TABLE spelling_merges (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Make of the merged models; null for merged makes.
  make text,
  from_names text[] NOT NULL,
  name text NOT NULL,
  -- The rows of spellings that it changed, each before and after; null where there was none.
  aliases jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  undone_at timestamptz(3)
);
COMMENT ON TABLE spelling_merges IS 'Merges of spellings, kept for 30 days (D81).';

CREATE TABLE spelling_merge_units (
  merge_id bigint NOT NULL REFERENCES spelling_merges ON DELETE CASCADE,
  inventory_id bigint NOT NULL REFERENCES inventory ON DELETE CASCADE,
  before text NOT NULL,
  listed_before text,
  after text NOT NULL,
  listed_after text,
  PRIMARY KEY (merge_id, inventory_id)
);
CREATE INDEX spelling_merge_units_unit ON spelling_merge_units (inventory_id);
COMMENT ON TABLE spelling_merge_units IS 'The units of a merge, with their names and those that lists count them under.';

-- What lets bidding go on after an outage, also on another server (docs/decisions/0030).

ALTER TABLE lots ADD COLUMN decided_at timestamptz(3);
COMMENT ON COLUMN lots.decided_at IS 'The latest time by which something was decided about the lot. Its time never runs back behind it (D53).';

CREATE TABLE bidding_pulse (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  -- When a process last could write; null until the first did.
  at timestamptz(3)
);
INSERT INTO bidding_pulse DEFAULT VALUES;
COMMENT ON TABLE bidding_pulse IS 'One row: until when bidding was possible, by which an outage is measured (D36).';

CREATE TABLE job_runners (
  id text PRIMARY KEY,
  -- Counted by its process for as long as that lives; no clock is asked.
  beats bigint NOT NULL DEFAULT 0
);
COMMENT ON TABLE job_runners IS 'Who works on jobs. Jobs of one that no longer counts go on elsewhere.';

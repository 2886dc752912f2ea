-- Searches that customers keep, to come back to and to see what is new in them.
CREATE TABLE saved_searches (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  -- The filter as the contract has it, without page and size.
  filter jsonb NOT NULL CHECK (jsonb_typeof(filter) = 'object'),
  created_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  -- What was listed since then is new to its owner.
  seen_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  UNIQUE (user_id, name)
);

-- The password entered again before sensitive calls, and staff sessions that end when idle (D41).

ALTER TABLE sessions
  -- When the password was last entered; null in sessions that are older than this column.
  ADD COLUMN confirmed_at timestamptz(3),
  -- Last use of a session of staff, written once a minute; null until then.
  ADD COLUMN used_at timestamptz(3);

-- What the bell shows, the same on each device (D72).
CREATE TABLE notifications (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  -- A newer one about the same lot, limit or request replaces an older one.
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 100),
  event jsonb NOT NULL,
  at timestamptz(3) NOT NULL,
  read_at timestamptz(3),
  cleared_at timestamptz(3),
  UNIQUE (user_id, subject)
);
CREATE INDEX notifications_at ON notifications (at);
COMMENT ON TABLE notifications IS 'Events that a user was told about, newest for each subject, kept for 30 days.';

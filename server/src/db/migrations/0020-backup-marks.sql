-- When the marketplace was last backed up and checked, for the work queue and the settings page.

CREATE TABLE backup_marks (
  -- KEPT: Gavelyard backs this database up itself, since then. LOG_COPY: everything committed until
  -- then is in the copy of the log. TEST_RESTORE: a backup was restored and checked. VERIFIED: the
  -- marketplace itself was checked.
  kind text PRIMARY KEY CHECK (kind IN ('KEPT', 'BACKUP', 'LOG_COPY', 'TEST_RESTORE', 'VERIFIED')),
  at timestamptz(3) NOT NULL,
  -- What a check found; 0 elsewhere.
  problems integer NOT NULL DEFAULT 0 CHECK (problems >= 0)
);
COMMENT ON TABLE backup_marks IS 'When the marketplace was last backed up and checked, a row for each kind.';

-- When this database was restored from a backup: until the next one, administrators see an alarm.

ALTER TABLE backup_marks DROP CONSTRAINT backup_marks_kind_check;
-- Safe: NOT VALID checks new rows only, and the older version writes only the kinds it knows.
ALTER TABLE backup_marks ADD CONSTRAINT backup_marks_kind_check CHECK (kind IN
  ('KEPT', 'BACKUP', 'LOG_COPY', 'TEST_RESTORE', 'VERIFIED', 'RESTORED')) NOT VALID;

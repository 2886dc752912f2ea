-- The security log also has malware in uploads (D59), and which personal data staff list (D60).

ALTER TABLE security_events ADD COLUMN row_count int;
ALTER TABLE security_events ADD CONSTRAINT security_events_row_count_check CHECK (row_count >= 0) NOT VALID;
COMMENT ON COLUMN security_events.row_count IS 'Number of people or records that a list had; null for other entries.';
ALTER TABLE security_events DROP CONSTRAINT security_events_kind_check;
ALTER TABLE security_events ADD CONSTRAINT security_events_kind_check CHECK (kind IN ('SIGNED_IN',
  'NEW_DEVICE', 'SIGN_IN_FAILED', 'FACTOR_FAILED', 'DEVICE_DENIED', 'TOKEN_REUSED', 'RESET_REQUESTED',
  'PASSWORD_CHANGED', 'FACTORS_CHANGED', 'DATA_DOWNLOADED', 'ACCESS_REFUSED', 'LIMIT_REACHED',
  'MALWARE_FOUND', 'DATA_LISTED', 'DATA_EXPORTED')) NOT VALID;
ALTER TABLE security_events DROP CONSTRAINT security_events_detail_check;
ALTER TABLE security_events ADD CONSTRAINT security_events_detail_check CHECK (length(detail) <= 200) NOT VALID;

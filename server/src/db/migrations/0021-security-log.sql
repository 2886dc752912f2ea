-- The security log, and sign-ins on new devices (D54).

CREATE TABLE security_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  kind text NOT NULL CHECK (kind IN ('SIGNED_IN', 'NEW_DEVICE', 'SIGN_IN_FAILED', 'FACTOR_FAILED',
    'DEVICE_DENIED', 'TOKEN_REUSED', 'RESET_REQUESTED', 'PASSWORD_CHANGED', 'FACTORS_CHANGED',
    'DATA_DOWNLOADED', 'ACCESS_REFUSED', 'LIMIT_REACHED')),
  -- Whose account; null for an address without an account, and for limits by address.
  user_id bigint REFERENCES users,
  ip inet,
  -- Browser and system, such as "Chrome on Windows".
  device text CHECK (length(device) <= 60),
  -- The refused call, or the limit that was reached.
  detail text CHECK (length(detail) <= 80)
);
CREATE INDEX security_events_user ON security_events (user_id, id DESC);
CREATE INDEX security_events_age ON security_events (at);
COMMENT ON TABLE security_events IS 'Sign-ins, failures and what else tells of an attack, for the user and for administrators (D54).';

CREATE TABLE new_devices (
  -- The sign-in on the new device.
  family uuid PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  -- Of the token in the email, with which the owner ends the sign-in.
  token_hash sha256_hash NOT NULL UNIQUE,
  signed_in_at timestamptz(3) NOT NULL DEFAULT clock_ms()
);
CREATE INDEX new_devices_user ON new_devices (user_id);
CREATE INDEX new_devices_age ON new_devices (signed_in_at);
COMMENT ON TABLE new_devices IS 'Sign-ins that their owners can end by a link in an email, for a week (D54).';

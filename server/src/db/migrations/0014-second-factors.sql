-- Second factors: passkeys, authenticator apps and recovery codes (D45).

CREATE TABLE passkeys (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  -- The authenticator's own name for it, base64url as browsers send it.
  credential_id text NOT NULL CHECK (length(credential_id) <= 1400),
  public_key bytea NOT NULL,
  -- How often it has signed; stays 0 where the authenticator does not count.
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  -- Whether a password manager copies it to other devices.
  synced boolean NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  last_used_at timestamptz(3)
);
CREATE UNIQUE INDEX passkeys_credential ON passkeys (credential_id);
CREATE INDEX passkeys_user ON passkeys (user_id);
COMMENT ON TABLE passkeys IS 'Public keys of passkeys, with which users sign in (D45).';

CREATE TABLE authenticator_apps (
  user_id bigint PRIMARY KEY REFERENCES users,
  -- Sealed.
  secret bytea NOT NULL,
  -- The 30-second step of the last code that was taken; no code of it or of an earlier one is.
  last_step bigint NOT NULL,
  added_at timestamptz(3) NOT NULL DEFAULT clock_ms()
);
COMMENT ON TABLE authenticator_apps IS 'Secrets of authenticator apps, one for each user (D45).';

CREATE TABLE recovery_codes (
  user_id bigint NOT NULL REFERENCES users,
  -- SHA-256 of 80 random bits; the row goes when the code is used.
  code_hash bytea NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);
COMMENT ON TABLE recovery_codes IS 'Recovery codes that were not used yet (D45).';

CREATE TABLE auth_challenges (
  -- SHA-256 of the challenge, which only its recipient has.
  challenge_hash bytea PRIMARY KEY,
  purpose text NOT NULL
    CHECK (purpose IN ('SECOND_STEP', 'PASSKEY_SIGN_IN', 'CONFIRM', 'ADD_PASSKEY', 'ADD_APP')),
  user_id bigint REFERENCES users,
  -- Of the password that was entered; the second step ends when it changes.
  password_hash text,
  -- Sealed secret of the app to be added.
  app_secret bytea,
  tries_left smallint NOT NULL DEFAULT 5,
  expires_at timestamptz(3) NOT NULL DEFAULT clock_ms() + interval '5 minutes',
  CHECK ((user_id IS NULL) = (purpose = 'PASSKEY_SIGN_IN')),
  CHECK ((password_hash IS NOT NULL) = (purpose = 'SECOND_STEP')),
  CHECK ((app_secret IS NOT NULL) = (purpose = 'ADD_APP'))
);
CREATE INDEX auth_challenges_expiry ON auth_challenges (expires_at);
CREATE INDEX auth_challenges_user ON auth_challenges (user_id);
COMMENT ON TABLE auth_challenges IS 'Steps of sign-in and set-up that are under way, each good once (D45).';

-- Whether a user has a second factor.
CREATE FUNCTION has_factor(user_id bigint) RETURNS boolean LANGUAGE sql STABLE
  RETURN EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = has_factor.user_id)
    OR EXISTS (SELECT 1 FROM authenticator_apps a WHERE a.user_id = has_factor.user_id);

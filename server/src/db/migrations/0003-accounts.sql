-- A link that lets its holder choose a new password: the newest of an account alone, once, for 30 minutes.
CREATE TABLE password_resets (
  user_id bigint PRIMARY KEY REFERENCES users,
  token_hash bytea NOT NULL UNIQUE,
  expires_at timestamptz(3) NOT NULL
);

ALTER TABLE users
  ADD COLUMN address jsonb,
  ADD COLUMN account_type text NOT NULL DEFAULT 'INDIVIDUAL' CHECK (account_type IN ('INDIVIDUAL', 'BUSINESS')),
  ADD COLUMN company_name text CHECK (length(company_name) BETWEEN 1 AND 120),
  ADD COLUMN dot_number text CHECK (dot_number ~ '^\d{1,8}$'),
  ADD COLUMN mc_number text CHECK (mc_number ~ '^\d{1,8}$'),
  ADD COLUMN dealer_license jsonb,
  ADD COLUMN time_zone text,
  -- Mails that the owner does not want, by kind; what is not named is sent.
  ADD COLUMN mails_off text[] NOT NULL DEFAULT '{}',
  ADD COLUMN status_reason text,
  ADD COLUMN updated_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  -- What an account was closed with keeps its number; who it was is gone (D12).
  ADD COLUMN closed_at timestamptz(3);
CREATE INDEX users_phone ON users (phone_number);
CREATE INDEX users_role ON users (role, id);

-- Usage of the limit by an unpaid award that an administrator has forgiven (D25).
ALTER TABLE awards
  ADD COLUMN forgiven_cents bigint NOT NULL DEFAULT 0 CHECK (forgiven_cents BETWEEN 0 AND hammer_cents);

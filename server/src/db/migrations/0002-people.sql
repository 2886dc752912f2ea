-- Accounts, sign-in, and what staff do and write down.

CREATE TABLE users (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL CHECK (email = lower(email) AND length(email) <= 254),
  name text NOT NULL CHECK (length(name) BETWEEN 2 AND 80),
  password_hash text NOT NULL,
  role text NOT NULL CHECK (role IN ('ROLE_CUSTOMER', 'ROLE_ADMIN', 'ROLE_ADMIN_SUPPORT')),
  status text NOT NULL DEFAULT 'ACTIVE'
    CHECK (status IN ('PENDING_VERIFICATION', 'ACTIVE', 'SUSPENDED', 'BANNED', 'CLOSED')),
  phone_number text,
  email_verified_at timestamptz(3),
  last_login_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  address jsonb,
  account_type text NOT NULL DEFAULT 'INDIVIDUAL' CHECK (account_type IN ('INDIVIDUAL', 'BUSINESS')),
  company_name text CHECK (length(company_name) BETWEEN 1 AND 120),
  dot_number text CHECK (dot_number ~ '^\d{1,8}$'),
  mc_number text CHECK (mc_number ~ '^\d{1,8}$'),
  dealer_license jsonb,
  time_zone text,
  -- Emails that the owner does not want, by kind; a kind that is not named is sent.
  mails_off text[] NOT NULL DEFAULT '{}',
  status_reason text,
  updated_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  -- A closed account keeps its row and number; the personal data are gone (D12).
  closed_at timestamptz(3)
);
CREATE UNIQUE INDEX users_email ON users (email);
CREATE INDEX users_phone ON users (phone_number);
CREATE INDEX users_role ON users (role, id);
CREATE INDEX users_status ON users (status);
CREATE INDEX users_created ON users (created_at, status);
CREATE INDEX users_parts ON users USING gin (email gin_trgm_ops, lower(name) gin_trgm_ops,
  phone_number gin_trgm_ops);
COMMENT ON TABLE users IS 'Customers and staff, with their role (D4) and account (D6).';

-- Narrow, apart from the wide row of the user, since each bid may change it.
CREATE TABLE bidders (
  user_id bigint PRIMARY KEY REFERENCES users,
  limit_cents cents NOT NULL,
  -- Held by the lots that the bidder leads.
  leading_cents cents NOT NULL DEFAULT 0,
  -- Held by awards that are not paid yet.
  awarded_cents cents NOT NULL DEFAULT 0,
  CONSTRAINT bidders_within_limit CHECK (leading_cents + awarded_cents <= limit_cents)
) WITH (fillfactor = 50);
COMMENT ON TABLE bidders IS 'The bid limit of each customer and what is held of it (D25).';

CREATE TABLE sessions (
  jti uuid PRIMARY KEY,
  family uuid NOT NULL,
  user_id bigint NOT NULL REFERENCES users,
  -- When the sign-in issued the family's first token.
  started_at timestamptz(3) NOT NULL,
  issued_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  expires_at timestamptz(3) NOT NULL,
  -- When it was exchanged for a newer one; a second exchange revokes the family.
  refreshed_at timestamptz(3),
  revoked_at timestamptz(3),
  ip inet,
  user_agent text
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_family ON sessions (family);
COMMENT ON TABLE sessions IS 'Tokens that were issued; the tokens of one sign-in are a family (D5).';

CREATE TABLE email_codes (
  email text PRIMARY KEY,
  code_hash text NOT NULL,
  sent_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  tries_left smallint NOT NULL CHECK (tries_left >= 0),
  verified_until timestamptz(3)
);
COMMENT ON TABLE email_codes IS 'The newest code that confirms an email address (D6).';

CREATE TABLE password_resets (
  user_id bigint PRIMARY KEY REFERENCES users,
  token_hash bytea NOT NULL UNIQUE,
  expires_at timestamptz(3) NOT NULL
);
COMMENT ON TABLE password_resets IS 'The newest link to choose a new password; good once, for 30 minutes.';

CREATE TABLE documents (
  id uuid PRIMARY KEY,
  owner_id bigint NOT NULL REFERENCES users,
  purpose text NOT NULL
    CHECK (purpose IN ('BID_LIMIT', 'FINANCE', 'INVOICE', 'RECEIPT', 'PAYMENT_PROOF')),
  file_name text NOT NULL CHECK (length(file_name) BETWEEN 1 AND 140),
  content_type text NOT NULL,
  bytes integer NOT NULL CHECK (bytes >= 0),
  created_at timestamptz(3) NOT NULL DEFAULT clock_ms()
);
CREATE INDEX documents_owner ON documents (owner_id, created_at DESC);
COMMENT ON TABLE documents IS 'Files that people send or the product makes for them; the file store has the bytes (D15).';

CREATE TABLE answered_requests (
  user_id bigint NOT NULL REFERENCES users,
  idempotency_key text NOT NULL,
  request text NOT NULL,
  answer jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  PRIMARY KEY (user_id, idempotency_key)
);
CREATE INDEX answered_requests_age ON answered_requests (created_at);
COMMENT ON TABLE answered_requests IS 'Responses to requests with an idempotency key, other than bids (D14).';

CREATE TABLE user_notes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  body text NOT NULL CHECK (length(body) BETWEEN 1 AND 2000),
  author_id bigint NOT NULL REFERENCES users,
  created_at timestamptz(3) NOT NULL DEFAULT clock_ms()
);
CREATE INDEX user_notes_user ON user_notes (user_id, id DESC);
COMMENT ON TABLE user_notes IS 'What staff note about a person, for staff alone (docs/decisions/0008).';

CREATE TABLE signals (
  user_id bigint PRIMARY KEY REFERENCES users,
  score smallint NOT NULL CHECK (score BETWEEN 1 AND 100),
  -- [{rule, points, …}] as the rules return them.
  reasons jsonb NOT NULL CHECK (jsonb_typeof(reasons) = 'array'),
  -- The set of reasons: one that is new since staff looked brings the hint back.
  fingerprint text[] NOT NULL,
  found_at timestamptz(3) NOT NULL,
  looked_at timestamptz(3),
  looked_by bigint REFERENCES users,
  look_note text CHECK (length(look_note) <= 500),
  looked_fingerprint text[],
  CHECK (num_nulls(looked_at, looked_by, look_note, looked_fingerprint) IN (0, 4))
);
CREATE INDEX signals_order ON signals (score DESC, user_id);
COMMENT ON TABLE signals IS 'Hints that a bidder may not bid to buy, recalculated after closes.';

CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  actor_id bigint REFERENCES users,
  action text NOT NULL,
  subject_type text NOT NULL,
  subject_id bigint NOT NULL,
  before jsonb,
  after jsonb,
  reason text,
  ip inet
);
CREATE INDEX audit_log_subject ON audit_log (subject_type, subject_id, id DESC);
CREATE INDEX audit_log_action ON audit_log (action, id DESC);
CREATE INDEX audit_log_actor ON audit_log (actor_id, id DESC);
CREATE INDEX audit_log_at ON audit_log (at);
CREATE INDEX audit_log_words ON audit_log USING gin (lower(reason) gin_trgm_ops,
  lower(before::text) gin_trgm_ops, lower(after::text) gin_trgm_ops);
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
COMMENT ON TABLE audit_log IS 'Every staff action and every change of money or limits (D31). Append-only.';

-- A row for each part. Without a row, or with a null value, the default in the code counts.
CREATE TABLE operating_settings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE
    CHECK (name ~ '^(contact|fees|increments|softClose|bidLimit|notice|twoPersonRule|mail:[A-Z_]{1,40})$'),
  -- Money in it is in cents.
  value jsonb CHECK (jsonb_typeof(value) = 'object'),
  updated_at timestamptz(3) NOT NULL,
  updated_by bigint NOT NULL REFERENCES users
);
COMMENT ON TABLE operating_settings IS 'What administrators set on the Settings page (docs/decisions/0005).';

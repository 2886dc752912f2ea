-- Doors for other systems: API keys (D50) and webhooks (D51).

-- Whether customers are offered keys is a setting.
ALTER TABLE operating_settings DROP CONSTRAINT operating_settings_name_check,
  ADD CONSTRAINT operating_settings_name_check CHECK (name ~
    '^(contact|fees|increments|softClose|bidLimit|notice|twoPersonRule|customerApiKeys|mail:[A-Z_]{1,40})$');

-- Consent of the account to bids that are placed by its keys.
ALTER TABLE users ADD COLUMN bids_by_key boolean NOT NULL DEFAULT false;

CREATE TABLE api_keys (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- As whom calls with the key are made.
  user_id bigint NOT NULL REFERENCES users,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
  key_hash sha256_hash NOT NULL UNIQUE,
  -- The last characters of the key, by which its owner tells it from others.
  ending text NOT NULL CHECK (length(ending) = 4),
  created_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  expires_at timestamptz(3) NOT NULL,
  -- Written once a minute.
  last_used_at timestamptz(3),
  last_used_ip inet,
  revoked_at timestamptz(3),
  revoked_by bigint REFERENCES users,
  CHECK (expires_at > created_at AND expires_at <= created_at + interval '366 days'),
  CHECK ((revoked_at IS NULL) = (revoked_by IS NULL))
);
CREATE INDEX api_keys_user ON api_keys (user_id, id DESC);
COMMENT ON TABLE api_keys IS 'Keys of other systems; only their hashes are kept (D50).';

CREATE TABLE webhooks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  url text NOT NULL CHECK (length(url) <= 500),
  description text NOT NULL CHECK (length(description) <= 80),
  -- Types of events that it wants.
  events text[] NOT NULL CHECK (cardinality(events) > 0),
  is_on boolean NOT NULL DEFAULT true,
  -- Encrypted.
  secret bytea NOT NULL,
  -- The secret before it, which signs along until then.
  old_secret bytea,
  old_secret_until timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  updated_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  created_by bigint NOT NULL REFERENCES users,
  CHECK ((old_secret IS NULL) = (old_secret_until IS NULL))
);
COMMENT ON TABLE webhooks IS 'Addresses of other systems that are told what happens (D51).';

CREATE TABLE webhook_events (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- In the order of writing; transactions may commit in another one.
  position bigint GENERATED ALWAYS AS IDENTITY,
  -- Its number in the order of events, without gaps; null until it is given after the commit.
  seq bigint UNIQUE CHECK (seq > 0),
  type text NOT NULL,
  data jsonb NOT NULL CHECK (jsonb_typeof(data) = 'object'),
  happened_at timestamptz(3) NOT NULL DEFAULT clock_ms()
);
CREATE INDEX webhook_events_new ON webhook_events (position) WHERE seq IS NULL;
CREATE INDEX webhook_events_age ON webhook_events (happened_at);
COMMENT ON TABLE webhook_events IS 'What other systems are told, written in the transaction in which it happened.';

CREATE TABLE webhook_counter (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  last_seq bigint NOT NULL
);
INSERT INTO webhook_counter (last_seq) VALUES (0);
COMMENT ON TABLE webhook_counter IS 'The newest number of a webhook event; its lock lets one process number at a time.';

CREATE TABLE webhook_deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  webhook_id bigint NOT NULL REFERENCES webhooks ON DELETE CASCADE,
  event_id uuid NOT NULL REFERENCES webhook_events ON DELETE CASCADE,
  seq bigint NOT NULL,
  status text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'DELIVERED', 'FAILED')),
  attempts smallint NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- Since when it is tried: its retries end a day later. A resend starts over.
  started_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  next_attempt_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  -- While a process sends it, and no longer if that dies.
  claimed_until timestamptz(3),
  last_attempt_at timestamptz(3),
  -- HTTP status of the last answer; null when none came.
  last_status smallint,
  last_fault text CHECK (length(last_fault) <= 200),
  UNIQUE (webhook_id, event_id)
);
CREATE INDEX webhook_deliveries_log ON webhook_deliveries (webhook_id, seq DESC);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, next_attempt_at, seq)
  WHERE status = 'PENDING';
CREATE INDEX webhook_deliveries_event ON webhook_deliveries (event_id);
COMMENT ON TABLE webhook_deliveries IS 'Each event for each webhook that wants it, with what came of sending it.';

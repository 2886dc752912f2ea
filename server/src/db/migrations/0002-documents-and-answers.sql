-- Files that people hand in or the product makes for them; the bytes are in the file store.
CREATE TABLE documents (
  id uuid PRIMARY KEY,
  owner_id bigint NOT NULL REFERENCES users,
  purpose text NOT NULL CHECK (purpose IN ('BID_LIMIT', 'FINANCE', 'INVOICE', 'RECEIPT')),
  file_name text NOT NULL CHECK (length(file_name) BETWEEN 1 AND 140),
  content_type text NOT NULL,
  bytes integer NOT NULL CHECK (bytes >= 0),
  created_at timestamptz(3) NOT NULL DEFAULT clock_ms()
);
CREATE INDEX documents_owner ON documents (owner_id, created_at DESC);

-- Answers given under an idempotency key to requests other than bids (D14).
CREATE TABLE answered_requests (
  user_id bigint NOT NULL REFERENCES users,
  idempotency_key text NOT NULL,
  request text NOT NULL,
  answer jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  PRIMARY KEY (user_id, idempotency_key)
);
CREATE INDEX answered_requests_age ON answered_requests (created_at);

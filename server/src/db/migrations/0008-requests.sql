-- What people ask of the house: a higher bid limit, a loan, an answer.

CREATE TABLE limit_requests (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The document that came with it is also its name on the wire.
  document_id uuid NOT NULL UNIQUE REFERENCES documents,
  user_id bigint NOT NULL REFERENCES users,
  bid_limit_cents bigint NOT NULL CHECK (bid_limit_cents > 0),
  doc_type text NOT NULL CHECK (doc_type IN ('ID', 'BANK_LETTER', 'PROOF_OF_FUNDS', 'DEALER_LICENSE', 'OTHER')),
  status text NOT NULL DEFAULT 'PENDING'
    CHECK (status IN ('PENDING', 'REVIEWED', 'APPROVED', 'REJECTED', 'WITHDRAWN')),
  created_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  recommendation text CHECK (recommendation IN ('APPROVE', 'REJECT')),
  recommended_cents bigint CHECK (recommended_cents > 0),
  review_note text NOT NULL DEFAULT '',
  reviewed_by bigint REFERENCES users,
  reviewed_at timestamptz(3),
  approved_cents bigint CHECK (approved_cents > 0),
  decision_note text NOT NULL DEFAULT '',
  decided_by bigint REFERENCES users,
  decided_at timestamptz(3),
  CHECK ((status = 'APPROVED') = (approved_cents IS NOT NULL))
);
CREATE UNIQUE INDEX limit_requests_one_open ON limit_requests (user_id) WHERE status IN ('PENDING', 'REVIEWED');
CREATE INDEX limit_requests_user ON limit_requests (user_id, id DESC);
CREATE INDEX limit_requests_status ON limit_requests (status, id);
COMMENT ON TABLE limit_requests IS 'Requests for a higher bid limit: support reviews, an administrator decides (D26).';

CREATE TABLE finance_requests (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  inventory_id bigint REFERENCES inventory,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  term_months smallint NOT NULL CHECK (term_months > 0),
  -- What the applicant entered, without the tax id.
  application jsonb NOT NULL,
  -- Encrypted; its last four digits are in tax_id_last4.
  tax_id bytea,
  tax_id_last4 text CHECK (tax_id_last4 ~ '^\d{4}$'),
  status text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'UNDER_REVIEW', 'NEEDS_INFO',
    'APPROVED', 'DECLINED', 'COMPLETED', 'WITHDRAWN', 'EXPIRED')),
  lender_name text,
  approved_cents bigint CHECK (approved_cents > 0),
  -- Percent a year.
  apr numeric(5, 2) CHECK (apr BETWEEN 0 AND 60),
  created_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  updated_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  deleted_at timestamptz(3)
);
CREATE INDEX finance_requests_user ON finance_requests (user_id, id DESC);
CREATE INDEX finance_requests_status ON finance_requests (status, id) WHERE deleted_at IS NULL;
CREATE INDEX finance_requests_parts ON finance_requests USING gin (
  lower((application ->> 'fullName') || ' ' || (application ->> 'email') || ' ' ||
    coalesce(application ->> 'businessName', '')) gin_trgm_ops) WHERE deleted_at IS NULL;
COMMENT ON TABLE finance_requests IS 'Requests for financing; a deleted one is kept but hidden (D12).';

CREATE TABLE finance_documents (
  request_id bigint NOT NULL REFERENCES finance_requests,
  document_id uuid PRIMARY KEY REFERENCES documents
);
CREATE INDEX finance_documents_request ON finance_documents (request_id);
COMMENT ON TABLE finance_documents IS 'Files of a finance request.';

CREATE TABLE finance_history (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  request_id bigint NOT NULL REFERENCES finance_requests,
  status text NOT NULL,
  reason text NOT NULL DEFAULT '',
  actor_id bigint NOT NULL REFERENCES users,
  at timestamptz(3) NOT NULL DEFAULT clock_ms()
);
CREATE INDEX finance_history_request ON finance_history (request_id, id);
CREATE TRIGGER finance_history_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON finance_history
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
COMMENT ON TABLE finance_history IS 'Every step of a finance request. Append-only.';

CREATE TABLE finance_drafts (
  user_id bigint PRIMARY KEY REFERENCES users,
  draft jsonb NOT NULL,
  saved_at timestamptz(3) NOT NULL DEFAULT clock_ms()
);
COMMENT ON TABLE finance_drafts IS 'A finance request that is not sent yet, one for each customer.';

CREATE TABLE enquiries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('CONTACT', 'LEAD')),
  name text NOT NULL,
  email text NOT NULL,
  phone_number text,
  budget_low_cents bigint CHECK (budget_low_cents >= 0),
  budget_high_cents bigint CHECK (budget_high_cents >= budget_low_cents),
  subject text NOT NULL DEFAULT '',
  message text NOT NULL DEFAULT '',
  created_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  handled_at timestamptz(3),
  handled_by bigint REFERENCES users
);
CREATE INDEX enquiries_kind ON enquiries (kind, id DESC);
CREATE INDEX enquiries_waiting ON enquiries (id) WHERE handled_at IS NULL;
CREATE INDEX enquiries_parts ON enquiries USING gin (
  lower(name || ' ' || email || ' ' || coalesce(phone_number, '') || ' ' || subject || ' ' || message)
    gin_trgm_ops);
COMMENT ON TABLE enquiries IS 'What visitors sent from the contact page or the landing page.';

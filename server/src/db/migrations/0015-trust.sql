-- Insiders and maximums (D46), what a second person confirms (D38), security events and the chain of the audit (D47).

ALTER TABLE bidders
  -- What was held when the limit was last set. It may stand above a lower limit, and never grows there.
  ADD COLUMN held_when_set_cents cents NOT NULL DEFAULT 0,
  DROP CONSTRAINT bidders_within_limit,
  ADD CONSTRAINT bidders_within_limit
    CHECK (leading_cents + awarded_cents <= greatest(limit_cents, held_when_set_cents));

CREATE TABLE proposals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN
    ('WINNER_OVERRIDE', 'SECOND_CHANCE', 'UNIT_RELEASE', 'BID_LIMIT', 'LIMIT_REQUEST', 'BID_VOID')),
  subject_type text NOT NULL,
  subject_id bigint NOT NULL,
  title text NOT NULL,
  -- What the act is called with when it is confirmed.
  input jsonb NOT NULL,
  before jsonb,
  after jsonb,
  reason text,
  proposed_by bigint NOT NULL REFERENCES users,
  proposed_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  proposed_from inet,
  status text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'CONFIRMED', 'REJECTED')),
  decided_by bigint REFERENCES users,
  decided_at timestamptz(3),
  note text,
  CHECK ((status = 'PENDING') = (decided_by IS NULL)),
  CHECK ((status = 'PENDING') = (decided_at IS NULL)),
  CONSTRAINT proposals_second_person CHECK (status <> 'CONFIRMED' OR decided_by <> proposed_by)
);
CREATE UNIQUE INDEX proposals_pending ON proposals (kind, subject_type, subject_id) WHERE status = 'PENDING';
COMMENT ON TABLE proposals IS 'What staff asked for and a second person has to confirm (D38).';

CREATE TABLE audit_chain (
  seq bigint PRIMARY KEY CHECK (seq > 0),
  audit_id bigint NOT NULL UNIQUE REFERENCES audit_log,
  -- SHA-256 of the hash before and the record's text.
  hash bytea NOT NULL CHECK (length(hash) = 32)
);
CREATE TRIGGER audit_chain_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_chain
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
COMMENT ON TABLE audit_chain IS 'The audit as a chain of hashes, in the order of commits (D47). Append-only.';

-- The text that is hashed. Instants are in milliseconds, so that no time zone changes it.
CREATE FUNCTION audit_text(r audit_log) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_array(r.id, (extract(epoch FROM r.at) * 1000)::bigint, r.actor_id, r.action,
    r.subject_type, r.subject_id, r.before, r.after, r.reason, host(r.ip))::text
$$;

CREATE FUNCTION append_audit_chain() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  record audit_log;
  last audit_chain;
BEGIN
  -- One commit after the other. It is the last lock that a transaction takes, so nobody waits in a circle.
  PERFORM pg_advisory_xact_lock(hashtextextended('audit-chain', 0));
  SELECT * INTO record FROM audit_log WHERE id = NEW.id;
  SELECT * INTO last FROM audit_chain ORDER BY seq DESC LIMIT 1;
  INSERT INTO audit_chain (seq, audit_id, hash) VALUES (coalesce(last.seq, 0) + 1, NEW.id,
    sha256(coalesce(last.hash, ''::bytea) || convert_to(audit_text(record), 'UTF8')));
  RETURN NULL;
END
$$;

-- Records from before there was a chain, in their order.
DO $$
DECLARE
  r audit_log;
  n bigint := 0;
  last bytea := '';
BEGIN
  FOR r IN SELECT * FROM audit_log ORDER BY id LOOP
    n := n + 1;
    last := sha256(last || convert_to(audit_text(r), 'UTF8'));
    INSERT INTO audit_chain (seq, audit_id, hash) VALUES (n, r.id, last);
  END LOOP;
END
$$;

-- At the commit: the order of the chain is that of the commits, and other locks are held by then.
CREATE CONSTRAINT TRIGGER audit_log_chained AFTER INSERT ON audit_log
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION append_audit_chain();

CREATE TABLE audit_roots (
  day date PRIMARY KEY,
  seq bigint NOT NULL REFERENCES audit_chain,
  hash bytea NOT NULL CHECK (length(hash) = 32)
);
CREATE TRIGGER audit_roots_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_roots
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
COMMENT ON TABLE audit_roots IS 'The last hash of the audit''s chain at the end of each UTC day, as published. Append-only.';

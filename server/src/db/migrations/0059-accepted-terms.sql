-- Which terms customers accepted, and when (D78).

CREATE TABLE terms_acceptances (
  user_id bigint NOT NULL REFERENCES users,
  -- The day from which the accepted terms apply.
  version date NOT NULL,
  accepted_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  PRIMARY KEY (user_id, version)
);
CREATE TRIGGER terms_acceptances_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON terms_acceptances
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
COMMENT ON TABLE terms_acceptances IS 'Versions of the terms that a customer accepted, by creating an account or with a bid (D78). Append-only.';
